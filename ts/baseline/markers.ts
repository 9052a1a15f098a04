import { isRecord, type JsonRecord } from "./value.js";

/** What an Anthropic request marks for the prompt cache. */
export interface Markers {
  /** Anything at all. */
  any: boolean;
  /** A part of a message, to be kept for an hour. */
  hourly: boolean;
}

/** Looks at the request itself, its system prompt and tools, its blocks, and what stands in lists of tool results. */
export function readMarkers(request: JsonRecord, messages: readonly unknown[]): Markers {
  const markers: Markers = { any: isMarked(request), hourly: false };
  for (const list of [request.system, request.tools]) {
    if (Array.isArray(list) && list.some((element) => isRecord(element) && isMarked(element))) markers.any = true;
  }
  for (const message of messages) {
    if (!isRecord(message) || !Array.isArray(message.content)) continue;
    for (const block of message.content) {
      noteBlock(block, markers);
      const isResult = isRecord(block) && block.type === "tool_result" && message.role === "user";
      if (isResult && Array.isArray(block.content)) for (const part of block.content) noteBlock(part, markers);
    }
  }
  return markers;
}

const isMarked = ({ cache_control: marker }: JsonRecord): boolean => marker !== undefined && marker !== null;

function noteBlock(block: unknown, markers: Markers): void {
  if (!isRecord(block) || !isMarked(block)) return;
  markers.any = true;
  if (isRecord(block.cache_control) && block.cache_control.ttl === "1h") markers.hourly = true;
}

import type { Wire } from "../contract/report.js";
import { CONVERSATION_KEYS } from "../contract/wires.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { hasOpenAiBreakpoints } from "./cache-prices.js";

/** A cache marker on a block of a message, or on a part of a tool result in it. */
export interface Breakpoint {
  /** 0-based, in the request's list of messages. */
  messageIndex: number;
  /** 0-based; 0 where a message is one result. */
  blockIndex: number;
  /** 0-based part of the tool result; undefined for the block itself. */
  partIndex: number | undefined;
  /** To be kept for an hour. */
  hourly: boolean;
  /** The value is null: no breakpoint, but there is such a member. */
  isNull: boolean;
}

/** What a request marks for the prompt cache. */
export interface Markers {
  /** Anything at all. */
  any: boolean;
  /** A part of a message, to be kept for an hour. */
  hourly: boolean;
  /** Breakpoints in front of the messages: on tools and on the system prompt. */
  inFront: number;
  /** The breakpoint that the provider itself sets behind the newest message, and whether for an hour; else undefined. */
  automatic: { hourly: boolean } | undefined;
  /** Those of messages, by message and block. */
  breakpoints: Breakpoint[];
}

/** Where breakpoints of ours can stand: on a result's block, on a text part of it, or nowhere. */
export type AnchorPlace = "block" | "part" | "nowhere";

/** Looks at the request itself, its system prompt and tools, its blocks, and what stands in lists of tool results. */
export function readMarkers(wire: Wire, request: JsonRecord): Markers {
  const list = request[CONVERSATION_KEYS[wire]];
  const messages: readonly unknown[] = Array.isArray(list) ? list : [];
  const breakpoints = messages.flatMap((message, index) => (isRecord(message) ? READ[wire](message, index) : []));
  const set = breakpoints.filter(({ isNull }) => !isNull);
  const inFront = wire === "anthropic" ? countMarked(request.system) + countMarked(request.tools) : 0;
  const automatic = automaticOf(wire, request);
  const any = set.length > 0 || inFront > 0 || (wire === "anthropic" && automatic !== undefined);
  return { any, hourly: set.some(({ hourly }) => hourly), inFront, automatic, breakpoints };
}

/** Whether the provider caches anything of the request. */
export function isCached(wire: Wire, model: string | undefined, { any, automatic }: Markers): boolean {
  if (wire === "anthropic") return any;
  const byBreakpoints = wire !== "gemini" && hasOpenAiBreakpoints(model ?? "");
  return !byBreakpoints || any || automatic !== undefined;
}

/** Where a request takes breakpoints of ours. */
export function anchorPlaceOf(wire: Wire, model: string | undefined, markers: Markers): AnchorPlace {
  if (wire === "gemini" || !isCached(wire, model, markers)) return "nowhere";
  if (wire === "anthropic") return "block";
  return hasOpenAiBreakpoints(model ?? "") ? "part" : "nowhere";
}

function automaticOf(wire: Wire, request: JsonRecord): Markers["automatic"] {
  if (wire === "anthropic") {
    const { cache_control: marker } = request;
    return marker === undefined || marker === null ? undefined : { hourly: isHourly(marker) };
  }
  const { prompt_cache_options: options } = request;
  const isExplicit = isRecord(options) && options.mode === "explicit";
  return wire === "gemini" || isExplicit ? undefined : { hourly: false };
}

const countMarked = (list: unknown): number =>
  Array.isArray(list) ? list.filter((one) => isRecord(one) && one.cache_control != null).length : 0;

const isHourly = (marker: unknown): boolean => isRecord(marker) && marker.ttl === "1h";

const READ: Readonly<Record<Wire, (message: JsonRecord, messageIndex: number) => Breakpoint[]>> = {
  anthropic: readAnthropic,
  "openai-chat": (message, index) => readParts(message.content, "prompt_cache_breakpoint", index, 0),
  "openai-responses": (item, index) =>
    readParts(item.type === "function_call_output" ? item.output : item.content, "prompt_cache_breakpoint", index, 0),
  gemini: () => [],
};

function readAnthropic(message: JsonRecord, messageIndex: number): Breakpoint[] {
  if (!Array.isArray(message.content)) return [];
  return message.content.flatMap((block: unknown, blockIndex) => {
    if (!isRecord(block)) return [];
    const own = breakpointOf(block.cache_control, messageIndex, blockIndex, undefined);
    const isResult = block.type === "tool_result" && message.role === "user";
    return isResult ? [...own, ...readParts(block.content, "cache_control", messageIndex, blockIndex)] : own;
  });
}

function readParts(list: unknown, key: string, messageIndex: number, blockIndex: number): Breakpoint[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((part: unknown, partIndex) =>
    isRecord(part) ? breakpointOf(part[key], messageIndex, blockIndex, partIndex) : [],
  );
}

function breakpointOf(
  marker: unknown,
  messageIndex: number,
  blockIndex: number,
  partIndex: number | undefined,
): Breakpoint[] {
  if (marker === undefined) return [];
  return [{ messageIndex, blockIndex, partIndex, hourly: isHourly(marker), isNull: marker === null }];
}

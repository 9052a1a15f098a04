import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { Breakpoint } from "./cache-facts.js";
import type { WireDefinition } from "./define-wire.js";

/** What a request marks for the prompt cache. */
export interface Markers {
  /** Anything at all. */
  any: boolean;
  /** On OpenAI's wire: a part of a message has a `cache_control`, which other vendors read there. */
  controls: boolean;
  /** A part of a message, to be kept for an hour. */
  hourly: boolean;
  /** Number of breakpoints before the messages: on tools and on the system prompt. */
  inFront: number;
  /** The provider itself sets a breakpoint after the newest message. */
  isAutomatic: boolean;
  /** Those of messages, by message and block. */
  breakpoints: Breakpoint[];
}

/** Reads the request itself, its system prompt and tools, its blocks, and the parts in lists of tool results. */
export function readMarkers({ listKey, cache }: WireDefinition, request: JsonRecord): Markers {
  const list = request[listKey];
  const messages: readonly unknown[] = Array.isArray(list) ? list : [];
  const breakpoints = messages.flatMap((message, index) =>
    isRecord(message) ? cache.breakpoints(message, index) : [],
  );
  const set = breakpoints.filter(({ isNull }) => !isNull);
  const inFront = cache.countInFront(request);
  const isAutomatic = cache.isAutomatic(request);
  const any = set.length > 0 || inFront > 0 || (cache.byClient && isAutomatic);
  const controls = cache.hasControls !== undefined && messages.some((one) => isRecord(one) && cache.hasControls?.(one));
  return { any, controls, hourly: set.some(({ hourly }) => hourly), inFront, isAutomatic, breakpoints };
}

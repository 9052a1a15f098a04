// Cache markers on blocks and parts, as definitions of wires read them.

import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { Breakpoint } from "./definition.js";

/** Whether a marker asks to be kept for an hour. */
export const isHourly = (marker: unknown): boolean => isRecord(marker) && marker.ttl === "1h";

/** Number of elements with a marker. */
export const countMarked = (list: unknown): number =>
  Array.isArray(list) ? list.filter((one) => isRecord(one) && one.cache_control != null).length : 0;

/** Breakpoints on the parts of a list. */
export function readParts(list: unknown, key: string, messageIndex: number, blockIndex: number): Breakpoint[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((part: unknown, partIndex) =>
    isRecord(part) ? breakpointOf(part[key], messageIndex, blockIndex, partIndex) : [],
  );
}

/** The breakpoint that a marker is, as a list of at most one. */
export function breakpointOf(
  marker: unknown,
  messageIndex: number,
  blockIndex: number,
  partIndex: number | undefined,
): Breakpoint[] {
  if (marker === undefined) return [];
  return [{ messageIndex, blockIndex, partIndex, hourly: isHourly(marker), isNull: marker === null }];
}

/** OpenAI's breakpoint behind the newest message, unless the request sets breakpoints by hand. */
export function openAiAutomatic({ prompt_cache_options: options }: JsonRecord) {
  const isExplicit = isRecord(options) && options.mode === "explicit";
  return isExplicit ? undefined : { hourly: false, isAsked: false };
}

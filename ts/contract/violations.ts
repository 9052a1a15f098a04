import type { SkipReason, Violation, Wire } from "./report.js";
import { type RuleId, VALIDATION_RULES } from "./rule-texts.js";

export type { Violation } from "./report.js";

/** Options for validating a request. */
export interface ValidateOptions {
  /** The request's wire. @default detected by shape */
  wire?: Wire;
  /**
   * The model, where the body does not name it (Gemini): some rules hold for some models only. @default the body's
   * `model`
   */
  model?: string;
}

/** At most this many violations are listed, the first ones in document order. */
export const MAX_VIOLATIONS = 1000;

/** Where in a message, or in the request, a violation lies, in the order in which violations of one message are listed. */
export const PLACES = ["request", "tool", "system", "message", "block", "nested", "call", "part"] as const;
export type Place = (typeof PLACES)[number];

/** A violation before it is put into words, as both validators find it. */
export interface ViolationRow {
  rule: RuleId;
  place: Place;
  /** 0-based; -1 if no message is at fault. */
  message: number;
  /** 0-based index in the list that `place` names; -1 if there is none. */
  index: number;
  /** 0-based index of a block inside a block; -1 if there is none. */
  nested: number;
  /** The value of `{id}` or `{count}` in the rule's text. */
  detail?: string | number | undefined;
  byteOffset?: number;
}

/** All faults of a request, and the wire that it was read as; or why it was not read. */
export type Faults = { wire: Wire; rows: readonly ViolationRow[] } | { unreadable: Violation };

/** The path that a row points to. */
export function pathOf({ place, message, index, nested }: ViolationRow, listKey: string): string {
  const base = `/${listKey}/${message}`;
  switch (place) {
    case "request":
      return "";
    case "tool":
      return `/tools/${index}`;
    case "system":
      return `/system/${index}`;
    case "message":
      return base;
    case "block":
      return `${base}/content/${index}`;
    case "nested":
      return `${base}/content/${index}/content/${nested}`;
    case "call":
      return `${base}/tool_calls/${index}`;
    case "part":
      return `${base}/parts/${index}`;
  }
}

const BLOCK_PLACES: ReadonlySet<Place> = new Set<Place>(["block", "nested", "part"]);

/** Describes a row in words. */
export function renderViolation(row: ViolationRow, listKey: string): Violation {
  const { rule, place, message, index, byteOffset } = row;
  return {
    rule,
    ...(message < 0 ? {} : { messageIndex: message }),
    ...(BLOCK_PLACES.has(place) ? { blockIndex: index } : {}),
    path: pathOf(row, listKey),
    ...(byteOffset === undefined ? {} : { byteOffset }),
    message: VALIDATION_RULES[rule].replace(/\{(id|count)\}/, () => showDetail(row.detail)),
  };
}

const MAX_DETAIL_CHARS = 64;

/** Shows an id of the request as one short quoted word, whatever it contains. */
function showDetail(detail: string | number | undefined): string {
  if (typeof detail !== "string") return detail === undefined ? "(none)" : String(detail);
  return JSON.stringify(detail.length > MAX_DETAIL_CHARS ? `${detail.slice(0, MAX_DETAIL_CHARS)}…` : detail);
}

/** The one violation of an unreadable body. */
export function unreadableViolation(rule: SkipReason, message: string, byteOffset?: number): Violation {
  return { rule, path: "", ...(byteOffset === undefined ? {} : { byteOffset }), message };
}

import type { SkipReason, Violation, Wire } from "./report.js";
import { RULE_IDS, type RuleId, VALIDATION_RULES } from "./rule-texts.js";

export type { Violation } from "./report.js";

/** What a caller may say about a request to be validated. */
export interface ValidateOptions {
  /** The request's wire; default: by its shape. */
  wire?: Wire;
  /** The model, where the body does not name it (Gemini): some rules hold for some models only. */
  model?: string;
}

/** At most this many violations are listed, the first ones in document order. */
export const MAX_VIOLATIONS = 1000;

/** Where in a message, or in the request, a violation lies. The order is that of the native validator's numbers. */
export const PLACES = ["request", "tool", "system", "message", "block", "nested", "call", "part"] as const;
export type Place = (typeof PLACES)[number];

/** A violation before it is put into words: what both validators find. */
export interface ViolationRow {
  rule: RuleId;
  place: Place;
  /** 0-based; -1 where no message is at fault. */
  message: number;
  /** 0-based, in the list that `place` says; -1 where there is none. */
  index: number;
  /** 0-based, of a block inside a block; -1 where there is none. */
  nested: number;
  /** What `{id}` or `{count}` stands for in the rule's text. */
  detail?: string | number | undefined;
  byteOffset?: number;
}

/** Document order; what is the same place keeps the order of the rules. */
export function sortRows(rows: ViolationRow[]): ViolationRow[] {
  return rows.sort(
    (a, b) =>
      a.message - b.message ||
      PLACES.indexOf(a.place) - PLACES.indexOf(b.place) ||
      a.index - b.index ||
      a.nested - b.nested ||
      RULE_IDS.indexOf(a.rule) - RULE_IDS.indexOf(b.rule),
  );
}

/** Where a row points to. `listKey` is the key of the request's list of messages. */
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

/** Puts a row into words. `listKey` is the key of the request's list of messages. */
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

/** Ids come from the request: whatever is in them, they stay one short quoted word. */
function showDetail(detail: string | number | undefined): string {
  if (typeof detail !== "string") return detail === undefined ? "(none)" : String(detail);
  return JSON.stringify(detail.length > MAX_DETAIL_CHARS ? `${detail.slice(0, MAX_DETAIL_CHARS)}…` : detail);
}

/** The one violation of a body that cannot be read. */
export function unreadableViolation(rule: SkipReason, message: string, byteOffset?: number): Violation {
  return { rule, path: "", ...(byteOffset === undefined ? {} : { byteOffset }), message };
}

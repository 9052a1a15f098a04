// Tool definitions as JSON text.

import { TamisError } from "../../base/errors.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { DraftTool, Sheet } from "./sheet.js";

/** Counts a definition as its JSON, without cache marks. */
export function jsonTool(definition: JsonRecord, sheet: Sheet): DraftTool {
  sheet.approximate("tool-definitions");
  const { cache_control: _, ...rest } = definition;
  const text = JSON.stringify(plain(rest, sheet)) ?? "";
  const { name, type } = rest;
  return { name: sheet.text(name) ?? sheet.text(type), texts: [text], chars: text.length, fixedTokens: 0 };
}

/** The deepest nesting of a definition that is followed. Schemas have some ten levels. */
const MOST_DEPTH = 200;

/** Copies a definition with all its strings; leaves out values that JSON cannot express. */
export function plain(value: unknown, sheet: Sheet, depth = 0): unknown {
  if (depth > MOST_DEPTH) throw new TamisError("OPTION_INVALID", `tools: nested more than ${MOST_DEPTH} levels deep`);
  if (typeof value === "string") return sheet.source.textOf(value);
  if (Array.isArray(value)) return value.map((item) => plain(item, sheet, depth + 1));
  if (isRecord(value)) {
    const members = Object.entries(value).map(([name, member]) => [name, plain(member, sheet, depth + 1)] as const);
    return Object.fromEntries(members);
  }
  return typeof value === "number" || typeof value === "boolean" || value === null ? value : undefined;
}

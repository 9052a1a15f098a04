import { CACHE_MARKERS } from "../../wires/units.js";

/** Members whose value is any JSON, of a tool's author or of the model. */
const FREE: ReadonlySet<string> = new Set(["input", "input_schema", "parameters", "schema"]);

/**
 * A value as the provider reads it: without cache markers, and with members in one order. In arguments and schemas the
 * order stays and nothing is left out, because they reach the model as they are.
 */
export function canonicalText(value: unknown, isFree = false): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map((one) => canonicalText(one, isFree)).join(",")}]`;
  const members = Object.entries(value).filter(
    ([key, one]) => one !== undefined && (isFree || !CACHE_MARKERS.has(key)),
  );
  if (!isFree) members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${canonicalText(one, isFree || FREE.has(key))}`).join(",")}}`;
}

/** A content as a list: every wire takes a string for a list of one text. */
export function contentList(content: unknown): readonly unknown[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];
}

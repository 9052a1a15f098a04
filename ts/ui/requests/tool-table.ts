// What became of each tool's results in one request, in numbers.
import type { Steps } from "../../base/steps.js";
import type { Wire } from "../../contract/report.js";
import type { JsonRecord } from "../../text/json-value.js";
import { parseInSteps } from "../../text/parse-in-steps.js";
import { conversationOf } from "../diff/parsed.js";

/** Tools that a table names at most. */
const MOST_TOOLS = 64;
const MOST_NAME_CHARS = 128;

/** `[results, reduced, chars before, chars removed]` by tool. */
export type ToolTable = Readonly<Record<string, readonly [number, number, number, number]>>;

/** The table as JSON; undefined for what cannot be read. @param sent As it was sent; undefined: as it came */
export function* toolTable(came: JsonRecord, sent: Uint8Array | undefined, wire: Wire): Steps<string | undefined> {
  const before = conversationOf(came, wire);
  yield;
  const parsed = sent === undefined ? undefined : yield* parseInSteps(sent);
  const after = sent === undefined ? before : parsed && conversationOf(parsed, wire);
  yield;
  if (before === undefined || after === undefined) return undefined;
  const chars = new Map<string, number>();
  for (const { kind, callId, text } of after.blocks)
    if (kind === "result" && callId !== undefined) chars.set(callId, (chars.get(callId) ?? 0) + text.length);
  const table = new Map<string, [number, number, number, number]>();
  for (const { kind, callId, toolName = "unknown", text } of before.blocks) {
    if (kind !== "result" || callId === undefined) continue;
    const name = toolName.slice(0, MOST_NAME_CHARS);
    const row = table.get(name) ?? [0, 0, 0, 0];
    if (!table.has(name) && table.size >= MOST_TOOLS) continue;
    const removed = Math.max(0, text.length - (chars.get(callId) ?? 0));
    table.set(name, [row[0] + 1, row[1] + (removed > 0 ? 1 : 0), row[2] + text.length, row[3] + removed]);
  }
  return JSON.stringify(Object.fromEntries(table));
}

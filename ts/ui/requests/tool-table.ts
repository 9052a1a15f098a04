// What became of each tool's results in one request, in numbers.
import type { Steps } from "../../base/steps.js";
import type { Wire } from "../../contract/report.js";
import { isRecord, isTooDeep, type JsonRecord } from "../../text/json-value.js";
import { parseInSteps } from "../../text/parse-in-steps.js";
import { WIRES } from "../../wires/index.js";
import { charsOf } from "../../wires/transcript.js";

/** Tools that a table names at most. */
const MOST_TOOLS = 64;
const MOST_NAME_CHARS = 128;

/** `[results, reduced, chars before, chars removed]` by tool, as JSON; undefined for what cannot be read. @param sent As it was sent; undefined: as it came */
export function* toolTable(came: JsonRecord, sent: Uint8Array | undefined, wire: Wire): Steps<string | undefined> {
  const before = yield* resultsOf(came, wire);
  const parsed = sent === undefined ? undefined : yield* parseInSteps(sent);
  const after = sent === undefined ? before : parsed && (yield* resultsOf(parsed, wire));
  if (before === undefined || after === undefined) return undefined;
  const chars = new Map<string, number>();
  for (const { callId, chars: own } of after) chars.set(callId, (chars.get(callId) ?? 0) + own);
  yield;
  const table = new Map<string, [number, number, number, number]>();
  for (const { callId, toolName, chars: own } of before) {
    const name = toolName.slice(0, MOST_NAME_CHARS);
    const row = table.get(name) ?? [0, 0, 0, 0];
    if (!table.has(name) && table.size >= MOST_TOOLS) continue;
    const removed = Math.max(0, own - (chars.get(callId) ?? 0));
    table.set(name, [row[0] + 1, row[1] + (removed > 0 ? 1 : 0), row[2] + own, row[3] + removed]);
  }
  return JSON.stringify(Object.fromEntries(table));
}

/** What the table needs of a result. */
interface Sizes {
  callId: string;
  toolName: string;
  chars: number;
}

/** The results that answer a call; undefined for what is no conversation. */
function* resultsOf(request: JsonRecord, wire: Wire): Steps<Sizes[] | undefined> {
  const definition = WIRES.of(wire);
  const messages = request[definition.listKey];
  if (!Array.isArray(messages) || !messages.every(isRecord) || isTooDeep(messages)) return undefined;
  yield;
  const { results } = definition.read(messages);
  yield;
  return results.flatMap(({ callId, toolName = "unknown", content }) =>
    callId === undefined ? [] : [{ callId, toolName, chars: charsOf(content) }],
  );
}

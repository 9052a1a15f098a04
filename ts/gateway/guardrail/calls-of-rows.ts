import { isRecord, nonEmpty } from "../../text/json-value.js";

/**
 * A guardrail may hold back what the assistant said, and then results come without the calls that they answer: no wire
 * allows that, and nothing of it would be reduced. So each such result gets a call of its own in front, for the time of
 * the reduction. The rows to put in, by the number of the row that they go in front of.
 *
 * @param rows The rows as parsed
 */
export function missingCalls(rows: readonly unknown[]): Map<number, string> {
  const called = new Set<string>();
  const missing = new Map<number, string>();
  rows.forEach((row, at) => {
    if (!isRecord(row)) return;
    for (const id of callIds(row)) called.add(id);
    const id = row.role === "tool" ? nonEmpty(row.tool_call_id) : undefined;
    if (id === undefined || called.has(id)) return;
    called.add(id);
    missing.set(at, callRow(id, nonEmpty(row.name) ?? "tool"));
  });
  return missing;
}

function callIds({ role, tool_calls: calls }: Record<string, unknown>): string[] {
  if (role !== "assistant" || !Array.isArray(calls)) return [];
  return calls.flatMap((call) => (isRecord(call) ? (nonEmpty(call.id) ?? []) : []));
}

const callRow = (id: string, name: string): string =>
  JSON.stringify({
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name, arguments: "{}" } }],
  });

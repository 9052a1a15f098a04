import { LateResults, ListPlan, NO_RESULT, type PlanInput, type RepairPlan, repairOf, rowsOf } from "./plan.js";

/** OpenAI Chat: moves a late result to its call, drops other orphans, and answers unanswered calls. */
export function planChat({ wire, messages, rows, dropOrphans }: PlanInput): RepairPlan {
  const list = new ListPlan();
  const repairs: RepairPlan["repairs"] = [];
  const late = new LateResults(rowsOf(rows, "chat/result-orphan"));
  let [asker, after] = [-1, -1];
  for (const row of rowsOf(rows, "chat/call-unanswered")) {
    if (row.message !== asker) [asker, after] = [row.message, endOfRun(messages, row.message + 1)];
    const result = late.take(row);
    if (result === undefined) {
      list.insert(after, { value: { role: "tool", tool_call_id: row.detail, content: NO_RESULT } });
      repairs.push(repairOf(row, wire, "answered"));
    } else {
      list.drop(result.message);
      list.insert(after, { keep: result.message });
      repairs.push(repairOf(result, wire, "moved"));
    }
  }
  const useless = rowsOf(rows, "chat/duplicate-result", "chat/result-without-id");
  for (const row of [...useless, ...(dropOrphans ? late.rest() : [])]) {
    list.drop(row.message);
    repairs.push(repairOf(row, wire, "removed"));
  }
  return { messages: list.items(messages.length), blocks: new Map(), system: undefined, repairs };
}

/** Index after the tool messages that begin at `from`. */
function endOfRun(messages: PlanInput["messages"], from: number): number {
  let at = from;
  while (messages[at]?.role === "tool") at++;
  return at;
}

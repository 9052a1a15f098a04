import { ListPlan, NO_RESULT, type PlanInput, type RepairPlan, repairOf, rowsOf } from "./plan.js";

/** Calls whose output is a text. Other outputs cannot be invented. */
const ANSWERABLE: ReadonlySet<unknown> = new Set(["function_call", "custom_tool_call"]);

/** OpenAI Responses: removes outputs without a call, and answers each call right after it. */
export function planResponses({ wire, messages: items, rows, dropOrphans }: PlanInput): RepairPlan {
  const list = new ListPlan();
  const repairs: RepairPlan["repairs"] = [];
  for (const row of rowsOf(rows, "responses/call-without-output")) {
    const type = items[row.message]?.type;
    if (!ANSWERABLE.has(type)) continue;
    list.insert(row.message + 1, { value: { type: `${type}_output`, call_id: row.detail, output: NO_RESULT } });
    repairs.push(repairOf(row, wire, "answered"));
  }
  const orphans = dropOrphans ? rowsOf(rows, "responses/orphan-output") : [];
  for (const row of [...orphans, ...rowsOf(rows, "responses/duplicate-output", "responses/output-without-id")]) {
    list.drop(row.message);
    repairs.push(repairOf(row, wire, "removed"));
  }
  return { messages: list.items(items.length), blocks: new Map(), system: undefined, repairs };
}

import type { Wire } from "../../contract/report.js";
import type { JsonRecord } from "../../text/json-value.js";
import { wireOfName } from "../../wires/index.js";
import type { Item, RepairPlan } from "./plan.js";

/** Applies a plan to a parsed request by shallow copies. The original never changes. */
export function applyToObject(request: JsonRecord, wire: Wire, plan: RepairPlan): JsonRecord {
  const key = wireOfName(wire).listKey;
  const { blocksKey } = wireOfName(wire);
  const messages = request[key] as readonly JsonRecord[];
  const blockOf = (message: number, block: number): unknown => {
    const list = messages[message]?.[blocksKey];
    return Array.isArray(list) ? list[block] : undefined;
  };
  const makeBlock = (item: Item, message: number): unknown => {
    if ("keep" in item) return blockOf(message, item.keep);
    if ("from" in item) return blockOf(item.from[0], item.from[1]);
    return "value" in item ? item.value : { type: "text", text: messages[message]?.[blocksKey] };
  };
  const makeMessage = (item: Item): unknown => {
    if (!("keep" in item)) return "value" in item ? item.value : undefined;
    const blocks = plan.blocks.get(item.keep);
    const message = messages[item.keep];
    if (blocks === undefined) return message;
    return { ...message, [blocksKey]: blocks.map((block) => makeBlock(block, item.keep)) };
  };
  const next: JsonRecord = { ...request, [key]: plan.messages.map(makeMessage) };
  const { system } = request;
  if (plan.system !== undefined && Array.isArray(system)) {
    next.system = plan.system.map((item) => ("keep" in item ? (system[item.keep] as unknown) : undefined));
  }
  return next;
}

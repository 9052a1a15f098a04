import type { JsonRecord } from "../../text/json-value.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import type { Item, RepairPlan } from "./plan.js";

/** Applies a plan to a parsed request by shallow copies. The original never changes. */
export function applyToObject(request: JsonRecord, wire: WireDefinition, plan: RepairPlan): JsonRecord {
  const key = wire.listKey;
  const blockKey = wire.blocks.key;
  const messages = request[key] as readonly JsonRecord[];
  const blockOf = (message: number, block: number): unknown => {
    const list = messages[message]?.[blockKey];
    return Array.isArray(list) ? list[block] : undefined;
  };
  const makeBlock = (item: Item, message: number): unknown => {
    if ("keep" in item) return blockOf(message, item.keep);
    if ("from" in item) return blockOf(item.from[0], item.from[1]);
    return "value" in item ? item.value : { type: "text", text: messages[message]?.[blockKey] };
  };
  const makeMessage = (item: Item): unknown => {
    if (!("keep" in item)) return "value" in item ? item.value : undefined;
    const blocks = plan.blocks.get(item.keep);
    const message = messages[item.keep];
    if (blocks === undefined) return message;
    return { ...message, [blockKey]: blocks.map((block) => makeBlock(block, item.keep)) };
  };
  const next: JsonRecord = { ...request, [key]: plan.messages.map(makeMessage) };
  const { system } = request;
  if (plan.system !== undefined && Array.isArray(system)) {
    next.system = plan.system.map((item) => ("keep" in item ? (system[item.keep] as unknown) : undefined));
  }
  return next;
}

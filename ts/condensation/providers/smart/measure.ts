import { quickWeight } from "../../../load/quick-weight.js";
import { isRecord } from "../../../text/json-value.js";
import { unitsOf, unitTokens } from "../../../wires/units.js";
import type { Conversation } from "../../conversation/open.js";
import { requestOf } from "../../conversation/request.js";
import type { TypedBlock } from "../../lossy/classification/block.js";

/** The weight that decisions are made with: the same on every machine, whatever counts the tokens of reports. */
export const decisionWeight = quickWeight;

/** Decision tokens of a conversation: messages, system prompt and tools. Linear. */
export function decisionTokens(conversation: Conversation): number {
  const { request } = requestOf(conversation);
  const { wire } = conversation;
  const list = request[wire.listKey];
  let tokens = unitTokens({ ...request, [wire.listKey]: [] }, decisionWeight);
  if (!Array.isArray(list)) return tokens;
  for (const message of list) {
    for (const unit of unitsOf(wire, message)) tokens += unitTokens(unit, decisionWeight);
  }
  return tokens;
}

/** Decision tokens of a block that is an element of its message's list. */
export function blockTokens({ messages }: Conversation, { source }: TypedBlock): number {
  const [key, index] = source.element ?? [];
  const message = messages[source.messageIndex];
  const list = isRecord(message) && typeof key === "string" ? message[key] : undefined;
  return Array.isArray(list) && typeof index === "number" ? unitTokens(list[index], decisionWeight) : 0;
}

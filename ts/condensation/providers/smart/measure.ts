import { quickWeight } from "../../../load/quick-weight.js";
import { isRecord } from "../../../text/json-value.js";
import { type TextWeight, unitsOf, unitTokens } from "../../../wires/units.js";
import type { Conversation } from "../../conversation/open.js";
import { requestOf } from "../../conversation/request.js";
import type { TypedBlock } from "../../lossy/classification/block.js";

/** The weight that decisions are made with: the same on every machine, whatever counts the tokens of reports. */
export const decisionWeight = quickWeight;

/** The same, which weighs each long text once while the function is there: for one condensation. */
export function rememberedWeight(): TextWeight {
  const known = new Map<string, number>();
  return (text) => {
    // Short ones are known already.
    if (text.length < LONG_CHARS) return decisionWeight(text);
    const weight = known.get(text) ?? decisionWeight(text);
    known.set(text, weight);
    return weight;
  };
}

const LONG_CHARS = 64;

/** Decision tokens of a conversation: messages, system prompt and tools. Linear. */
export function decisionTokens(conversation: Conversation, weight: TextWeight = decisionWeight): number {
  const { around, ofMessages } = tokensByMessage(conversation, weight);
  return ofMessages.reduce((sum, tokens) => sum + tokens, around);
}

/** Decision tokens of each message, and of what is sent around them. Linear. */
export function tokensByMessage(
  conversation: Conversation,
  weight: TextWeight = decisionWeight,
): { around: number; ofMessages: readonly number[] } {
  const { request } = requestOf(conversation);
  const { wire } = conversation;
  const list = request[wire.listKey];
  const ofMessage = (message: unknown) =>
    unitsOf(wire, message).reduce((sum: number, unit) => sum + unitTokens(unit, weight), 0);
  return {
    around: unitTokens({ ...request, [wire.listKey]: [] }, weight),
    ofMessages: Array.isArray(list) ? list.map(ofMessage) : [],
  };
}

/** Decision tokens of a block that is an element of its message's list. */
export function blockTokens(
  { messages }: Conversation,
  { source }: TypedBlock,
  weight: TextWeight = decisionWeight,
): number {
  const [key, index] = source.element ?? [];
  const message = messages[source.messageIndex];
  const list = isRecord(message) && typeof key === "string" ? message[key] : undefined;
  return Array.isArray(list) && typeof index === "number" ? unitTokens(list[index], weight) : 0;
}

import { NO_MEMORY, type SessionMemory } from "../../contract/session-facts.js";
import type { PolicySettings } from "../../policy/policy.js";
import { readMarkers } from "../../wires/markers.js";
import type { Steps } from "../../wires/steps.js";
import { readThinking } from "../../wires/thinking.js";
import { unitOfBlock } from "../../wires/units.js";
import type { Thinking } from "../plain-plan.js";
import { thinkingCuts } from "../plan-thinking.js";
import type { MoveBinding } from "./move-gate.js";
import { type PricedRequest, pricingOf } from "./prices.js";

/** A conversation as its thinking is found. */
interface Conversation extends PricedRequest {
  list: readonly unknown[];
}

/** Undefined if there is no thinking, or no move needs to look at it. */
export function thinkingOf(asked: Conversation, settings: PolicySettings): Thinking | undefined {
  const { wire, request, list } = asked;
  if (settings.version === 1) return undefined;
  const blocks = readThinking(wire, list);
  if (blocks.length === 0) return undefined;
  const rule = pricingOf(asked, settings, readMarkers(wire, request)).thinking;
  return rule.goes || rule.checks ? { blocks, rule } : undefined;
}

/** Whether thinking is checked against what stands before it, or will be once the model thinks. */
export function willBind(plain: PricedRequest & { thinking: Thinking | undefined }, settings: PolicySettings): boolean {
  if (plain.thinking !== undefined || settings.version === 1) return plain.thinking?.rule.checks === true;
  const { wire, request } = plain;
  return wire.letsThink(request) && pricingOf(plain, settings, readMarkers(wire, request)).thinking.checks;
}

/** How thinking restricts the moves of a conversation; undefined if its model checks nothing. */
export function bindingOf(
  { wire, list, thinking }: Pick<Conversation, "wire" | "list"> & { thinking: Thinking | undefined },
  steps: Steps,
  messageStarts: ArrayLike<number>,
  { lastStep, moves }: Pick<SessionMemory, "lastStep" | "moves"> = NO_MEMORY,
): MoveBinding | undefined {
  if (thinking === undefined || !thinking.rule.checks) return undefined;
  const { blocks, rule } = thinking;
  const prompts = new Set(thinkingCuts({ wire, list, thinking }, steps));
  return {
    thinking: blocks.map(({ messageIndex, blockIndex, stays }) => ({
      unit: (messageStarts[messageIndex] ?? 0) + unitOfBlock(wire, blockIndex),
      messageIndex,
      stays: stays || !rule.goes,
    })),
    prompts: steps.cuts.map((cut) => prompts.has(cut)),
    lastStep,
    moves: moves.map(({ step, bound }) => ({ step, bound: (messageStarts[bound] ?? 0) - 1 })),
  };
}

import type { ModelRow } from "../models/rows.js";
import type { PolicySettings } from "../policy/policy.js";
import type { WireDefinition } from "./define-wire.js";

/** What a request's model allows with the thinking in its history. */
export interface ThinkingRule {
  /** Whether old thinking may be left out, and saves something. */
  goes: boolean;
  /** Whether the provider checks thinking against everything before it, so that no edit may be in front of any. */
  checks: boolean;
  /** Whether it goes with a move at any step, not only where the user speaks. */
  drops: boolean;
}

/** The rule of conversations without thinking. */
export const NO_THINKING: ThinkingRule = { goes: false, checks: false, drops: false };

/**
 * The rule of a model, by the table and the policy's `cache.thinking`.
 *
 * @param byHand Whether the request asks for thinking by hand: an open loop must begin with its thinking then, so that it
 * cannot go before the user speaks.
 * @param isUnjudged Whether the row says nothing of the model, and some of its thinking is signed, so that it may be
 * checked.
 */
export function thinkingRule(
  { thinkingIsBlock }: WireDefinition,
  { thinking: { history, removal, openLoop } }: ModelRow,
  setting: PolicySettings["cache"]["thinking"],
  { byHand, isUnjudged }: { byHand: boolean; isUnjudged: boolean },
): ThinkingRule {
  const isBilled = history === "kept" || history === "bound";
  const goes = isBilled && thinkingIsBlock && removal !== "refused" && setting !== "keep";
  const checks = isUnjudged || history === "bound";
  const isFree = !byHand || openLoop === "free";
  return { goes, checks, drops: goes && checks && isFree && setting === "drop" };
}

import type { ModelRow } from "../../models/rows.js";
import type { PolicySettings } from "../../policy/policy.js";
import type { WireDefinition } from "../../wires/define-wire.js";

/** What a request's model allows with the thinking in its history. */
export interface ThinkingRule {
  /** Whether old thinking may be left out, and saves something. */
  goes: boolean;
  /** Whether the provider checks thinking against everything before it, so that no edit may be in front of any. */
  checks: boolean;
}

/** The rule of policies of version 1, and of conversations without thinking. */
export const NO_THINKING: ThinkingRule = { goes: false, checks: false };

/** The rule of a model, by the table and the policy's `cache.thinking`. */
export function thinkingRule(
  { thinkingIsBlock }: WireDefinition,
  { thinking: { history, removal } }: ModelRow,
  setting: PolicySettings["cache"]["thinking"],
): ThinkingRule {
  const isBilled = history === "kept" || history === "bound";
  const mayGo = thinkingIsBlock && removal !== "refused" && setting !== "keep";
  return { goes: isBilled && mayGo, checks: history === "bound" };
}

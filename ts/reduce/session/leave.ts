import { definePolicy, type Policy, type PolicyInput } from "../../policy/policy.js";

/** Masks nothing, and takes all thinking of closed loops. */
const WITHOUT_THINKING: PolicyInput = {
  preset: "none",
  mask: { tools: { "*": { never: true } }, media: "keep" },
  cache: { strategy: "every-turn" },
};
let policy: Policy | undefined;

/** A model whose thinking is checked: whatever a request's own is called, it is treated so. */
export const CHECKING_MODEL = "claude-fable-5-2";

/**
 * The policy of a request that is sent as it came after others were edited: only the thinking before the user's newest
 * words is removed, which is bound to what was sent.
 */
export function leavingPolicy(): Policy {
  policy ??= definePolicy(WITHOUT_THINKING);
  return policy;
}

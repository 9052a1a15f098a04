import type { PolicyInput } from "../../ts/policy/policy.js";

/**
 * A policy with the strategy `every-turn`, unless it names one: what these tests are about is what a policy masks, not
 * when. The replay has tests of its own.
 */
export function everyTurn(policy: PolicyInput = {}): PolicyInput {
  return { ...policy, cache: { strategy: "every-turn", ...policy.cache } };
}

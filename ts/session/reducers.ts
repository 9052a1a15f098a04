// Which policy reduces a session, by occasion.
import { getOrInsert } from "../base/maps.js";
import { createReducer, type Reducer } from "../pipeline/create-reducer.js";
import type { PolicyInput } from "../policy/policy.js";
import type { ContextSessionOptions, SessionSettings } from "./settings.js";

/** Why a session is reduced: it reached its limit, or the caller asked. */
export type Occasion = "limit" | "asked";

/** A session masks at once: it does not wait until masking pays. */
const AT_ONCE: PolicyInput = { cache: { strategy: "every-turn" } };

/**
 * Returns the reducer for each occasion. A caller's policy is checked at once and serves both occasions. Without a
 * policy, a requested reduction masks whatever can be masked, and a reduction at the limit has the limit as its budget.
 * These two need no check and are created on first use.
 *
 * @throws TamisError `POLICY_INVALID`.
 */
export function reducersOf(
  { policy, summarize }: ContextSessionOptions,
  { maxTokens, warnAt }: SessionSettings,
): (occasion: Occasion) => Reducer {
  const make = (input: ContextSessionOptions["policy"]) =>
    createReducer({
      ...(input === undefined ? {} : { policy: input }),
      ...(summarize === undefined ? {} : { summarize }),
    });
  if (policy !== undefined) {
    const reducer = make(policy);
    return () => reducer;
  }
  const made = new Map<Occasion, Reducer>();
  return (occasion) => {
    const budget = { tokens: Math.max(1, Math.ceil(warnAt * maxTokens) - 1) };
    return getOrInsert(made, occasion, () => make(occasion === "limit" ? { ...AT_ONCE, budget } : AT_ONCE));
  };
}

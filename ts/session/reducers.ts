import { createReducer, type Reducer } from "../pipeline/create-reducer.js";
import type { PolicyInput } from "../policy/policy.js";
import type { ContextSessionOptions, SessionSettings } from "./settings.js";

/** Why a session is reduced: its limit, or because somebody asked. */
export type Occasion = "limit" | "asked";

/** Masking that waits until it pays has no place here. */
const AT_ONCE: PolicyInput = { cache: { strategy: "every-turn" } };

/**
 * The reducer for each occasion. A caller's policy is checked at once and serves both. Without one, what is asked for
 * masks whatever can be masked, and the limit is the budget; these need no checking, and are made when they are needed.
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
    const reducer = made.get(occasion) ?? make(occasion === "limit" ? { ...AT_ONCE, budget } : AT_ONCE);
    made.set(occasion, reducer);
    return reducer;
  };
}

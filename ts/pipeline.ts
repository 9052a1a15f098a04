import type { ReduceAsyncOptions } from "./backend.js";
import type { SummaryModel } from "./llm.js";
import { type Policy, type PolicyInput, resolvePolicy } from "./policy.js";
import { reduceBodyAsync, reduceRequest } from "./reduce.js";
import type { Reduction } from "./report.js";

/** How a {@link Reducer} reduces. Every key is optional. */
export interface ReducerOptions {
  /** Rules of the mask stage, and `budget`, `trigger`, `summarize`, `truncate`, `pin`. Default: the library's. */
  policy?: PolicyInput | Policy;
  /** Writes summaries; without one the deterministic extract does. */
  summarize?: SummaryModel;
}

/** One call of a {@link Reducer}. An aborted `signal` rejects with `AbortError`, and nothing has changed. */
export type ReducerCall = ReduceAsyncOptions;

/** The graduated pipeline over every wire: mask, then summarise, then truncate; the first stage that fits wins. */
export interface Reducer {
  /** Resolves for every body and request: what cannot be read passes through with `report.skipped`. */
  reduce<T extends Uint8Array | object>(bodyOrRequest: T, call?: ReducerCall): Promise<Reduction<T>>;
}

/** A {@link Reducer}; the policy is checked here, once (`POLICY_INVALID`). */
export function createReducer(options: ReducerOptions = {}): Reducer {
  const policy = resolvePolicy(options.policy);
  return {
    async reduce<T extends Uint8Array | object>(bodyOrRequest: T, call: ReducerCall = {}) {
      call.signal?.throwIfAborted();
      if (bodyOrRequest instanceof Uint8Array) {
        return (await reduceBodyAsync(bodyOrRequest, policy, call)) as unknown as Reduction<T>;
      }
      return reduceRequest(bodyOrRequest, policy, call) as unknown as Reduction<T>;
    },
  };
}

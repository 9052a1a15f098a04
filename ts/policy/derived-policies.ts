import { getOrInsert } from "../base/maps.js";
import { type Policy, type PolicySettings, withSettings } from "./policy.js";

/** Policies that are made of others, one for equal settings, so that each is compiled once. */
export class DerivedPolicies {
  readonly #made = new WeakMap<Policy, Map<string, Policy>>();

  /**
   * The policy with other settings.
   *
   * @param key Tells what is made of `policy` from the rest that is made of it here.
   * @param settings Asked once for each.
   */
  of(policy: Policy, key: string, settings: () => Partial<PolicySettings>): Policy {
    const byKey = getOrInsert(this.#made, policy, () => new Map<string, Policy>());
    return getOrInsert(byKey, key, () => withSettings(policy, settings()));
  }
}

/** Makes a policy of each policy, once. */
export function derived(change: (settings: PolicySettings) => Partial<PolicySettings>): (policy: Policy) => Policy {
  const made = new WeakMap<Policy, Policy>();
  return (policy) => getOrInsert(made, policy, () => withSettings(policy, change(policy.settings)));
}

/** The policy of requests whose history is sent once: nothing of it is cached, so that nothing waits. */
export const sentOnce = derived(({ cache }) => ({
  cache: { ...cache, strategy: cache.strategy === "off" ? "off" : "every-turn" },
}));

import type { PolicyInput, SettingsInput } from "../../ts/policy/policy.js";
import { masksAlone } from "./masks-alone.js";

/**
 * Masks alone, with the strategy `every-turn`, unless the policy names another: what these tests are about is what a
 * policy masks, not when. The replay has tests of its own.
 */
export function everyTurn(policy: SettingsInput | PolicyInput = {}): PolicyInput {
  return masksAlone({ ...policy, cache: { strategy: "every-turn", ...policy.cache } } as SettingsInput);
}

import { checkKeys } from "../base/option-check.js";
import type { Policy, PolicyInput } from "../policy/policy.js";
import { type AdapterOptions, createEngine, type Engine } from "./engine.js";

/** Options of adapters that see messages, not requests. */
export type MessageOptions = Pick<AdapterOptions, "tokens" | "onReport" | "onError">;

const OPTIONS: readonly (keyof MessageOptions)[] = ["tokens", "onReport", "onError"];

/** @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`. */
export function createMessageEngine(
  policy: PolicyInput | Policy | undefined,
  options: MessageOptions,
  alsoValid: readonly string[] = [],
): Engine {
  checkKeys(options, [...OPTIONS, ...alsoValid]);
  return createEngine(policy, options, alsoValid);
}

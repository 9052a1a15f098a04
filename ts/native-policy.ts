import { type Policy, resolveToolRule } from "./policy.js";

/** The settings that the engine compiles, as JSON: tool rules in the user's order, with the policy's values filled in. */
export function nativePolicyJson(policy: Policy): string {
  const { mask } = policy.settings;
  const tools = Object.entries(mask.tools).map(([glob, rule]) => [glob, resolveToolRule(mask, rule)]);
  return JSON.stringify({ mask: { ...mask, tools } });
}

import type { Policy, PolicySettings, ToolRuleSettings } from "./policy.js";

/** The settings that the engine compiles, as JSON: tool rules in the user's order, with the policy's values filled in. */
export function nativePolicyJson(policy: Policy): string {
  const { mask } = policy.settings;
  const tools = Object.entries(mask.tools).map(([glob, rule]) => [glob, resolveRule(mask, rule)]);
  return JSON.stringify({ mask: { ...mask, tools } });
}

function resolveRule(mask: PolicySettings["mask"], rule: ToolRuleSettings) {
  return {
    windowTurns: rule.windowTurns ?? mask.windowTurns,
    keepLastK: rule.keepLastK === undefined ? mask.keepLastKPerTool : rule.keepLastK,
    keepErrors: rule.keepErrors ?? mask.keepErrors,
    maxObservationChars: rule.maxObservationChars === undefined ? mask.maxObservationChars : rule.maxObservationChars,
    never: rule.never ?? false,
  };
}

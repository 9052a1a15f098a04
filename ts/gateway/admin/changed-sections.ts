import type { GatewaySettings } from "../config/settings.js";

/** Names of the sections in which two configurations differ, and of policies; no values, which may be secret. */
export function changedSections(before: GatewaySettings, after: GatewaySettings): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof GatewaySettings)[];
  const sections = keys.filter((key) => key !== "policies" && text(before[key]) !== text(after[key]));
  const names = [...new Set([...before.policies.keys(), ...after.policies.keys()])];
  const policies = names.filter((name) => policyText(before, name) !== policyText(after, name));
  return [...sections, ...policies.map((name) => `policies.${name}`)];
}

const text = (value: unknown) => JSON.stringify(value);

function policyText({ policies }: GatewaySettings, name: string): string | undefined {
  const named = policies.get(name);
  return named === undefined ? undefined : text([named.policy.settings, named.summarizer]);
}

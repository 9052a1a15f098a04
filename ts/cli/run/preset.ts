import type { LoadedConfig } from "../../gateway/index.js";
import { definePolicy, type PolicyInput } from "../../index.js";
import { GATEWAY_SECTIONS } from "../../policy/toml.js";
import type { PresetChoice } from "../shared/preset-choices.js";

/** The loaded settings, with the preset's as the default policy where the user's configuration has none. */
export function withPreset({ settings, table }: LoadedConfig, preset: PresetChoice): LoadedConfig["settings"] {
  if (hasPolicy(table)) return settings;
  const input: PolicyInput = { preset };
  const { summarizer } = settings.policies.get("default") ?? {};
  const policies = new Map([...settings.policies, ["default", { policy: definePolicy(input), summarizer }] as const]);
  return { ...settings, policies };
}

/** Whether a configuration says anything of a default policy. */
function hasPolicy(table: Readonly<Record<string, unknown>>): boolean {
  const isNamed = Object.hasOwn(Object(table.policies), "default");
  return isNamed || Object.keys(table).some((key) => !GATEWAY_SECTIONS.includes(key));
}

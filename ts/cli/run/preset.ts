import type { AgentProfile } from "../../agents/index.js";
import type { LoadedConfig } from "../../gateway/index.js";
import { definePolicy, type PolicyInput } from "../../index.js";
import { GATEWAY_SECTIONS } from "../../policy/toml.js";
import type { PresetChoice } from "../shared/preset-choices.js";

/**
 * The loaded settings, with a default policy where the user's configuration has none: the preset that is asked for, else the
 * agent's profile's, else the preset safe.
 */
export function withPreset(
  { settings, table }: LoadedConfig,
  preset: PresetChoice | undefined,
  profile: AgentProfile | undefined,
): LoadedConfig["settings"] {
  if (hasPolicy(table)) return settings;
  const input: PolicyInput = preset === undefined ? (profile?.policy ?? { preset: "safe" }) : { preset };
  const { summarizer } = settings.policies.get("default") ?? {};
  const policies = new Map([...settings.policies, ["default", { policy: definePolicy(input), summarizer }] as const]);
  return { ...settings, policies };
}

/** Whether a configuration says anything of a default policy. */
function hasPolicy(table: Readonly<Record<string, unknown>>): boolean {
  const isNamed = Object.hasOwn(Object(table.policies), "default");
  return isNamed || Object.keys(table).some((key) => !GATEWAY_SECTIONS.includes(key));
}

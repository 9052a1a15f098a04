import type { AgentProfile } from "../../agents/index.js";
import { type LoadedConfig, withDefaultPolicy } from "../../gateway/index.js";
import { definePolicy, type PolicyInput } from "../../policy/policy.js";
import { GATEWAY_SECTIONS } from "../../policy/toml.js";
import type { PresetChoice } from "../shared/preset-choices.js";

/**
 * The loaded configuration, with a default policy where the user's own has none: the preset that is asked for, else the
 * agent's profile's, else the library's default. What a workspace asks for is compared with that one.
 */
export function launched(
  loaded: LoadedConfig,
  preset: PresetChoice | undefined,
  profile: AgentProfile | undefined,
): LoadedConfig {
  if (hasPolicy(loaded.table)) return loaded;
  const input: PolicyInput = preset === undefined ? (profile?.policy ?? {}) : { preset };
  return withDefaultPolicy(loaded, definePolicy(input));
}

/** The settings of {@link launched}. */
export const withPreset = (...args: Parameters<typeof launched>): LoadedConfig["settings"] =>
  launched(...args).settings;

/** Whether a configuration says anything of a default policy. */
function hasPolicy(table: Readonly<Record<string, unknown>>): boolean {
  const isNamed = Object.hasOwn(Object(table.policies), "default");
  return isNamed || Object.keys(table).some((key) => !GATEWAY_SECTIONS.includes(key));
}

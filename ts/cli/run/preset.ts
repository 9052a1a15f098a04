import type { AgentProfile } from "../../agents/index.js";
import { type Gateway, type GatewaySettings, type LoadedConfig, withDefaultPolicy } from "../../gateway/index.js";
import { definePolicy, type PolicyInput } from "../../policy/policy.js";
import { GATEWAY_SECTIONS } from "../../policy/toml.js";
import type { PresetChoice } from "../shared/preset-choices.js";
import type { Steering } from "./steering.js";

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

/**
 * Whether a launch's gateway is paused, asked at each request: it then also gets the preset that was chosen from inside since
 * the last one, as narrow as the workspace asks for.
 */
export function steered(
  loaded: LoadedConfig,
  settings: GatewaySettings,
  { preset: chosen, isPaused }: Steering,
  gateway: () => Gateway,
): () => boolean {
  let inUse: PresetChoice | undefined;
  return () => {
    const preset = chosen();
    if (preset !== undefined && preset !== inUse) {
      inUse = preset;
      gateway().reload({ ...settings, policies: withPreset({ ...loaded, table: {} }, preset, undefined).policies });
    }
    return isPaused();
  };
}

/** Whether a configuration says anything of a default policy. */
function hasPolicy(table: Readonly<Record<string, unknown>>): boolean {
  const isNamed = Object.hasOwn(Object(table.policies), "default");
  return isNamed || Object.keys(table).some((key) => !GATEWAY_SECTIONS.includes(key));
}

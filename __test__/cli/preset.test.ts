import { expect, it } from "vitest";
import { agentProfiles } from "../../ts/agents/index.js";
import { withPreset } from "../../ts/cli/run/preset.js";
import { checkConfig } from "../../ts/gateway/index.js";
import { definePolicy } from "../../ts/index.js";

const loaded = (table: Record<string, unknown>) => ({ settings: checkConfig(table), files: [], watched: [], table });
const claude = agentProfiles().find(({ name }) => name === "claude");
const profile = claude && { ...claude, policy: { cache: { rent: 4 } } };
const policyOf = (...args: Parameters<typeof withPreset>) => withPreset(...args).policies.get("default")?.policy;

it("takes a launch's policy from the configuration, else from --preset, else from the profile, else the default", () => {
  const own = { mask: { windowTurns: 3 } };
  expect(policyOf(loaded(own), "strong", profile)?.settings).toEqual(definePolicy(own).settings);
  expect(policyOf(loaded({}), "strong", profile)?.settings).toEqual(definePolicy({ preset: "strong" }).settings);
  expect(policyOf(loaded({}), undefined, profile)?.settings.cache.rent).toBe(4);
  expect(policyOf(loaded({}), undefined, undefined)?.settings).toEqual(definePolicy({}).settings);
});

it("is the library's default for every installed profile", () => {
  for (const installed of agentProfiles())
    expect(policyOf(loaded({}), undefined, installed)?.settings).toEqual(definePolicy({}).settings);
});

import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY, definePolicy } from "../../ts/policy/policy.js";
import { PRESETS } from "../../ts/policy/presets.js";
import { parsePolicyToml } from "../../ts/policy/toml.js";
import { thrownBy } from "../support/thrown.js";

describe("a preset", () => {
  it.each(PRESETS)("%s is valid, and differs from the default", (preset) => {
    const { preset: name, ...settings } = definePolicy({ preset }).settings;
    expect(name).toBe(preset);
    expect(settings).not.toEqual(DEFAULT_POLICY.settings);
    expect(settings.cache).toEqual(DEFAULT_POLICY.settings.cache);
  });

  it("gives way to each key that is given, in either spelling, and keeps the others", () => {
    const { mask, arrival } = definePolicy({
      preset: "balanced",
      mask: { windowTurns: 6, digest: null },
      arrival: { json: false },
    }).settings;
    expect([mask.windowTurns, mask.digest, arrival.json, arrival.paths]).toEqual([6, null, false, true]);
    const { policy } = parsePolicyToml('preset = "balanced"\n[mask]\nwindow_turns = 6\n');
    expect(policy.settings.mask.windowTurns).toBe(6);
    expect(policy.settings.mask.digest).not.toBeNull();
  });

  it("is one of those that there are", () => {
    const error = thrownBy(() => definePolicy({ preset: "bold" as never }));
    expect(error).toMatchObject({ code: "POLICY_INVALID" });
    expect(String(error)).toContain('preset: expected "safe" or "balanced" or "strong", got "bold"');
  });

  it("leaves the policy that names it as it is", () => {
    const policy = { preset: "strong" as const, mask: {} };
    definePolicy(policy);
    expect(policy).toEqual({ preset: "strong", mask: {} });
  });
});

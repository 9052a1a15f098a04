import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { NO_ARRIVAL } from "../../ts/policy/arrival.js";
import { DEFAULT_POLICY, definePolicy } from "../../ts/policy/policy.js";
import { PRESETS } from "../../ts/policy/presets.js";
import { parsePolicyToml } from "../../ts/policy/toml.js";
import { thrownBy } from "../support/thrown.js";
import { written } from "../support/written.js";

describe("a preset", () => {
  it.each(PRESETS)("%s is valid, and only balanced is the default", (preset) => {
    const { preset: name, ...settings } = definePolicy({ preset }).settings;
    expect(name).toBe(preset);
    expect(isDeepStrictEqual(settings, DEFAULT_POLICY.settings)).toBe(preset === "balanced");
    const strategy = preset === "none" ? "rent" : "auto";
    expect(settings.cache).toEqual({ ...DEFAULT_POLICY.settings.cache, strategy });
  });

  it("none switches off each thing but masks", () => {
    const { mask, arrival, args } = definePolicy({ preset: "none" }).settings;
    expect([mask.windowTurns, mask.digest, arrival, args]).toEqual([8, null, NO_ARRIVAL, null]);
  });

  it("gives way to each key that is given, in either spelling, and keeps the others", () => {
    const { mask, arrival } = definePolicy(
      written({
        preset: "strong",
        mask: { windowTurns: 6, digest: null },
        arrival: { longLines: null },
      }),
    ).settings;
    expect([mask.windowTurns, mask.digest, arrival.longLines, arrival.clip]).toEqual([6, null, null, 1600]);
    const { policy } = parsePolicyToml('preset = "strong"\n[mask]\nwindow_turns = 6\n');
    expect([policy.settings.mask.windowTurns, policy.settings.arrival.clip]).toEqual([6, 1600]);
  });

  it("none is the ground on which single keys are switched on", () => {
    const { mask, arrival, args } = definePolicy(
      written({
        preset: "none",
        mask: { digest: { maxChars: 300 } },
        arrival: { json: true },
        args: { tools: ["Write"] },
      }),
    ).settings;
    expect([mask.digest, arrival]).toEqual([
      { maxChars: 300, ratio: 0.15 },
      { ...NO_ARRIVAL, json: true },
    ]);
    expect(args).toEqual({ ...DEFAULT_POLICY.settings.args, tools: ["Write"] });
  });

  it("is one of those that there are", () => {
    const error = thrownBy(() => definePolicy({ preset: "bold" as never }));
    expect(error).toMatchObject({ code: "POLICY_INVALID" });
    expect(String(error)).toContain('preset: expected "none" or "safe" or "balanced" or "strong", got "bold"');
  });

  it("leaves the policy that names it as it is", () => {
    const policy = { preset: "strong" as const, mask: {} };
    definePolicy(policy);
    expect(policy).toEqual({ preset: "strong", mask: {} });
  });
});

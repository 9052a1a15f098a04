import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { checkCondensationSettings } from "../../ts/condensation/settings/check.js";
import { describeCondensationSettings } from "../../ts/condensation/settings/describe.js";
import {
  defineCondensationSettings,
  loadCondensationSettings,
  mergeSettings,
  settingsOfCall,
} from "../../ts/condensation/settings/resolve.js";
import type { buildCondensationTable } from "../../ts/condensation/settings/schema.js";
import {
  type CondensationSettingsInput,
  DEFAULT_CONDENSATION_SETTINGS,
} from "../../ts/condensation/settings/settings.js";

const context = { messages: [] };

type Given<T> = {
  [K in Exclude<keyof T, "modes" | "profileThresholds" | "preservationPriority">]-?: NonNullable<T[K]>;
};
/** Whether each is assignable to the other. */
type Same<A, B> = [A, B] extends [B, A] ? true : false;
type Described = z.output<ReturnType<typeof buildCondensationTable>>;
const hasTheTypesOfTheSchema: Same<Given<CondensationSettingsInput>, Given<Described>> = true;

describe("condensation settings", () => {
  it("have the types of their schema", () => expect(hasTheTypesOfTheSchema).toBe(true));

  it("have the defaults of the requirements where nothing is given", () => {
    expect(defineCondensationSettings()).toEqual({
      provider: "native",
      enableLosslessPhase: true,
      enableContentTypeAwareness: true,
      targetReductionPercent: 50,
      maxReductionPercentPerPhase: 90,
      preservationPriority: ["USER_MESSAGE", "ASSISTANT_MESSAGE", "ASSISTANT_THINKING", "TOOL_CALL", "TOOL_RESULT"],
      autoCondenseContext: true,
      autoCondenseContextPercent: 100,
    });
  });

  it("accept their own defaults, and have a help text each", () => {
    expect(defineCondensationSettings(DEFAULT_CONDENSATION_SETTINGS)).toEqual(DEFAULT_CONDENSATION_SETTINGS);
    for (const { key, description } of describeCondensationSettings())
      expect([key, description.length > 20]).toEqual([key, true]);
    for (const key of Object.keys(DEFAULT_CONDENSATION_SETTINGS))
      expect(describeCondensationSettings().map((one) => one.key)).toContain(key);
  });

  it("say in the help that one order is of loss and one of keeping", () => {
    const help = describeCondensationSettings().find(({ key }) => key === "preservationPriority")?.description;
    expect(help).toMatch(/order of keeping, first kept longest; the order of loss is the opposite/);
  });

  it.each([
    ["provider", "Smart", /provider: expected the name of a provider/],
    ["targetReductionPercent", 0, /targetReductionPercent: expected a whole number of percent from 1 to 95, got 0/],
    ["targetReductionPercent", 96, /from 1 to 95, got 96/],
    ["targetReductionPercent", 49.5, /from 1 to 95, got 49.5/],
    ["targetReductionPercent", -1, /from 1 to 95, got -1/],
    ["autoCondenseContextPercent", 4, /from 5 to 100, got 4/],
    ["autoCondenseContextPercent", 101, /from 5 to 100, got 101/],
    ["maxReductionPercentPerPhase", 101, /from 1 to 100, got 101/],
    ["enableLosslessPhase", "yes", /enableLosslessPhase: expected true or false, got "yes"/],
    ["preservationPriority", ["USER"], /preservationPriority\[0\]: expected one of USER_MESSAGE, .*, got "USER"/],
    ["preservationPriority", ["TOOL_CALL", "TOOL_CALL"], /preservationPriority: names TOOL_CALL twice/],
    ["fallback", { keepUserMessages: true }, /fallback: unknown key "fallback"; .*provider/],
    ["timeoutMs", 5, /timeoutMs: unknown key/],
    ["modes", { code: 5 }, /modes\.code: expected a table of settings, got 5/],
    ["modes", 5, /modes: expected a table, got 5/],
    ["modes", { "gpt-4.1": { provider: 3 } }, /modes\."gpt-4\.1"\.provider: expected the name of a provider/],
    ["targetReduction", 40, /targetReduction: unknown key "targetReduction"; did you mean "targetReductionPercent"/],
    ["modes", { code: { provider: 3 } }, /modes\.code\.provider: expected the name of a provider: .*, got 3/],
    [
      "modes",
      { code: { targetReductionPercent: 99 } },
      /modes\.code\.targetReductionPercent: .* from 1 to 95, or -1 to inherit, got 99/,
    ],
    ["modes", { code: { x: 1 } }, /modes\.code\.x: unknown key/],
  ])("refuse %s: %j as a whole, naming field, value and range", (key, value, message) => {
    expect(() => defineCondensationSettings({ [key]: value })).toThrow(message);
    expect(() => defineCondensationSettings({ [key]: value })).toThrow(
      expect.objectContaining({ code: "POLICY_INVALID" }),
    );
  });

  it("are loaded with the default in place of a wrong key alone", () => {
    const { settings, issues } = loadCondensationSettings({ provider: "smart", targetReductionPercent: 400, x: 1 });
    expect(settings).toEqual({ ...DEFAULT_CONDENSATION_SETTINGS, provider: "smart" });
    expect(issues.map(({ path }) => path)).toEqual(["targetReductionPercent", "x"]);
  });

  it("take keys in snake_case, and name them so", () => {
    const { settings, issues } = checkCondensationSettings({
      target_reduction_percent: 60,
      auto_condense_context_percent: 3,
    });
    expect(settings).toEqual({ targetReductionPercent: 60 });
    expect(issues.map(({ path }) => path)).toEqual(["auto_condense_context_percent"]);
    expect(
      checkCondensationSettings({ enableLosslessPhase: true, enable_lossless_phase: false }).issues[0]?.message,
    ).toMatch(/given twice/);
  });

  it("complete a partial order of keeping", () => {
    const { preservationPriority } = defineCondensationSettings({
      preservationPriority: ["TOOL_RESULT", "SYSTEM_MESSAGE"],
    });
    expect(preservationPriority).toEqual([
      ...["TOOL_RESULT", "SYSTEM_MESSAGE", "USER_MESSAGE", "ASSISTANT_MESSAGE", "ASSISTANT_THINKING", "TOOL_CALL"],
    ]);
  });
});

describe("settings of a mode", () => {
  const input = {
    targetReductionPercent: 40,
    maxReductionPercentPerPhase: 70,
    modes: {
      code: { provider: "smart", preservationPriority: ["USER_MESSAGE", "TOOL_RESULT"] },
      architect: { provider: "smart", targetReductionPercent: 60, maxReductionPercentPerPhase: -1 },
      ask: { provider: "native" },
    },
  } as const;

  it("win over the global ones, key by key", () => {
    expect(defineCondensationSettings(input, "architect")).toMatchObject({
      provider: "smart",
      targetReductionPercent: 60,
    });
    expect(defineCondensationSettings(input, "code")).toMatchObject({ provider: "smart", targetReductionPercent: 40 });
  });

  it("inherit what is absent or -1", () => {
    expect(defineCondensationSettings(input, "architect")).toMatchObject({ maxReductionPercentPerPhase: 70 });
    const inherited = Object.fromEntries(describeCondensationSettings().map(({ key }) => [key, -1]));
    const { settings, issues } = loadCondensationSettings({ ...input, modes: { code: inherited } }, "code");
    expect(issues).toEqual([]);
    expect(settings).toEqual(defineCondensationSettings(input));
    expect(checkCondensationSettings({ modes: { code: { x: -1 } } }).issues).toHaveLength(1);
  });

  it("do not act outside the mode, and a mode without any has the global ones", () => {
    expect(defineCondensationSettings(input).provider).toBe("native");
    expect(defineCondensationSettings(input, "unheard-of")).toEqual(defineCondensationSettings(input));
    expect(defineCondensationSettings(input, "constructor")).toEqual(defineCondensationSettings(input));
  });

  it("are joined over several files mode by mode", () => {
    const joined = mergeSettings(input, {
      modes: { code: { enableLosslessPhase: false } },
      maxReductionPercentPerPhase: 9,
    });
    expect(defineCondensationSettings(joined, "code")).toMatchObject({
      provider: "smart",
      enableLosslessPhase: false,
      maxReductionPercentPerPhase: 9,
    });
  });
});

describe("older settings", () => {
  it("load as they are: thresholds of profiles, and what is no percentage is as without a profile, with a notice", () => {
    const old = {
      autoCondenseContext: true,
      autoCondenseContextPercent: 80,
      profileThresholds: { a: 50, b: -1, c: 200, d: 3 },
    };
    expect(loadCondensationSettings(old, "a").settings).toMatchObject({
      provider: "native",
      autoCondenseContextPercent: 50,
    });
    for (const id of ["b", "c", "d"])
      expect(loadCondensationSettings(old, id).settings.autoCondenseContextPercent).toBe(80);
    expect(loadCondensationSettings(old).issues.map(({ path }) => path)).toEqual([
      "profileThresholds.c",
      "profileThresholds.d",
    ]);
  });
});

describe("settings of one condensation", () => {
  it("are the options' own keys over options.settings over the defaults", () => {
    const { settings } = settingsOfCall(context, {
      settings: { targetReductionPercent: 30, provider: "smart" },
      targetReductionPercent: 70,
    });
    expect(settings).toMatchObject({ provider: "smart", targetReductionPercent: 70 });
  });

  it("take the mode of the conversation, which the options' own keys win over", () => {
    const settings = { modes: { code: { targetReductionPercent: 20, enableLosslessPhase: false } } };
    const inMode = { ...context, mode: "code" };
    expect(settingsOfCall(inMode, { settings }).settings.targetReductionPercent).toBe(20);
    const call = settingsOfCall(inMode, { settings, targetReductionPercent: 90 });
    expect(call.settings).toMatchObject({ targetReductionPercent: 90, enableLosslessPhase: false });
  });

  it("have limits of their own, of which a wrong one is replaced, too", () => {
    const given = { timeoutMs: 7, maxModelCalls: 101, maxCost: -1 };
    const { settings, issues } = settingsOfCall(context, given);
    expect(settings).toEqual({ ...DEFAULT_CONDENSATION_SETTINGS, timeoutMs: 7, maxModelCalls: 4 });
    expect(issues).toEqual([
      { path: "maxModelCalls", message: "expected a whole number of calls from 0 to 100, got 101" },
      { path: "maxCost", message: "expected US dollars, 0 or more, got -1" },
    ]);
  });
});

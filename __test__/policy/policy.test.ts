import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import facts from "../../ts/models/facts.json" with { type: "json" };
import {
  DEFAULT_POLICY,
  definePolicy,
  Policy,
  type PolicyInput,
  policyJsonSchema,
  resolvePolicy,
} from "../../ts/policy/policy.js";
import { buildPolicySchema } from "../../ts/policy/schema.js";
import { thrownBy } from "../support/thrown.js";
import { written } from "../support/written.js";

type Case = [input: unknown, path: string, message: string | RegExp];

const [ROW] = facts.models as unknown as NonNullable<PolicyInput["models"]>;
const TURNS = "expected a whole number of tool turns up to 1000000";

const INVALID: Case[] = [
  [null, "", "expected a table of settings, got null"],
  [5, "", "expected a table of settings, got 5"],
  [[], "", "expected a table of settings, got a list"],
  [new Map(), "", /^expected a table of settings/],
  [new Date(), "", /^expected a table of settings/],
  [{ mode: "dry" }, "mode", 'expected "reduce" or "observe" or "off", got "dry"'],
  [{ enabled: false }, "enabled", /^unknown key "enabled"/],
  [{ windw: 1 }, "windw", /^unknown key "windw"; .*alid keys: .*mask/],
  [{ maks: {} }, "maks", /^unknown key "maks"; did you mean "mask"\? Valid keys: mask, /],
  [{ mask: { windowTurn: 1 } }, "mask.windowTurn", /did you mean "windowTurns"\?/],
  [{ mask: { window_turn: 1 } }, "mask.window_turn", /unknown key "window_turn"; did you mean "windowTurns"\?/],
  [{ mask: 5 }, "mask", "expected a table of settings, got 5"],
  [{ mask: { windowTurns: 1.5 } }, "mask.windowTurns", `${TURNS}, got 1.5`],
  [{ mask: { windowTurns: 1_000_001 } }, "mask.windowTurns", `${TURNS}, got 1000001`],
  [{ mask: { windowTurns: Number.NaN } }, "mask.windowTurns", `${TURNS}, got NaN`],
  [{ mask: { window_turns: "8" } }, "mask.window_turns", `${TURNS}, got "8"`],
  [{ mask: { minChars: -1 } }, "mask.minChars", "expected a whole number of chars from 0 to 536870888, got -1"],
  [{ mask: { keepErrors: "all" } }, "mask.keepErrors", 'expected true, false or "seed", got "all"'],
  [{ mask: { keepErrorsMaxChars: 199 } }, "mask.keepErrorsMaxChars", /from 200 to 536870888, got 199$/],
  [{ mask: { keepLastKPerTool: 2 ** 32 } }, "mask.keepLastKPerTool", /from 1 to 1000000, or null, got 4294967296$/],
  [
    { mask: { keepLastKPerTool: 0 } },
    "mask.keepLastKPerTool",
    "expected a whole number from 1 to 1000000, or null, got 0",
  ],
  [{ mask: { maxObservationChars: 0 } }, "mask.maxObservationChars", /from 1 to 536870888, or null, got 0$/],
  [{ mask: { tools: { ["x".repeat(257)]: {} } } }, `mask.tools["${"x".repeat(257)}"]`, /1 to 256 chars/],
  [{ mask: { tools: { "\ude00": {} } } }, String.raw`mask.tools["\ude00"]`, /lone surrogate/],
  [{ mask: { tools: [] } }, "mask.tools", "expected a table of tool rules, got a list"],
  [{ mask: { tools: { x: 1 } } }, 'mask.tools["x"]', "expected a table of settings, got 1"],
  [{ mask: { tools: { "": {} } } }, 'mask.tools[""]', /1 to 256 chars/],
  [
    { mask: { tools: { "read_*": { windowTurns: 0 } } } },
    'mask.tools["read_*"].windowTurns',
    /from 1 to 1000000, got 0$/,
  ],
  [{ mask: { tools: { 'a"b': { foo: 0 } } } }, 'mask.tools["a\\"b"].foo', /unknown key "foo"; valid keys: /],
  [
    { cache: { prices: { read: 1, write: 1, reads: 2 } } },
    "cache.prices.reads",
    /did you mean "read"\? Valid keys: read, write$/,
  ],
  [
    { models: [{ ...facts.models[0], contextTokenz: 1 }] },
    "models[0].contextTokenz",
    /did you mean "contextTokens"\? Valid keys: contextTokens, /,
  ],
  [{ models: [{ cache: { life: 1 } }] }, "models[0].cache.life", /valid keys: .*\blifeSeconds\b/i],
  [JSON.parse('{"mask":{"tools":{"__proto__":{}}}}'), 'mask.tools["__proto__"]', "is not a usable name"],
  [JSON.parse('{"__proto__":{"mode":"off"}}'), "__proto__", "is not a usable name"],
  [
    { mask: { placeholder: { family: "short" } } },
    "mask.placeholder.family",
    /"brief" or "conversation" or "observation", got "short"/,
  ],
  [{ mask: { placeholder: { locale: "de" } } }, "mask.placeholder.locale", 'expected "en" or "fr", got "de"'],
  [{ mask: { placeholder: { template: "x{original_chars}" } } }, "mask.placeholder.template", /at least 8 chars/],
  [{ mask: { placeholder: { template: "1234567{original_chars}" } } }, "mask.placeholder.template", /at least 8 chars/],
  [{ mask: { placeholder: { template: "x".repeat(501) } } }, "mask.placeholder.template", /at most 500 chars/],
  [
    { mask: { placeholder: { template: "old result {chars}" } } },
    "mask.placeholder.template",
    /unknown field \{chars\}; valid fields: \{tool_call_id\}/,
  ],
  [
    { mask: { placeholder: { template: "old result {handle}" } } },
    "mask.placeholder.template",
    /restore\.handles puts the handle/,
  ],
  [{ mask: { windowTurns: 1, window_turns: 2 } }, "mask.window_turns", /given twice/],
  [{ budget: {} }, "budget", "needs tokens, bytes, images, chars or fraction"],
  [{ budget: { tokens: 0 } }, "budget.tokens", /expected a whole number of tokens, 1 or more/],
  [{ budget: { tokens: 0 } }, "budget.tokens", /expected a whole number of tokens, 1 or more/],
  [{ budget: { fraction: 1.5 } }, "budget.fraction", /expected a number above 0, at most 1/],
  [{ budget: { tokens: 5, lowWatermark: 0 } }, "budget.lowWatermark", /expected a number from 0.1 to 1/],
  [{ budget: { tokens: 5, lowWatermark: 0.099 } }, "budget.lowWatermark", /expected a number from 0.1 to 1/],
  [{ mask: { media: "drop" } }, "mask.media", 'expected "keep" or "mask", got "drop"'],
  [{ mask: { digest: { maxChars: 19 } } }, "mask.digest.maxChars", /from 20 to 4000/],
  [{ mask: { digest: { maxChars: 800, ratio: 0 } } }, "mask.digest.ratio", /above 0, at most 1/],
  [{ mask: { digest: { maxChars: 800, ratio: 0.3, words: 1 } } }, "mask.digest.words", /unknown/],
  [{ dispatch: { enabled: 1 } }, "dispatch.enabled", "expected true or false, got 1"],
  [
    { experimental: { dispatch: { max_chars: 0 } } },
    "experimental.dispatch.max_chars",
    /a whole number of chars from 1 to 536870888, got 0/,
  ],
  [{ dispatch: { tools: "*" } }, "dispatch.tools", 'expected a list of globs, got "*"'],
  [{ dispatch: { tools: [""] } }, "dispatch.tools[0]", 'expected a glob of 1 to 256 chars, got ""'],
  [{ version: 2 }, "version", /there is one version, 1 \(what was 2 is now 1\): write 1, or leave it out, got 2/],
  [{ version: "1" }, "version", /there is one version, 1/],
  [{ arrival: { dedupe: true } }, "arrival.dedupe", 'expected false, "first" or "newest", got true'],
  [{ cache: { strategy: "hire" } }, "cache.strategy", 'expected "auto" or "rent" or "every-turn" or "off", got "hire"'],
  [{ cache: { rent: -1 } }, "cache.rent", /expected a number from 0 to 1000/],
  [{ cache: { anchor: "no" } }, "cache.anchor", /expected true or false/],
  [{ cache: { prices: {} } }, "cache.prices", /expected "auto", or { read, write } from 0 to 100/],
  [{ restore: { handles: true } }, "restore", /restore\.key, or TAMIS_RESTORE_KEY in the environment/],
  [{ restore: { key: "k" } }, "restore.key", /a secret of 16 to 256 chars/],
  [{ restore: { folder: "originals" } }, "restore.folder", /absolute path in one line/],
  [{ restore: { folder: "/a\nb" } }, "restore.folder", /absolute path in one line/],
  [{ models: Array(257).fill(ROW) }, "models", /at most 256 rows/],
  [{ pin: Array(65).fill("x") }, "pin", /at most 64 pins/],
  [{ pin: [""] }, "pin[0]", /expected a text of 1 to 200 chars/],
  [{ pin: [{ role: "user" }] }, "pin[0]", /expected a list of texts/],
  [{ summarize: { maxChars: 199 } }, "summarize.maxChars", /from 200 to 100000, got 199/],
  [{ summarize: { prompt: "Summarise." } }, "summarize.prompt", /needs \{data\}/],
  [{ summarize: { model: "gpt" } }, "summarize.model", /give the model to createReducer/],
  [{ truncate: { enabled: 1 } }, "truncate.enabled", /expected true or false/],
  [{ tokens: { method: "bpe" } }, "tokens.method", /expected "estimate" or "exact" or "chars4"/],
];

/** Every landed key, none at its default but the version. */
const FULL: PolicyInput = written({
  version: 1,
  mode: "observe",
  mask: {
    windowTurns: -5,
    minChars: 0,
    keepErrors: "seed",
    keepErrorsMaxChars: 200,
    keepLastKPerTool: 3,
    tools: {
      snake_case_tool: { windowTurns: 1, keepLastK: null, keepErrors: false, maxObservationChars: 9, never: true },
    },
    maxObservationChars: 100,
    placeholder: { family: "observation", locale: "fr", template: "an old result {original_chars}" },
  },
  budget: { tokens: 1000, clearAtLeast: 10 },
  cache: {
    strategy: "every-turn",
    prices: { read: 0.2, write: 1.5 },
    rent: 2,
    anchor: false,
  },
});

describe("definePolicy", () => {
  it.each(INVALID)("refuses %j at %s", (input, path, message) => {
    const isWritten =
      Object.getPrototypeOf(input ?? 0) === Object.prototype && !JSON.stringify(input).includes("__proto__");
    const error = thrownBy(() => definePolicy(isWritten ? written(input as PolicyInput) : (input as PolicyInput)));
    expect(error.code).toBe("POLICY_INVALID");
    const issue = error.issues.find((i) => i.path === path || i.path === `experimental.${path}`);
    expect(error.issues.map((issue) => issue.path)).toContain(issue?.path ?? path);
    if (typeof message === "string") expect(issue?.message).toBe(message);
    else expect(issue?.message).toMatch(message);
    expect(issue?.message).not.toContain("\n");
    expect(error.message).toContain(issue?.message);
  });

  it("lists every problem", () => {
    const error = thrownBy(() => definePolicy({ mode: "x", mask: { minChars: -1, foo: 1 } } as unknown as PolicyInput));
    expect(error.issues.map((issue) => issue.path).sort()).toEqual(["mask.foo", "mask.minChars", "mode"]);
  });

  it("accepts every released key, and both spellings", () => {
    const { settings } = definePolicy(FULL);
    const { experimental, ...documented } = FULL;
    expect(settings).toMatchObject(documented);
    expect(settings).toMatchObject(experimental as object);
    expect(definePolicy(toSnakeCase(FULL) as PolicyInput).settings).toEqual(settings);
    expect(definePolicy(written(settings)).settings).toEqual(settings);
  });

  it("never renames the caller's globs", () => {
    expect(Object.keys(definePolicy({ mask: { tools: { read_my_file: {} } } }).settings.mask.tools)).toEqual([
      "read_my_file",
    ]);
  });

  it("accepts its own defaults, including off values", () => {
    expect(definePolicy(written(DEFAULT_POLICY.settings)).settings).toEqual(DEFAULT_POLICY.settings);
  });

  it("accepts a template with a literal text of 8 chars", () => {
    const template = "12345678{original_chars}";
    expect(definePolicy({ mask: { placeholder: { template } } }).settings.mask.placeholder.template).toBe(template);
  });

  it("takes the least and the most of each limit", () => {
    const { settings } = definePolicy(
      written({
        budget: { tokens: 5, lowWatermark: 0.1 },
        models: Array(256).fill(ROW),
        pin: Array(64).fill("x"),
      }),
    );
    expect(settings.budget?.lowWatermark).toBe(0.1);
    expect([settings.models.length, settings.pin.length]).toEqual([256, 64]);
    expect(definePolicy({ budget: { tokens: 5 } }).settings.budget?.lowWatermark).toBe(0.8);
  });

  it("leaves its input unchanged, and freezes its output", () => {
    const input = { pin: ["a"], mask: { tools: { x: {} } } };
    const { settings } = definePolicy(input);
    expect(input).toEqual({ pin: ["a"], mask: { tools: { x: {} } } });
    input.pin.push("b");
    expect(settings.pin).toEqual(["a"]);
    expect([settings, settings.mask, settings.pin, settings.mask.tools.x].every(Object.isFrozen)).toBe(true);
  });
});

describe("the default policy", () => {
  it("equals the schema's defaults", () => {
    expect(DEFAULT_POLICY.settings).toEqual(buildPolicySchema(z).parse({}));
    expect(definePolicy({}).settings).toEqual(DEFAULT_POLICY.settings);
    expect(JSON.stringify(definePolicy({}).settings)).toBe(JSON.stringify(DEFAULT_POLICY.settings));
  });

  it("is frozen at every level", () => {
    expect(Object.isFrozen(DEFAULT_POLICY.settings.mask.placeholder)).toBe(true);
  });
});

describe("resolvePolicy", () => {
  it("accepts nothing, a policy, or settings remembered by identity", () => {
    expect(resolvePolicy(undefined)).toBe(DEFAULT_POLICY);
    expect(resolvePolicy(DEFAULT_POLICY)).toBe(DEFAULT_POLICY);
    const input = { mask: { windowTurns: 3 } };
    const policy = resolvePolicy(input);
    input.mask.windowTurns = 4;
    expect(resolvePolicy(input)).toBe(policy);
    expect(resolvePolicy({ mask: { windowTurns: 3 } }).settings.mask.windowTurns).toBe(3);
    expect(Policy.isPolicy(policy)).toBe(true);
    expect(Policy.isPolicy({ settings: policy.settings })).toBe(false);
  });

  it("checks values that are no objects", () => {
    expect(thrownBy(() => resolvePolicy(null as unknown as PolicyInput)).code).toBe("POLICY_INVALID");
    expect(thrownBy(() => resolvePolicy("x" as unknown as PolicyInput)).code).toBe("POLICY_INVALID");
  });
});

describe("policyJsonSchema", () => {
  it("describes what may be written", () => {
    const schema = policyJsonSchema();
    expect(schema).toMatchObject({ type: "object", additionalProperties: false });
    expect(schema.required).toBeUndefined();
    expect(schema).toMatchObject({
      properties: { mask: { properties: { windowTurns: { type: "integer", default: 2 } } } },
    });
  });

  it("is plain data", () => {
    expect(JSON.parse(JSON.stringify(policyJsonSchema()))).toEqual(policyJsonSchema());
  });
});

describe("types", () => {
  it("are inferred from the schema", () => {
    expectTypeOf<NonNullable<PolicyInput["mask"]>["windowTurns"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf(DEFAULT_POLICY.settings.mask.windowTurns).toEqualTypeOf<number>();
    expectTypeOf(DEFAULT_POLICY.settings.mask.keepErrors).toEqualTypeOf<boolean | "seed">();
    expectTypeOf(DEFAULT_POLICY.settings.cache.strategy).toEqualTypeOf<"auto" | "rent" | "every-turn" | "off">();
    expectTypeOf(DEFAULT_POLICY.settings.version).toEqualTypeOf<1>();
    expectTypeOf(DEFAULT_POLICY.settings.mask.media).toEqualTypeOf<"keep" | "mask">();
  });
});

function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [
    key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
    toSnakeCase(child),
  ]);
  return Object.fromEntries(entries);
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { PROFILE_CHECKS } from "../../ts/agents/named-checks.js";
import { buildProfile } from "../../ts/agents/schema.js";
import profileShape from "../../ts/agents/shape.json" with { type: "json" };
import { CONDENSATION_CHECKS } from "../../ts/condensation/settings/named-checks.js";
import { buildCondensationTable } from "../../ts/condensation/settings/schema.js";
import condensationShape from "../../ts/condensation/settings/shape.json" with { type: "json" };
import { GATEWAY_CHECKS } from "../../ts/gateway/config/named-checks.js";
import { buildGatewaySections } from "../../ts/gateway/config/schema.js";
import gatewayShape from "../../ts/gateway/config/shape.json" with { type: "json" };
import { buildModelTable } from "../../ts/models/schema.js";
import { DOCUMENTED_KEYS } from "../../ts/policy/groups.js";
import { NAMED_CHECKS } from "../../ts/policy/named-checks.js";
import { buildPolicySchema } from "../../ts/policy/schema.js";
import shape from "../../ts/policy/shape.json" with { type: "json" };
import { checkShape, type Problem } from "../../ts/shape/check-shape.js";
import { filesOf, SCHEMAS, shapeOf } from "../../ts/shape/make-shapes.mjs";
import { shapesAt } from "../../ts/shape/parts.js";
import type { NamedChecks, Shape } from "../../ts/shape/shape.js";
import { valueAt } from "../../ts/text/json-value.js";
import { filesUnder, read } from "../architecture/typescript-imports.js";
import { cases } from "../support/cases.js";

const schema = buildPolicySchema(z);
const POLICY_SHAPE = shape as Shape;
const condensationSchema = buildCondensationTable(z);
const profileSchema = buildProfile(z);
const gatewaySchema = buildGatewaySections(z);

describe("the files made of the schemas", () => {
  it.each([
    ["ts/policy/schema.ts", schema],
    ["ts/models/schema.ts", buildModelTable(z)],
    ["ts/condensation/settings/schema.ts", condensationSchema],
    ["ts/gateway/config/schema.ts", gatewaySchema],
    ["ts/agents/schema.ts", profileSchema],
  ])("are those of %s", (source, built) => {
    const files = SCHEMAS.filter((one) => one.source === source).flatMap((one) => [
      ...filesOf(one, built, one.documented === undefined ? undefined : DOCUMENTED_KEYS),
    ]);
    expect(files.length).toBeGreaterThan(0);
    for (const [path, text] of files) expect(text, `${path}: npm run fix, npm run build:ts`).toBe(read(path));
  });
});

describe("the program", () => {
  it("does not load zod", () => {
    const users = filesUnder("ts", ".ts", ".tsx").filter((file) =>
      /^import (?!type )[^;]*from "zod|\("zod"/m.test(read(`ts/${file}`)),
    );
    expect(users).toEqual([]);
  });
});

describe("a shape", () => {
  it("is not made of a check without a name", () => {
    expect(() => shapeOf(z.string().refine(() => true))).toThrow("a refinement needs a name");
    expect(() => shapeOf(z.date())).toThrow("shapes have no date");
  });

  it("gives each defaulted value anew", () => {
    const [one, other] = [0, 1].map(() => checkShape(POLICY_SHAPE, {}, NAMED_CHECKS).value as { pin: unknown[] });
    one?.pin.push("changed");
    expect(other?.pin).toEqual([]);
  });

  it.each<[string, z.ZodType, Shape, NamedChecks]>([
    ["policy", schema, POLICY_SHAPE, NAMED_CHECKS],
    ["gateway's tables", gatewaySchema, gatewayShape as Shape, GATEWAY_CHECKS],
    ["condensation's table", condensationSchema, condensationShape as Shape, CONDENSATION_CHECKS],
    ["launch profile", profileSchema, profileShape as Shape, PROFILE_CHECKS],
  ])("finds the problems that zod finds in any %s, and fills in the same defaults", (_, described, one, checks) => {
    fc.assert(
      fc.property(mostlyRight(one), (settings) => {
        const parsed = described.safeParse(settings);
        const { value, problems } = checkShape(one, settings, checks);
        const issues = parsed.error?.issues.filter((issue) => !isLengthOfNoList(issue, one, settings)) ?? [];
        expect(told(problems.map(plain))).toEqual(told(issues.map(plainIssue)));
        if (parsed.success) expect(value).toEqual(parsed.data);
      }),
      { numRuns: cases(250) },
    );
  });
});

/** zod also measures a text in the place of a list. */
const isLengthOfNoList = (issue: z.core.$ZodIssue, one: Shape, settings: unknown) =>
  issue.code === "too_small" &&
  shapesAt(one, issue.path).every(({ kind }) => kind === "list") &&
  !Array.isArray(valueAt(settings, issue.path));

/** A problem once: zod tells the length of a value of the wrong type, too. */
const told = (problems: readonly object[]) => [...new Set(problems.map((problem) => JSON.stringify(problem)))];

const plain = ({ path, kind, message, keys }: Problem) =>
  kind === "unknown keys" ? { path, keys } : { path, kind, message };

function plainIssue(issue: z.core.$ZodIssue): object {
  const path = issue.path.map((key) => (typeof key === "symbol" ? String(key) : key));
  if (issue.code === "unrecognized_keys") return { path, keys: issue.keys };
  if (issue.code === "invalid_key") return { path, kind: "key", message: issue.issues[0]?.message };
  return { path, kind: issue.code === "custom" ? "named" : "value", message: issue.message };
}

/** Values that fit a shape, and those that do not: of another type, at and beyond its limits, with other keys. */
function valuesOf(one: Shape): fc.Arbitrary<unknown> {
  const right = rightOf(one);
  return fc.oneof(
    { weight: 12, arbitrary: right },
    {
      weight: 1,
      arbitrary: fc.constantFrom(undefined, null, true, "", "x", 0, -1, 1.5, 2 ** 53, Number.NaN, [], {}, [1]),
    },
  );
}

function rightOf(one: Shape): fc.Arbitrary<unknown> {
  switch (one.kind) {
    case "number":
      return fc.oneof(fc.constantFrom(...limitsOf(one), 0.5, 1e9), fc.double({ min: 0, max: 1, noNaN: true }));
    case "text":
      return fc.constantFrom(
        "a text",
        "glob_*",
        "x".repeat(201),
        "\u{1F600}".repeat(200),
        "\ud800",
        "{data} here",
        "{bad}",
        "2026-11-25",
        "https://api.example",
        "openai",
        "groq",
        "x-team",
        "x-api-key",
        "KEY_1",
        "0".repeat(64),
        "redis://10.0.0.5",
      );
    case "flag":
      return fc.boolean();
    case "anything":
      return fc.anything();
    case "never":
      return fc.constant(undefined);
    case "one of":
      return fc.constantFrom(...one.values, "another");
    case "list":
      return fc.oneof(fc.array(valuesOf(one.item), { maxLength: 3 }), fc.constant(Array(65).fill("a")));
    case "any of":
      return fc.oneof(...one.options.map(valuesOf));
    case "record":
      return fc.dictionary(fc.constantFrom("read_*", "a", "12", "", "\udc00", "openai", "v1"), valuesOf(one.value), {
        maxKeys: 3,
      });
    case "table":
      return fc.record(partsOf(one.keys), { requiredKeys: requiredOf(one.keys) });
  }
}

const limitsOf = ({ limits = [] }: Shape) => [
  1,
  ...limits.flatMap((one) => ("limit" in one ? [one.limit, one.limit - 1, one.limit + 1] : [])),
];

const partsOf = (keys: Readonly<Record<string, Shape>>): Record<string, fc.Arbitrary<unknown>> => ({
  ...Object.fromEntries(Object.entries(keys).map(([key, part]) => [key, valuesOf(part)])),
  extra: fc.constant(1),
});

/** Most tables are complete, so that their parts are checked. */
const requiredOf = (keys: Readonly<Record<string, Shape>>) =>
  Object.entries(keys).flatMap(([key, part]) =>
    part.optional || "default" in part || "prefault" in part ? [] : [key],
  );

const mostlyRight = (one: Shape) =>
  fc.oneof({ weight: 9, arbitrary: rightOf(one) }, { weight: 1, arbitrary: valuesOf(one) });

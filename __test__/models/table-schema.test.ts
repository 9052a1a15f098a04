import { describe, expect, it } from "vitest";
import * as z from "zod";
import { buildModelTable } from "../../ts/models/schema.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { MODEL_TABLE, modelTableJsonSchema } from "../../ts/pricing/index.js";
import { contextTokensOf } from "../../ts/reduce/budget.js";

type Schema = { properties?: Record<string, Schema>; items?: Schema; description?: string; required?: string[] };

describe("the table of models", () => {
  const schema = buildModelTable(z);

  it("is as its schema says", () => {
    expect(schema.safeParse(MODEL_TABLE).error?.issues).toBe(undefined);
    const ids = MODEL_TABLE.models.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { named, unnamed } of Object.values(MODEL_TABLE.wires)) {
      expect([ids.includes(named), ids.includes(unnamed)]).toEqual([true, true]);
    }
    const vendors = MODEL_TABLE.vendors.map(({ id }) => id);
    expect(MODEL_TABLE.models.filter(({ vendor }) => !vendors.includes(vendor))).toEqual([]);
  });

  it.each([
    ["a member of another name", { extra: 1 }],
    ["a limit that is no number", { contextTokens: "1M" }],
    ["a name in upper case", { names: ["Claude"] }],
    ["a date of another form", { date: "25 November" }],
  ])("refuses %s", (_, change) => {
    const models = MODEL_TABLE.models.map((row, index) => (index === 0 ? { ...row, ...change } : row));
    expect(schema.safeParse({ ...MODEL_TABLE, models }).success).toBe(false);
  });

  it("has a JSON Schema that describes every member of a row", () => {
    const { properties } = modelTableJsonSchema() as Schema;
    const row = properties?.models?.items;
    expect(row?.required).toEqual(expect.arrayContaining(["id", "vendor", "names", "cache", "thinking", "source"]));
    const undescribed = Object.entries({ ...row?.properties, ...row?.properties?.cache?.properties }).filter(
      ([name, { description }]) => description === undefined && name !== "cache" && name !== "thinking",
    );
    expect(undescribed.map(([name]) => name)).toEqual([]);
  });
});

describe("the context limit of which a budget is a share", () => {
  const limitOf = (model: string, settings = {}) => contextTokensOf(resolvePolicy(settings), { model });

  it("is that of the table for a model that it lists, and of the vendor's newest for one that no list knows", () => {
    expect(limitOf("claude-opus-5-5")).toBe(1_000_000);
    expect(limitOf("claude-sonnet-4-5")).toBe(200_000);
    expect(limitOf("claude-sonnet-4-5[1m]")).toBe(1_000_000);
    expect(limitOf("gpt-4")).toBe(8192);
    expect(limitOf("claude-next-9")).toBe(1_000_000);
    expect(limitOf("my-own-model")).toBe(undefined);
  });

  it("is that of the policy's own row, and of the caller, before all others", () => {
    const row = MODEL_TABLE.models.find(({ id }) => id === "claude-opus-5-5");
    const models = [{ ...row, id: "mine", names: ["my-own-model"], contextTokens: 4321 }];
    expect(limitOf("my-own-model", { models })).toBe(4321);
    expect(contextTokensOf(resolvePolicy({}), { model: "gpt-4", contextTokens: 99 })).toBe(99);
  });
});

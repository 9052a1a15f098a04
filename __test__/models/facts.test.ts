import { describe, expect, it } from "vitest";
import { factsOf } from "../../ts/models/facts.js";
import { canonical } from "../../ts/models/find-name.js";
import { MODEL_TABLE, type ModelRow } from "../../ts/models/rows.js";
import cases from "../fixtures/model-names.json" with { type: "json" };

describe("the facts of a model", () => {
  it.each(cases)("of $model, host $host, wire $wire: $row by $by", ({ row, by, ...question }) => {
    const found = factsOf(question);
    expect([found.row.id, found.by]).toEqual([row, by]);
  });

  it.each([
    ["claude-sonnet-5-5", { read: 0.05 }, 1_000_000],
    ["glm-4.5", { read: 0.2 }, 128_000],
    ["glm-4.6", { read: 0.2 }, 200_000],
    ["glm-4.7", { read: 0.2 }, 200_000],
    ["glm-5", { read: 0.2 }, 200_000],
    ["glm-5.1", { read: 0.2 }, 200_000],
    ["glm-5.2", { read: 0.2 }, 1_000_000],
    ["gemini-4-argon", { read: 0.05, minimumTokens: 4096, marker: "none" }, 1_048_576],
    ["gemini-3.6-flash", { minimumTokens: 4096 }, 1_048_576],
    ["gemini-2.5-pro", { minimumTokens: 2048 }, 1_048_576],
    ["deepseek-flash", { read: 0.02 }, 1_000_000],
    ["deepseek-v4-pro", { read: 0.033 }, 1_000_000],
    ["qwen3.8-max", { read: 0.125 }, 991_808],
    ["qwen3.8-flash", { read: 0.107, write: 1 }, 991_808],
    ["kimi-k3.1-pro", { marker: "optional", write: 1, writeLong: 2 }, 1_048_576],
    ["grok-4.7", { read: 0.25 }, 500_000],
    ["amazon.nova-pro-v1:0", { read: 0.25 }, 300_000],
  ])("of %s are those of its vendor's pages", (model, cache, contextTokens) => {
    expect(factsOf({ model }).row).toMatchObject({ cache, contextTokens });
  });

  it("of an unlisted Gemini do not double the price of a long prompt", () => {
    expect(factsOf({ model: "gemini-9-ultra" }).row.dear).toBeUndefined();
  });

  it("are the user's own first", () => {
    const [installed] = MODEL_TABLE.models;
    const own: ModelRow[] = [{ ...(installed as ModelRow), id: "mine", names: ["claude-opus-4-5", "my-model"] }];
    expect(factsOf({ model: "claude-opus-4-5" }, own)).toMatchObject({ row: { id: "mine" }, by: "name" });
    expect(factsOf({ model: "x/my-model-2" }, own)).not.toMatchObject({ row: { id: "mine" } });
    expect(factsOf({ model: "x/my-model" }, own)).toMatchObject({ row: { id: "mine" } });
    expect(factsOf({ model: "claude-opus-4-6" }, own).row.id).toBe("claude-opus-4-6");
  });

  it("survive any name", () => {
    for (const model of [
      "",
      "-",
      "gpt-".repeat(10_000),
      "claude-".repeat(5000),
      "\u0000",
      "𝒳",
      "gpt-4".repeat(20_000),
    ]) {
      expect(factsOf({ model, wire: "no wire" }).row.id).toBeTypeOf("string");
    }
  });
});

describe("the table of models", () => {
  const { models, vendors, wires } = MODEL_TABLE;

  it("names each row and each name once", () => {
    for (const list of [
      models.map(({ id }) => id),
      models.flatMap(({ names }) => names),
      vendors.map(({ id }) => id),
    ]) {
      expect(list.filter((one, at) => list.indexOf(one) !== at)).toEqual([]);
    }
  });

  it("has names as they are compared", () => {
    const all = [...models, ...vendors].flatMap(({ names }) => names);
    expect(all.filter((name) => canonical(name) !== name || name === "")).toEqual([]);
  });

  it("has a vendor for each row, and one newest row for each vendor with models", () => {
    const known = new Set(vendors.map(({ id }) => id));
    expect(models.filter(({ vendor }) => !known.has(vendor))).toEqual([]);
    for (const { id, names } of vendors) {
      const newest = models.filter(({ vendor, newest }) => vendor === id && newest === true);
      expect(newest.length, id).toBe(names.length === 0 ? 0 : 1);
    }
  });

  it("has rows for what is known by the wire alone", () => {
    const ids = models.map(({ id }) => id);
    for (const { named, unnamed } of Object.values(wires))
      expect(ids).toEqual(expect.arrayContaining([named, unnamed]));
  });

  it("says for each row where it is from and when it was read", () => {
    for (const { id, source, date } of models) {
      expect(source.length, id).toBeGreaterThan(5);
      expect(date, id).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });
});

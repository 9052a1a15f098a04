import { describe, expect, it } from "vitest";
import { cacheFor, goneSecondsOf, lifeSecondsOf } from "../../ts/models/cache-mode.js";
import { dayAt, isDay } from "../../ts/models/day.js";
import { factsOf } from "../../ts/models/facts.js";
import table from "../../ts/models/facts.json" with { type: "json" };
import { DATED_ROWS, FACTS, MODEL_TABLE } from "../../ts/models/rows.js";

const readOf = (model: string, asOf?: string) => factsOf({ model, asOf }).row.cache.read;
const cacheOf = (model: string) => factsOf({ model }).row.cache;

describe("facts on a day", () => {
  it("are another day's though the model was asked for without a day before", () => {
    const [today, before] = [readOf("o3"), readOf("o3", "2025-06-09")];
    expect([today, before]).toEqual([0.25, 0.05]);
  });

  it.each([
    ["claude-sonnet-5-5", "2026-10-06", 0.1],
    ["claude-sonnet-5-5", "2026-10-07", 0.05],
    ["o3", "2025-06-09", 0.05],
    ["o3", "2025-06-10", 0.25],
    ["deepseek-v4-flash", "2026-08-16", 0.02],
    ["deepseek-v4-flash", "2026-08-17", 0.032],
    ["deepseek-v4-flash", "2026-10-26", 0.02],
    ["claude-opus-4-6", "2026-01-01", 0.1],
  ])("%s on %s reads at %s", (model, day, read) => {
    expect(readOf(model, day)).toBe(read);
  });

  it("are those of the release without a day, and the last ones on a day that is to come", () => {
    expect(readOf("claude-sonnet-5-5")).toBe(readOf("claude-sonnet-5-5", table.day));
    expect(readOf("claude-sonnet-5-5", "2099-01-01")).toBe(0.05);
  });

  it("have a step of the price that later went", () => {
    const dearOn = (asOf: string) => factsOf({ model: "claude-opus-4-6", asOf }).row.dear;
    expect([dearOn("2026-03-12"), dearOn("2026-03-13")]).toEqual([{ aboveTokens: 200_000, times: 2 }, undefined]);
  });

  it("are the same object for all days between two dates", () => {
    expect(FACTS.on("2026-11-28")).toBe(FACTS.on("2026-11-29"));
    expect(FACTS.changedOn("2026-11-28")).toEqual([]);
    expect(FACTS.changedOn("2026-09-01").map(({ id }) => id)).toEqual(["claude-sonnet-5-5", "deepseek-flash"]);
  });

  it("have dates that the calendar has, in their order, each with its source", () => {
    expect(isDay(table.day)).toBe(true);
    for (const { id, from = [] } of DATED_ROWS) {
      const days = from.map(({ day }) => day);
      expect(days.filter(isDay), id).toEqual(days);
      expect([...new Set(days)].sort(), id).toEqual(days);
      expect(
        from.filter(({ source }) => source.length < 6),
        id,
      ).toEqual([]);
    }
  });
});

describe("days", () => {
  it.each([["2026-02-29"], ["2026-13-01"], ["26-01-01"], ["2026-1-1"], [""], [20_260_101], [undefined]])(
    "are not %s",
    (day) => {
      expect(isDay(day)).toBe(false);
    },
  );

  it("are those of times by UTC, and of no time none", () => {
    expect(dayAt(Date.parse("2026-10-06T23:59:59Z"))).toBe("2026-10-06");
    expect([undefined, Number.NaN, Number.POSITIVE_INFINITY, 1e18, -1e15].map(dayAt)).toEqual(Array(5).fill(undefined));
  });
});

describe("modes of a cache", () => {
  it("are Qwen's implicit and explicit one", () => {
    const row = cacheOf("qwen3.8-max");
    expect(cacheFor(row, {})).toMatchObject({ finding: "prefix", read: 0.125, write: 1, minimumTokens: 256 });
    const explicit = { finding: "look-back", read: 0.1, write: 1.25, minimumTokens: 1024, lifeClock: "answer" };
    expect(cacheFor(row, { isMarked: true })).toMatchObject(explicit);
  });

  it.each([
    [undefined, 600, 86_400],
    ["in_memory", 600, 3_600],
    ["24h", 3_600, 86_400],
    ["1 year", 600, 86_400],
  ])("are OpenAI's by prompt_cache_retention: %s", (retention, life, gone) => {
    const cache = cacheFor(cacheOf("gpt-5.1"), { retention });
    expect([lifeSecondsOf(cache, false), goneSecondsOf(cache, false)]).toEqual([life, gone]);
  });

  it("is one for gpt-5.5, which takes 24h alone", () => {
    const cache = cacheFor(cacheOf("gpt-5.5"), { retention: "in_memory" });
    expect(goneSecondsOf(cache, false)).toBe(86_400);
  });

  it("are Gemini's in memory, and the durable one for a day from its making", () => {
    const cache = cacheOf("gemini-3-pro");
    expect([lifeSecondsOf(cache, false), goneSecondsOf(cache, false)]).toEqual([300, 86_400]);
    expect(cache.modes).toEqual([{ name: "durable", asked: "provider", lifeSeconds: 86_400, lifePolicy: "fixed" }]);
  });

  it("are Anthropic's two lifetimes, after which nothing is left", () => {
    const cache = cacheOf("claude-opus-5-5");
    expect([false, true].map((isLong) => goneSecondsOf(cache, isLong))).toEqual([300, 3_600]);
  });
});

describe("limits of the input", () => {
  it.each([
    ["gpt-5", 272_000],
    ["gpt-5.1", 272_000],
    ["gpt-5.3-codex", 272_000],
    ["gpt-5.6", 922_000],
    ["gpt-6.1-sol", 922_000],
    ["claude-opus-5-5", undefined],
  ])("of %s are beside its context's", (model, inputTokens) => {
    expect(factsOf({ model }).row.inputTokens).toBe(inputTokens);
    expect(MODEL_TABLE.models.filter((row) => (row.inputTokens ?? 0) > row.contextTokens)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { TamisError } from "../../ts/base/errors.js";
import { type Billed, costOf, createCache, type Sent } from "../../ts/simulate/cache.js";
import { type CacheRule, cacheRule, cacheRuleFor, parseCacheRule } from "../../ts/simulate/cache-rule.js";
import { PrefixTree } from "../../ts/simulate/prefix-tree.js";
import { UnitTable } from "../../ts/simulate/unit-table.js";

/** A cache, and requests written as texts: each char is a block of 100 tokens, in capitals where the model wrote it. */
function cacheOf(rule: Partial<CacheRule>) {
  const units = new UnitTable();
  const cache = createCache(cacheRule(rule), units);
  const tree = new PrefixTree(units.tokens);
  const ids = new Map<string, number>();
  const idOf = (char: string) => {
    const id = ids.get(char) ?? units.add(100, { fromModel: /[A-Z]/.test(char), isBlock: char !== "." });
    ids.set(char, id);
    return id;
  };
  let before: number[] = [];
  return (text: string, { anchors = [], time }: { anchors?: number[]; time?: number } = {}): Billed => {
    const sent = [...text].map(idOf);
    const firstNew = tree.size;
    const end = sent.findIndex((id, at) => before[at] !== id);
    before = sent;
    return cache.bill({
      ids: sent,
      path: tree.walk(sent, end < 0 ? sent.length : end),
      tokens: tree.tokens,
      firstNew,
      prefixLength: 1,
      anchors,
      time,
    } as Sent);
  };
}

describe.each(["prefix", "exact"] as const)("a fixed lifetime, found by %s", (finding) => {
  it("ends though the entry was used", () => {
    const [fixed, refreshed] = [true, false].map((isFixed) => cacheOf({ finding, lifeMs: 100, isFixed }));
    const readAt = (bill: typeof fixed) => [0, 60, 120, 180].map((time) => bill?.("sab", { time }).read);
    expect(readAt(fixed)).toEqual([0, 300, 0, 300]);
    expect(readAt(refreshed)).toEqual([0, 300, 300, 300]);
  });
});

describe("a prefix cache", () => {
  it("reads the longest prefix of any earlier request", () => {
    const bill = cacheOf({});
    expect(bill("sab")).toEqual({ read: 0, written: 300, fresh: 0 });
    expect(bill("sabCd")).toEqual({ read: 300, written: 200, fresh: 0 });
    expect(bill("sxbCd")).toEqual({ read: 100, written: 400, fresh: 0 });
    expect(bill("sabCdEf")).toEqual({ read: 500, written: 200, fresh: 0 });
  });

  it("reads whole steps, above the minimum", () => {
    const bill = cacheOf({ stepTokens: 128, minimumTokens: 300 });
    expect(bill("sa")).toEqual({ read: 0, written: 0, fresh: 200 });
    expect(bill("sabc")).toEqual({ read: 0, written: 400, fresh: 0 });
    expect(bill("sabcD")).toEqual({ read: 384, written: 116, fresh: 0 });
    expect(bill("saxxx")).toEqual({ read: 0, written: 500, fresh: 0 });
  });

  it("reads whole steps that begin before the request", () => {
    const bill = cacheOf({ stepTokens: 512, stepOffset: 128, minimumTokens: 300 });
    bill("sabcdefghij");
    // 384, 896 and 1,408 tokens can be read: of 1,100 known ones 896, of 383 none.
    expect(bill("sabcdefghijK").read).toBe(896);
    expect(bill("sabcxx").read).toBe(384);
    expect(bill("sabxxx").read).toBe(0);
  });

  it("forgets entries that were not used for their lifetime", () => {
    const bill = cacheOf({ lifeMs: 1000 });
    bill("sab", { time: 0 });
    expect(bill("sab", { time: 1000 }).read).toBe(300);
    expect(bill("sax", { time: 1900 }).read).toBe(200);
    // "sab" was last used at 1000, "sa" at 1900.
    expect(bill("sab", { time: 2500 }).read).toBe(200);
    expect(bill("sab", { time: 9000 }).read).toBe(0);
  });
});

describe("a cache that looks back from breakpoints", () => {
  const rule: Partial<CacheRule> = { finding: "look-back" };

  it("finds only entries that ended at a breakpoint", () => {
    const bill = cacheOf(rule);
    // Breakpoints: the prefix, the end; from the second request on also the end of the one before.
    expect(bill("sabc")).toEqual({ read: 0, written: 400, fresh: 0 });
    expect(bill("sabcDe")).toEqual({ read: 400, written: 200, fresh: 0 });
    // Nothing ended after "sab": an edit of "c" finds the prefix alone.
    expect(bill("sabxDeFg")).toEqual({ read: 100, written: 700, fresh: 0 });
    // An anchor after "b" makes the next edit behind it cheap.
    bill("sabxDeFgHi", { anchors: [3] });
    expect(bill("sabyDeFgHiJk", { anchors: [3] })).toEqual({ read: 300, written: 900, fresh: 0 });
  });

  it("looks at 20 blocks before a breakpoint, and counts no frames of messages", () => {
    const filler = (count: number) => "Y".repeat(count);
    const one = cacheOf({ ...rule, messageBreakpoints: 1 });
    one("sa");
    expect(one(`sa${filler(19)}b`).read).toBe(200);
    const far = cacheOf({ ...rule, messageBreakpoints: 1 });
    far("sa");
    expect(far(`sa${filler(20)}b`).read).toBe(100);
    const framed = cacheOf({ ...rule, messageBreakpoints: 1 });
    framed("sa");
    expect(framed(`sa...${filler(19)}b`).read).toBe(200);
  });

  it("has four breakpoints, the client's first", () => {
    const anchored = (settings: Partial<CacheRule>) => {
      const bill = cacheOf({ ...rule, ...settings });
      bill("sabcdEf", { anchors: [4, 3] });
      return [bill("sabcxEf").read, bill("sabxxEf").read];
    };
    // Prefix, end and the end of the last request leave one anchor, the newest.
    expect(anchored({})).toEqual([400, 100]);
    expect(anchored({ messageBreakpoints: 1 })).toEqual([400, 300]);
    expect(anchored({ constantBreakpoints: 2 })).toEqual([100, 100]);
  });

  it("writes nothing below the minimum, and bills it as fresh", () => {
    const bill = cacheOf({ ...rule, minimumTokens: 450 });
    expect(bill("sabc")).toEqual({ read: 0, written: 0, fresh: 400 });
    expect(bill("sabcDe")).toEqual({ read: 0, written: 600, fresh: 0 });
    expect(bill("sabcDeFg")).toEqual({ read: 600, written: 200, fresh: 0 });
  });

  it("keeps shorter entries alive with a longer one only if the rule says so", () => {
    const read = (refreshesShorter: boolean) => {
      const bill = cacheOf({ ...rule, messageBreakpoints: 1, lifeMs: 1000, refreshesShorter });
      bill("sab", { time: 0 });
      bill("sabCd", { time: 900 });
      bill("sabCdEf", { time: 1800 });
      // The entry "sab" was found at 900, and stood before a longer one at 1800.
      return bill("sabxxxx", { time: 2000 }).read;
    };
    expect(read(true)).toBe(300);
    expect(read(false)).toBe(100);
  });
});

describe("a cache that matches at breakpoints exactly", () => {
  it("finds the end of an earlier request, however far back, and nothing shorter", () => {
    const bill = cacheOf({ finding: "exact" });
    expect(bill("sa")).toEqual({ read: 0, written: 200, fresh: 0 });
    expect(bill(`sa${"Y".repeat(40)}b`)).toEqual({ read: 200, written: 4100, fresh: 0 });
    expect(bill("sx")).toEqual({ read: 0, written: 200, fresh: 0 });
  });

  it("compares the newest breakpoints, and a breakpoint that is set again is new", () => {
    const read = (matchedBreakpoints: number, anchors: number[] = []) => {
      const bill = cacheOf({ finding: "exact", matchedBreakpoints });
      let text = "sa";
      bill(text);
      for (let turn = 0; turn < 9; turn++) {
        text += "Yb";
        bill(text, { anchors });
      }
      // An edit behind the first request's end, after ten breakpoints.
      return bill("saxxx").read;
    };
    expect(read(80)).toBe(200);
    expect(read(10)).toBe(200);
    expect(read(9)).toBe(0);
    expect(read(9, [2])).toBe(200);
  });

  it("writes one implicit breakpoint and the newest three that are set", () => {
    const read = (edited: string) => {
      const bill = cacheOf({ finding: "exact" });
      const sent = { anchors: [] };
      bill("sabcdEf", sent);
      return bill(edited, sent).read;
    };
    expect(read("sabcxEf")).toBe(0);
    const bill = cacheOf({ finding: "exact" });
    bill("sabcdEf", { anchors: [5, 4, 3, 2] });
    expect(bill("sabxxEf").read).toBe(300);
    expect(bill("saxxxEf").read).toBe(0);
  });
});

it("finds nothing if a request has no caching", () => {
  const bill = cacheOf({ finding: "none" });
  bill("sab");
  expect(bill("sab")).toEqual({ read: 0, written: 0, fresh: 300 });
});

describe("cacheRuleFor", () => {
  it.each([
    ["anthropic", "claude-sonnet-4-5", 1000, 12_500, 1024],
    ["anthropic", "claude-opus-4-5", 1000, 12_500, 4096],
    ["anthropic", undefined, 250, 12_500, 512],
    ["openai-chat", "gpt-4o", 5000, 10_000, 1024],
    ["openai-chat", "gpt-4.1-mini", 2500, 10_000, 1024],
    ["openai-responses", "gpt-5.2-codex", 1000, 10_000, 1024],
    ["openai-responses", "openai/gpt-5.5", 1000, 10_000, 1024],
    ["openai-chat", "anthropic/claude-opus-4.5", 1000, 12_500, 4096],
    ["anthropic", "deepseek-v4-pro", 330, 10_000, 64],
    ["openai-responses", "gpt-6.1-sol", 500, 12_500, 1024],
    ["openai-responses", "gpt-5.6", 1000, 12_500, 1024],
    ["openai-responses", "gpt-6", 1000, 12_500, 1024],
    ["openai-chat", undefined, 5000, 10_000, 1024],
    ["gemini", "gemini-2.0-flash", 2500, 10_000, 2048],
    ["gemini", "gemini-3-pro", 1000, 10_000, 4096],
  ] as const)("%s %s", (wire, model, read, write, minimumTokens) => {
    expect(cacheRuleFor(wire, model)).toMatchObject({ read, write, minimumTokens });
  });

  it("knows which OpenAI models leave reasoning out, and the steps of GPT-5.5", () => {
    const steps = (model: string) => {
      const { stepTokens, stepOffset, forgetsReasoning } = cacheRuleFor("openai-responses", model);
      return [stepTokens, stepOffset, forgetsReasoning];
    };
    expect(steps("gpt-5.2")).toEqual([128, 0, true]);
    expect(steps("gpt-5.5")).toEqual([512, 128, true]);
    expect(steps("gpt-5.1")).toEqual([128, 0, true]);
    expect(steps("gpt-5.6")).toEqual([1, 0, true]);
    expect(cacheRuleFor("anthropic")).toMatchObject({ forgetsReasoning: false });
  });

  it("knows where a request is dearer", () => {
    const rule = cacheRuleFor("openai-responses", "gpt-5.6");
    const billed = { read: 200_000, written: 10_000, fresh: 0 };
    expect(costOf(billed, rule)).toBeCloseTo(32_500, 6);
    expect(costOf({ ...billed, read: 300_000 }, rule)).toBeCloseTo(2 * 42_500, 6);
    expect(costOf({ ...billed, read: 300_000 }, cacheRuleFor("anthropic", "claude-opus-5-5"))).toBeCloseTo(27_500, 6);
  });

  it("has the prices of a day, and those in force at the release without one", () => {
    const readOn = (asOf?: string) => cacheRuleFor("anthropic", "claude-sonnet-5-5", false, { asOf }).read;
    expect([readOn("2026-10-06"), readOn("2026-10-07"), readOn()]).toEqual([1000, 500, 500]);
    expect(() => readOn("soon")).toThrow(/^asOf: expected a day/);
  });

  it("has the mode that requests ask for", () => {
    const qwen = (isMarked: boolean) => cacheRuleFor("anthropic", "qwen3.8-max", false, { isMarked });
    expect(qwen(false)).toMatchObject({ finding: "prefix", read: 1250, write: 10_000, minimumTokens: 256 });
    expect(qwen(true)).toMatchObject({ finding: "look-back", read: 1000, write: 12_500, minimumTokens: 1024 });
    const kept = (retention?: string) => cacheRuleFor("openai-chat", "gpt-5.1", false, { retention }).lifeMs;
    expect([kept(), kept("in_memory"), kept("24h")]).toEqual([600_000, 600_000, 3_600_000]);
  });

  it("writes for an hour at twice the price", () => {
    expect(cacheRuleFor("anthropic", undefined, true)).toMatchObject({ write: 20_000, lifeMs: 3_600_000 });
  });
});

describe("parseCacheRule", () => {
  it.each([
    ["anthropic", 1000, 12_500, 300],
    ["anthropic-1h", 1000, 20_000, 3600],
    ["anthropic-5.5", 500, 12_500, 300],
    ["anthropic-fable-1h", 250, 20_000, 3600],
    ["anthropic-haiku", 1000, 12_500, 300],
    ["openai", 1000, 10_000, 600],
    ["openai-5.5", 1000, 10_000, 3600],
    ["openai-5.6", 1000, 12_500, 1800],
    ["openai-5.6-12h", 1000, 25_000, 43_200],
    ["openai-6.1-long", 500, 25_000, 43_200],
    ["gemini", 1000, 10_000, 300],
    ["gemini-4", 500, 10_000, 300],
    ["xai", 2500, 10_000, 300],
    ["deepseek", 330, 10_000, 3600],
    ["mistral", 1000, 10_000, 300],
    ["qwen", 2000, 10_000, 300],
    ["kimi", 1000, 10_000, 300],
    ["glm", 2000, 10_000, 3600],
    ["minimax", 2000, 10_000, 300],
    ["claude-haiku-5.5", 1000, 12_500, 300],
    ["gpt-6-12h", 1000, 25_000, 43_200],
  ])("knows the family %s", (name, read, write, seconds) => {
    expect(parseCacheRule(name)).toMatchObject({ name, read, write, lifeMs: seconds * 1000 });
  });

  it("reads names and prices", () => {
    expect(parseCacheRule("0.25,1")).toMatchObject({ finding: "prefix", read: 2500, write: 10_000 });
    expect(parseCacheRule("openai-5.6")).toMatchObject({ finding: "exact", matchedBreakpoints: 80 });
    for (const wrong of [
      "",
      "x",
      "openai-1h",
      "anthropic-12h",
      "openai-5.6-1h",
      "deepseek-long",
      "none-long",
      "0.1",
      "0.1,x",
      "-1,1",
      "1e3,1",
      "101,1",
      "toString",
    ]) {
      expect(() => parseCacheRule(wrong)).toThrow(TamisError);
    }
  });
});

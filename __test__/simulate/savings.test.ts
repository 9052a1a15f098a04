// What was paid, worked out by hand, and what is made of it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SavingsOptions } from "../../ts/simulate/savings/collect.js";
import { groupSavings } from "../../ts/simulate/savings/sum-up.js";
import { temporaryFolder } from "../support/folder.js";
import { savingsOfFiles } from "../support/savings.js";

const folder = temporaryFolder();

/** Dollars for a million tokens. */
const prices = { m: { input: 10, cacheRead: 1, cacheWrite: 12, hourWrite: 20, output: 50 } };

const DAY = 86_400_000;
const START = Date.parse("2026-10-01T08:00:00Z");

interface LogShape {
  turns: number;
  model?: string;
  project?: string;
  at?: number;
  result?: (turn: number) => string;
}

/** A log of one session: each request reads the one before from the cache and writes a thousand tokens. */
function writeLog(
  name: string,
  { turns, model = "m", project = "/srv/app", at = START, result = () => "plain words ".repeat(350) }: LogShape,
): void {
  const lines: object[] = [
    { tamis: "session", version: 1, id: name, project, model },
    { message: { role: "user", content: "go" } },
  ];
  for (let turn = 0; turn < turns; turn++) {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 20_000 + 1000 * turn,
      cache_creation_input_tokens: 1000,
      output_tokens: 100,
    };
    const call = { id: `c${turn}`, type: "function", function: { name: "read", arguments: "{}" } };
    lines.push(
      { message: { role: "assistant", content: null, tool_calls: [call] }, usage, time: at + turn * 1000 },
      { message: { role: "tool", tool_call_id: `c${turn}`, content: result(turn) } },
    );
  }
  writeFileSync(join(folder, name), lines.map((line) => JSON.stringify(line)).join("\n"));
}

const savingsOf = (names: readonly string[], options: SavingsOptions = {}) =>
  savingsOfFiles(
    names.map((name) => join(folder, name)),
    { prices, ...options },
  );

describe("savings", () => {
  it("adds up what was paid, by what was bought", async () => {
    writeLog("a.jsonl", { turns: 3 });
    const { dollars, requests, sessions } = await savingsOf(["a.jsonl"]);
    expect(requests).toBe(3);
    expect(dollars.fresh).toBeCloseTo((30 * 10) / 1e6, 12);
    expect(dollars.cacheRead).toBeCloseTo((63_000 * 1) / 1e6, 12);
    expect(dollars.cacheWrite).toBeCloseTo((3000 * 12) / 1e6, 12);
    expect(dollars.output).toBeCloseTo((300 * 50) / 1e6, 12);
    expect(dollars.total).toBeCloseTo(0.0003 + 0.063 + 0.036 + 0.015, 12);
    expect(sessions[0]?.days).toEqual([
      { day: "2026-10-01", model: "m", requests: 3, tokens: 66_330, dollars: dollars.total },
    ]);
  });

  it("adds up the same without replays, and judges no policy", async () => {
    writeLog("paid.jsonl", { turns: 30 });
    const whole = await savingsOf(["paid.jsonl"]);
    const paid = await savingsOf(["paid.jsonl"], { replays: false });
    expect([paid.dollars, paid.requests, paid.sessions[0]?.days]).toEqual([
      whole.dollars,
      whole.requests,
      whole.sessions[0]?.days,
    ]);
    expect([paid.policies, paid.recommendation.policy]).toEqual([[], undefined]);
  });

  it("says of what the input was made, in sum all of it", async () => {
    writeLog("b.jsonl", { turns: 12 });
    const { content, dollars } = await savingsOf(["b.jsonl"]);
    const sum = Object.values(content).reduce((all, part) => all + part, 0);
    expect(sum).toBeCloseTo(dollars.total - dollars.output, 9);
    expect(content.system).toBeGreaterThan(content.results);
    expect(content.results).toBeGreaterThan(content.words);
  });

  it("groups by day, project, agent, model and session, each with all of the money", async () => {
    writeLog("c.jsonl", { turns: 3 });
    writeLog("d.jsonl", { turns: 5, project: "/srv/other", at: START + DAY });
    const savings = await savingsOf(["c.jsonl", "d.jsonl"]);
    for (const kind of ["day", "project", "agent", "model", "session"] as const) {
      const groups = groupSavings(savings, kind);
      expect(groups.reduce((sum, { dollars }) => sum + dollars, 0)).toBeCloseTo(savings.dollars.total, 9);
      expect(groups.reduce((sum, { requests }) => sum + requests, 0)).toBe(8);
    }
    expect(groupSavings(savings, "day").map(({ key }) => key)).toEqual(["2026-10-01", "2026-10-02"]);
    expect(groupSavings(savings, "project").map(({ key }) => key)).toEqual(["/srv/other", "/srv/app"]);
    expect(groupSavings(savings, "agent")).toMatchObject([{ key: "neutral log", sessions: 2 }]);
  });

  it("counts what was paid since a time, and projects by a part of their path", async () => {
    writeLog("e.jsonl", { turns: 3 });
    writeLog("f.jsonl", { turns: 5, project: "/srv/other", at: START + DAY });
    const names = ["e.jsonl", "f.jsonl"];
    expect((await savingsOf(names, { since: START + DAY })).requests).toBe(5);
    expect((await savingsOf(names, { since: START + 1500 })).requests).toBe(6);
    expect((await savingsOf(names, { project: "other" })).requests).toBe(5);
    expect((await savingsOf(names, { project: "nowhere" })).sessions).toEqual([]);
  });

  it("recommends the mildest policy near the lowest bill of those that keep what calls name", async () => {
    writeLog("g.jsonl", { turns: 60 });
    const { recommendation, policies, agreement, dollars } = await savingsOf(["g.jsonl"]);
    const good = policies.filter(({ grounding = 0 }) => grounding >= 0.85);
    const bills = good.map(({ ratio, withReReads }) => withReReads?.ratio ?? ratio);
    const best = good[bills.findIndex((bill) => bill < Math.min(...bills) + 0.01)];
    expect(["safe", "balanced", "strong"]).toContain(best?.name);
    expect(recommendation.policy).toBe(best?.name);
    expect(recommendation.saved).toBe(best?.saved);
    expect(recommendation.share).toBeCloseTo((best?.saved ?? 0) / dollars.total, 9);
    expect(agreement).toEqual({ within: 1, of: 1 });
  });

  it("says how often as long a context lasts, of sessions that are long enough", async () => {
    writeLog("long.jsonl", { turns: 60, result: (turn) => `plain ${turn} words `.repeat(500) });
    writeLog("short.jsonl", { turns: 29 });
    const ofLong = await savingsOf(["long.jsonl"]);
    for (const { name, contextLasts } of ofLong.policies) {
      // Of 60 results of the same size, those of 2 turns stay at least.
      expect(contextLasts, name).toBeGreaterThan(1.2);
      expect(contextLasts, name).toBeLessThan(60 / 2);
    }
    const { policies } = await savingsOf(["short.jsonl"]);
    expect(policies.map(({ contextLasts }) => contextLasts)).toEqual(policies.map(() => undefined));
  });

  it("recommends nothing where nothing is saved", async () => {
    writeLog("h.jsonl", { turns: 1 });
    const { recommendation } = await savingsOf(["h.jsonl"]);
    expect(recommendation).toMatchObject({ policy: undefined, saved: 0, worst: [] });
    expect(recommendation.reason).toMatch(/leave everything as it is/);
  });

  it("has tokens and no dollars for a model without a price, and says so", async () => {
    writeLog("i.jsonl", { turns: 3, model: "house-model-7" });
    const { unpriced, dollars, requests } = await savingsOf(["i.jsonl"]);
    expect([unpriced, dollars.total, requests]).toEqual([["house-model-7"], 0, 3]);
  });

  it("compares policies of a model without a price by their bills, and recommends as for a model with one", async () => {
    writeLog("n.jsonl", { turns: 60, model: "house-model-7" });
    writeLog("o.jsonl", { turns: 60 });
    const [own, priced] = [await savingsOf(["n.jsonl"]), await savingsOf(["o.jsonl"])];
    const ratios = (one: typeof own) => one.policies.map(({ ratio }) => ratio.toFixed(6));
    expect([own.weights, priced.weights]).toEqual(["tokens", "dollars"]);
    expect(ratios(own)).toEqual(ratios(priced));
    expect(own.recommendation.policy).toBe(priced.recommendation.policy);
    expect(own.recommendation).toMatchObject({ saved: 0, ratio: expect.closeTo(priced.recommendation.ratio, 9) });
    expect(own.gaps).toEqual({ unbilled: 0, unpriced: [{ what: "house-model-7", requests: 60 }], lacks: [] });
  });

  it("sums what is known beside a model without a price, and names the rest", async () => {
    writeLog("p.jsonl", { turns: 3, model: "house-model-7" });
    writeLog("q.jsonl", { turns: 5 });
    const savings = await savingsOf(["p.jsonl", "q.jsonl"]);
    expect(savings.dollars.total).toBeCloseTo((await savingsOf(["q.jsonl"])).dollars.total, 12);
    expect(savings.gaps.unpriced).toEqual([{ what: "house-model-7", requests: 3 }]);
    expect(groupSavings(savings, "model").map(({ key, unpriced }) => [key, unpriced])).toEqual([
      ["m", 0],
      ["house-model-7", 3],
    ]);
  });

  it("counts requests without a bill apart", async () => {
    writeLog("r.jsonl", { turns: 4 });
    const file = join(folder, "r.jsonl");
    const lines = readFileSync(file, "utf8").split("\n");
    const { usage: _, ...rest } = JSON.parse(lines[4] ?? "") as Record<string, unknown>;
    writeFileSync(file, lines.with(4, JSON.stringify(rest)).join("\n"));
    const { requests, gaps } = await savingsOf(["r.jsonl"]);
    expect([requests, gaps.unbilled]).toEqual([3, 1]);
  });

  it("takes times that go backwards, or that there are not", async () => {
    writeLog("j.jsonl", { turns: 3, at: START });
    writeLog("k.jsonl", { turns: 3, at: Number.NaN });
    const { sessions } = await savingsOf(["j.jsonl", "k.jsonl"]);
    expect(sessions.map(({ days }) => days.map(({ day }) => day))).toEqual([["2026-10-01"], [""]]);
  });

  it("returns what is done where it is ended", async () => {
    writeLog("l.jsonl", { turns: 3 });
    writeLog("m.jsonl", { turns: 3 });
    const ending = new AbortController();
    const onProgress = () => ending.abort();
    const savings = await savingsOf(["l.jsonl", "m.jsonl"], { signal: ending.signal, onProgress });
    expect([savings.isWhole, savings.sessions.length]).toEqual([false, 1]);
  });
});

// The search finds what was planted, and says how it does on sessions that it did not see.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tunedToml } from "../../ts/cli/savings/tune/toml.js";
import { type Policy, type PolicyInput, type PolicySettings, resolvePolicy } from "../../ts/policy/policy.js";
import { parsePolicyToml } from "../../ts/policy/toml.js";
import { findLogs, namedPlace } from "../../ts/simulate/logs/find-logs.js";
import { knobsFor, pointOf, policyOf } from "../../ts/simulate/tune/knobs.js";
import { frontOf, loss, type Score, search, seededRandom } from "../../ts/simulate/tune/search.js";
import { type Tuned, type TuneOptions, tune } from "../../ts/simulate/tune/tune.js";
import { temporaryFolder } from "../support/folder.js";

const folder = temporaryFolder();

describe("the search over a grid", () => {
  const sizes = [9, 4, 2, 3, 5];
  const planted = (best: readonly number[], point: readonly number[]): Score => ({
    bill: 0.5 + 0.02 * point.reduce((sum, value, knob) => sum + Math.abs(value - (best[knob] ?? 0)), 0),
    grounding: 1,
  });
  const from = (starts: number[][], over: Partial<Parameters<typeof search>[1]> = {}) => ({
    ...{ sizes, starts, minGrounding: 0.85, trials: 500, random: seededRandom(7) },
    ...over,
  });

  it("finds a planted optimum from any start", async () => {
    const point = fc.tuple(...sizes.map((size) => fc.nat(size - 1)));
    await fc.assert(
      fc.asyncProperty(point, point, async (best, start) => {
        const { best: found } = await search(async (one) => planted(best, one), from([start]));
        expect(found?.point).toEqual(best);
      }),
    );
  });

  it("finds the cheapest that keeps the grounding", async () => {
    // The smaller a window, the cheaper, and the less is kept.
    const windows = async ([window = 0]: readonly number[]) => ({
      bill: 0.5 + 0.03 * window,
      grounding: 0.7 + 0.04 * window,
    });
    const { best } = await search(windows, from([[0, 0, 0, 0, 0]], { sizes: [9] }));
    expect(best?.point[0]).toBe(4);
  });

  it("gives the same trials for the same numbers, and tries no point twice", async () => {
    const run = async () => {
      const tried: string[] = [];
      const note = async (point: readonly number[]) => {
        tried.push(point.join(" "));
        return planted([3, 1, 1, 2, 4], point);
      };
      await search(note, from([[0, 0, 0, 0, 0]], { random: seededRandom(3) }));
      return tried;
    };
    const tried = await run();
    expect(await run()).toEqual(tried);
    expect(new Set(tried).size).toBe(tried.length);
  });

  it("tries no more points than it may, and none after it is ended", async () => {
    const evaluate = async (point: readonly number[]) => planted([8, 3, 1, 2, 4], point);
    const { trials } = await search(evaluate, from([[0, 0, 0, 0, 0]], { trials: 10 }));
    expect(trials.length).toBe(10);
    let done = 0;
    const ended = await search(evaluate, from([[0, 0, 0, 0, 0]], { isOver: () => done >= 4, onTrial: () => done++ }));
    expect(ended.trials.length).toBe(4);
  });

  it("lets missing grounding weigh more than the bill that it saves", () => {
    expect(loss({ bill: 0.7, grounding: 0.8 }, 0.85)).toBeGreaterThan(loss({ bill: 0.85, grounding: 0.85 }, 0.85));
  });

  it("has only those in the front that no other beats", () => {
    const score = (bill: number, grounding: number) => ({ score: { bill, grounding } });
    const trials = [score(0.9, 0.99), score(0.8, 0.9), score(0.85, 0.9), score(0.7, 0.8), score(0.75, 0.7)];
    expect(frontOf(trials)).toEqual([score(0.7, 0.8), score(0.8, 0.9), score(0.9, 0.99)]);
  });
});

/** All settings, but not where they are from. */
function settingsOf(policy: PolicyInput | Policy): Omit<PolicySettings, "preset"> {
  const { preset: _, ...settings } = resolvePolicy(policy).settings;
  return settings;
}

describe("the grid", () => {
  it("has the default and every preset as points, so that each policy is found again", () => {
    const starts = [{}, { preset: "safe" }, { preset: "balanced" }, { preset: "strong" }] as const;
    const knobs = knobsFor(["Read"], starts);
    for (const start of starts) {
      const policy = policyOf(knobs, pointOf(knobs, start));
      expect(settingsOf(policy)).toEqual(settingsOf({ ...start }));
    }
  });

  it("takes no name of a tool that means several, or that a file could not have", () => {
    const names = knobsFor(["Read", "mcp_*", "a?", "", "x\ny"], [{}]).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("window of"))).toEqual(["window of Read"]);
  });
});

/** A log whose calls name a path of the result `back` turns before, and results of `chars` chars. */
function writeLog(name: string, { turns = 40, back = 1, chars = 4000, tool = "read" } = {}): void {
  const lines: object[] = [
    { tamis: "session", version: 1, id: name, project: "/srv/app", model: "claude-opus-4-6", wire: "anthropic" },
    { message: { role: "user", content: "go" } },
  ];
  for (let turn = 0; turn < turns; turn++) {
    const named = turn >= back ? `src/${name}/part-${turn - back}.ts` : "start.ts";
    const use = {
      type: "tool_use",
      id: `c${turn}`,
      name: tool,
      input: { [tool === "read" ? "file_path" : "about"]: named },
    };
    const filler = Array.from({ length: chars / 10 }, (_, at) => `w${(at * 7919 + turn) % 10_007} plain`).join(" ");
    const content = `src/${name}/part-${turn}.ts ${filler}`;
    lines.push(
      { message: { role: "assistant", content: [use] } },
      { message: { role: "user", content: [{ type: "tool_result", tool_use_id: `c${turn}`, content }] } },
    );
  }
  writeFileSync(join(folder, `${name}.jsonl`), lines.map((line) => JSON.stringify(line)).join("\n"));
}

async function tuned(names: readonly string[], options: TuneOptions = {}): Promise<Tuned> {
  const places = names.map((name) => namedPlace(join(folder, `${name}.jsonl`)));
  const result = await tune(findLogs(places, true).files, options);
  if (!("best" in result)) throw new Error("nothing to tune");
  return result;
}

describe("tuning on logs", () => {
  it("takes a short window where calls name only what just came, and beats the default on logs it did not see", async () => {
    const names = ["a", "b", "c", "d", "e"];
    for (const name of names) writeLog(name, { tool: "lookup" });
    const result = await tuned(names, { trials: 80 });
    expect(resolvePolicy(result.best.settings).settings.mask.windowTurns).toBeLessThanOrEqual(2);
    expect(result.best.seen.grounding).toBeGreaterThanOrEqual(0.85);
    expect(result.best.seen.bill).toBeLessThan(result.default.seen.bill);
    expect(result.beatsDefault).toBe(true);
    expect(result.sessions.seen + result.sessions.aside).toBe(5);
    expect(result.sessions.aside).toBeGreaterThan(0);
    expect(result.front.map(({ seen }) => seen.bill)).toEqual(result.front.map(({ seen }) => seen.bill).sort());
  }, 60_000);

  it("gives the same result for the same logs and seed", async () => {
    for (const name of ["f", "g", "h"]) writeLog(name, { turns: 15 });
    const [one, two] = [await tuned(["f", "g", "h"], { trials: 25 }), await tuned(["f", "g", "h"], { trials: 25 })];
    expect(two).toEqual(one);
  }, 60_000);

  it("says that it does not beat the default where nothing can be saved", async () => {
    for (const name of ["i", "j", "k"]) writeLog(name, { turns: 2, chars: 40 });
    const result = await tuned(["i", "j", "k"], { trials: 30 });
    expect(result.beatsDefault).toBe(false);
    expect(tunedToml(result)).toMatch(/does not beat the default/);
    expect(resolvePolicy(parsePolicyToml(tunedToml(result)).policy).settings).toEqual(resolvePolicy({}).settings);
  });

  it("says that nothing was checked with one session", async () => {
    writeLog("l", { turns: 12 });
    const result = await tuned(["l"], { trials: 6 });
    expect([result.sessions.aside, result.beatsDefault, result.best.aside]).toEqual([0, undefined, undefined]);
  });

  it("writes a file that gives the policy that it found", async () => {
    writeLog("m", { turns: 12 });
    const result = await tuned(["m"], { trials: 6 });
    const starts = [{}, { preset: "safe" }, { preset: "balanced" }, { preset: "strong" }] as const;
    const knobs = knobsFor(["Read", "my tool"], starts);
    const random = seededRandom(5);
    for (let at = 0; at < 200; at++) {
      const point = knobs.map(({ values }) => Math.floor(random() * values.length));
      const settings = policyOf(knobs, point);
      const text = tunedToml({ ...result, best: { ...result.best, settings } });
      const read = settingsOf(parsePolicyToml(text).policy);
      const wanted = settingsOf(settings);
      const isOff = read.args?.tools.length === 0 && wanted.args === null;
      expect({ ...read, args: isOff ? null : read.args }).toEqual(wanted);
    }
  });

  it("reads no more than it may, and at least one log", async () => {
    for (const name of ["n", "o", "p"]) writeLog(name, { turns: 12 });
    const few = await tuned(["n", "o", "p"], { trials: 4, mostBytes: 150_000 });
    expect(few.files).toEqual({ read: 2, of: 3 });
    expect((await tuned(["n", "o", "p"], { trials: 4, mostBytes: 10 })).files).toEqual({ read: 1, of: 3 });
  });

  it("returns what it found where it is ended, checked on the sessions kept aside", async () => {
    for (const name of ["q", "r", "s"]) writeLog(name, { turns: 12 });
    const ending = new AbortController();
    const onProgress = (_: number, what: string) => {
      if (what.startsWith("policy 6 ")) ending.abort();
    };
    const result = await tuned(["q", "r", "s"], { signal: ending.signal, onProgress });
    expect([result.isWhole, result.trials <= 6, result.best.aside !== undefined]).toEqual([false, true, true]);
  });
});

import { describe, expect, it } from "vitest";
import { type CallEntry, compareHoldout, explain, LEAST_RUNS, type ResultEntry } from "../../ts/ledger/index.js";
import { entryWith } from "./entries.js";

const FACTS = { run: "run-1", agent: "claude", mode: "reduce", surface: "gateway", session: "s-1" } as const;

const resultWith = (changes: Partial<ResultEntry>): ResultEntry => ({
  ...{ ...FACTS, at: 1_000, conversation: "c", kind: "reduced", call: "a", tool: "Read", action: "mask" },
  ...{ reason: "window", charsBefore: 3_000, charsAfter: 100, later: undefined },
  ...changes,
});

describe("the explanation of a session", () => {
  it("has each result with the request in which it was reduced, and the calls that asked again", () => {
    const requests = [entryWith({ at: 500 }), entryWith({ at: 1_000 }), entryWith({ at: 2_000 })];
    const results = [
      resultWith({}),
      resultWith({ call: "b" }),
      resultWith({ kind: "reread", later: "c", at: 2_000 }),
      resultWith({ kind: "reread", later: "d", at: 2_000 }),
    ];
    const { results: rows } = explain({ requests, calls: [], results });
    expect(rows.map(({ call, request, rereads }) => [call, request, rereads])).toEqual([
      ["a", 2, ["c", "d"]],
      ["b", 2, []],
    ]);
  });

  it("has what each result is for, and nothing for entries that do not say it", () => {
    const results = [resultWith({ role: "file", roleFrom: "name" }), resultWith({ call: "b" })];
    const { results: rows } = explain({ requests: [], calls: [], results });
    expect(rows.map(({ role, roleFrom }) => [role, roleFrom])).toEqual([
      ["file", "name"],
      [undefined, undefined],
    ]);
  });

  it("names the rule that makes the agent go back", () => {
    const reduced = Array.from({ length: 10 }, (_, at) => resultWith({ call: `w${at}` }));
    const pointers = Array.from({ length: 10 }, (_, at) => resultWith({ call: `d${at}`, reason: "dedupe" }));
    const again = ["w1", "w2"].map((call) => resultWith({ kind: "reread", call, later: `${call}-again` }));
    const { rules } = explain({ requests: [], calls: [], results: [...reduced, ...pointers, ...again] });
    expect(rules.map(({ reason, reread, sendsBack }) => [reason, reread, sendsBack])).toEqual([
      ["window", 2, true],
      ["dedupe", 0, false],
    ]);
    expect(rules[0]?.share).toMatchObject({ value: 0.2, low: expect.closeTo(0.057, 3), high: expect.closeTo(0.51, 3) });
  });
});

it("a session's calls in which the model imitated shortened arguments are summed, in entries that count them", () => {
  const call: CallEntry = {
    ...{ ...FACTS, at: 1, conversation: "c", calls: 3, repeats: 0, rereads: 0, retries: 0, prompts: 1 },
  };
  const calls = [call, { ...call, imitations: 2 }, { ...call, imitations: 1 }];
  expect(explain({ requests: [], calls, results: [] }).imitations).toBe(3);
});

/** A run with one prompt and so many turns, of which each makes a call. */
function runWith(run: string, mode: "reduce" | "holdout", turns: number, rereads: number) {
  const call: CallEntry = {
    ...{ ...FACTS, run, mode, at: 1, conversation: "c" },
    ...{ calls: turns, repeats: rereads, rereads, retries: 0, prompts: 1 },
  };
  return { requests: Array.from({ length: turns }, () => entryWith({ run, mode, cost: 0.01 })), calls: [call] };
}

function ledgerOf(count: number, reduced: [turns: number, rereads: number], left: [turns: number, rereads: number]) {
  const runs = Array.from({ length: count }, (_, at) => [
    runWith(`r${at}`, "reduce", reduced[0] + (at % 3), reduced[1]),
    runWith(`h${at}`, "holdout", left[0] + (at % 3), left[1]),
  ]).flat();
  return { requests: runs.flatMap(({ requests }) => requests), calls: runs.flatMap(({ calls }) => calls) };
}

describe("runs that were left alone beside those that were reduced", () => {
  it("show how much more the agent does, with intervals", () => {
    const { rows, isTooFew, reducedRuns } = compareHoldout(ledgerOf(30, [24, 4], [20, 1]));
    expect([reducedRuns, isTooFew]).toEqual([30, false]);
    const of = (figure: string) => rows.find((row) => row.figure === figure);
    expect(of("turns")?.change).toMatchObject({ value: expect.closeTo(4 / 21, 3) });
    expect(of("turns")?.change?.low).toBeGreaterThan(0.15);
    expect(of("rereads")?.reduced).toMatchObject({ value: expect.closeTo(4 / 25, 3) });
    expect(of("dollars")?.heldOut).toMatchObject({ value: expect.closeTo(0.21, 3) });
  });

  it("find no effect where there is none: the interval has 0 in it", () => {
    const { rows } = compareHoldout(ledgerOf(30, [20, 1], [20, 1]));
    for (const { change } of rows.filter(({ figure }) => figure !== "retries"))
      expect([(change?.low ?? 1) <= 0, (change?.high ?? -1) >= 0]).toEqual([true, true]);
  });

  it("say when there are too few, and are the same each time", () => {
    const few = ledgerOf(LEAST_RUNS - 1, [20, 1], [20, 1]);
    expect(compareHoldout(few).isTooFew).toBe(true);
    expect(compareHoldout(few)).toEqual(compareHoldout(few));
  });

  it("leave runs without calls, hooks and refused requests out", () => {
    const requests = [
      entryWith({ run: "x", mode: "holdout" }),
      entryWith({ run: "y", surface: "hook" }),
      entryWith({ run: "z", refused: "status_429" }),
    ];
    expect(compareHoldout({ requests, calls: [] })).toMatchObject({ reducedRuns: 0, heldOutRuns: 0, isTooFew: true });
  });

  it("have no dollars where a price is not known", () => {
    const { requests, calls } = ledgerOf(10, [20, 1], [20, 1]);
    const unknown = requests.map((entry) => ({ ...entry, cost: undefined }));
    expect(compareHoldout({ requests: unknown, calls }).rows.at(-1)).toMatchObject({
      reduced: undefined,
      change: undefined,
    });
  });
});

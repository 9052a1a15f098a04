import { describe, expect, it } from "vitest";
import { type CallEntry, explain, type ResultEntry } from "../../ts/ledger/index.js";
import { entryWith } from "./entries.js";

const FACTS = { run: "run-1", agent: "claude", mode: "reduce", surface: "gateway", session: "s-1" } as const;

const resultWith = (changes: Partial<ResultEntry>): ResultEntry => ({
  ...{ ...FACTS, at: 1_000, conversation: "c", kind: "reduced", call: "a", tool: "Read", action: "mask" },
  ...{ reason: "window", charsBefore: 3_000, charsAfter: 100, later: undefined },
  ...changes,
});

describe("the explanation of a session", () => {
  it("has each result with the request in which it was reduced, and the calls that asked again", () => {
    // What a hook made smaller is no request.
    const hook = entryWith({ at: 700, surface: "hook" });
    const requests = [entryWith({ at: 500 }), hook, entryWith({ at: 1_000 }), entryWith({ at: 2_000 })];
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

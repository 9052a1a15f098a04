// Sessions that chance left alone beside those that were reduced: the figures, and a test that may be looked at every day.
import { describe, expect, it } from "vitest";
import { type CallEntry, compareHoldout, type ResultEntry } from "../../ts/ledger/index.js";
import { boundAt, lossSeenAfter } from "../../ts/ledger/stop-rule.js";
import { shareFound, callsOf as simulated } from "../support/simulated-holdout.mjs";
import { entryWith } from "./entries.js";

const callsOf = (...args: Parameters<typeof simulated>): CallEntry[] => simulated(...args) as CallEntry[];

/** A session with one prompt and so many turns, of which each makes a call. */
function sessionWith(session: string, mode: "reduce" | "holdout", turns: number, rereads: number) {
  const facts = { session, run: session, mode, drawn: true } as const;
  const call: CallEntry = {
    ...{ ...facts, agent: "claude", surface: "gateway", at: 1, conversation: "c" },
    ...{ calls: turns, repeats: rereads, rereads, retries: 0, prompts: 1, edits: 10, failedEdits: 1 },
  };
  return { requests: Array.from({ length: turns }, () => entryWith({ ...facts, cost: 0.01 })), calls: [call] };
}

function ledgerOf(count: number, reduced: [turns: number, rereads: number], left: [turns: number, rereads: number]) {
  const sessions = Array.from({ length: count }, (_, at) => [
    sessionWith(`r${at}`, "reduce", reduced[0] + (at % 3), reduced[1]),
    sessionWith(`h${at}`, "holdout", left[0] + (at % 3), left[1]),
  ]).flat();
  return { requests: sessions.flatMap(({ requests }) => requests), calls: sessions.flatMap(({ calls }) => calls) };
}

describe("sessions that were left alone beside those that were reduced", () => {
  it("show how much more the agent does, with intervals and the smallest change that would show", () => {
    const { rows, reducedSessions } = compareHoldout(ledgerOf(30, [24, 4], [20, 1]));
    expect(reducedSessions).toBe(30);
    const of = (figure: string) => rows.find((row) => row.figure === figure);
    expect(of("turns")?.change).toMatchObject({ value: expect.closeTo(4 / 21, 3) });
    expect(of("turns")?.change?.low).toBeGreaterThan(0.15);
    expect(of("turns")?.smallest).toBeGreaterThan(0.01);
    expect(of("rereads")?.reduced).toMatchObject({ value: expect.closeTo(4 / 25, 3) });
    expect(of("dollars")?.heldOut).toMatchObject({ value: expect.closeTo(0.21, 3) });
  });

  it("have intervals with 0 in them where there is no effect", () => {
    const { rows } = compareHoldout(ledgerOf(30, [20, 1], [20, 1]));
    for (const { change } of rows.filter(({ figure }) => figure !== "retries"))
      expect([(change?.low ?? 1) <= 0, (change?.high ?? -1) >= 0]).toEqual([true, true]);
  });

  it("are those of the draw alone: runs without it, hooks, refused requests and sessions without calls do not count", () => {
    const { requests, calls } = ledgerOf(3, [20, 1], [20, 1]);
    const more = [
      entryWith({ session: "x", mode: "holdout", drawn: true }),
      entryWith({ session: "y", surface: "hook", drawn: true }),
      entryWith({ session: "z", refused: "status_429", drawn: true }),
    ];
    const undrawn = calls.map((call) => ({ ...call, session: `${call.session} without`, drawn: undefined }));
    const found = compareHoldout({ requests: [...requests, ...more], calls: [...calls, ...undrawn] });
    expect(found).toMatchObject({ reducedSessions: 3, heldOutSessions: 3, mixedSessions: 0 });
  });

  it("are one where a session is resumed in another run, and its history does not count twice", () => {
    const { requests, calls } = ledgerOf(4, [20, 1], [20, 1]);
    const resumed = calls.map((call) => ({
      ...call,
      run: `${call.run} later`,
      at: 2,
      calls: call.calls + 5,
      edits: 12,
    }));
    const found = compareHoldout({ requests, calls: [...calls, ...resumed] });
    expect(found).toMatchObject({ reducedSessions: 4, heldOutSessions: 4 });
    const turns = (at: number) => 25 + (at % 3);
    const all = [0, 1, 2, 3].reduce((sum, at) => sum + turns(at), 0);
    expect(found.rows.find(({ figure }) => figure === "rereads")?.reduced?.value).toBeCloseTo(4 / all, 6);
    expect(found.rows[0]?.reduced?.value).toBeCloseTo(1 / 12, 6);
  });

  it("count nowhere where one was in both groups", () => {
    const { requests, calls } = ledgerOf(4, [20, 1], [20, 1]);
    const moved = requests.map((entry) => (entry.session === "h0" ? { ...entry, mode: "reduce" as const } : entry));
    expect(compareHoldout({ requests: moved, calls })).toMatchObject({ heldOutSessions: 3, mixedSessions: 1 });
  });

  it("have no dollars where a price is not known", () => {
    const { requests, calls } = ledgerOf(10, [20, 1], [20, 1]);
    const unknown = requests.map((entry) => ({ ...entry, cost: undefined }));
    expect(compareHoldout({ requests: unknown, calls }).rows.at(-1)).toMatchObject({
      reduced: undefined,
      change: undefined,
    });
  });

  it("are described by what results are for, and by policy", () => {
    const { requests, calls } = ledgerOf(3, [20, 1], [20, 1]);
    const results = calls.flatMap(({ mode, session, run }) =>
      ["a", "b"].flatMap((call) => {
        const entry: ResultEntry = {
          ...{ run, session, mode, drawn: true, agent: "claude", surface: "gateway", at: 1, conversation: "c" },
          ...{ kind: "reduced", call, tool: "Read", action: "mask", reason: "window", role: "file", roleFrom: "name" },
          ...{ charsBefore: 3_000, charsAfter: 100, later: undefined },
        };
        return call === "a" && mode === "reduce" ? [entry, { ...entry, kind: "reread" as const }] : [entry];
      }),
    );
    const named = requests.map((entry) => ({ ...entry, policy: entry.session?.endsWith("0") ? "safe" : "balanced" }));
    const { byRole, byPolicy } = compareHoldout({ requests: named, calls, results });
    expect(byRole).toMatchObject([{ name: "file", reducedSessions: 3, rows: [{ figure: "rereads" }] }]);
    expect(byRole[0]?.rows[0]).toMatchObject({ reduced: { value: 0.5 }, heldOut: { value: 0 } });
    expect(byPolicy.map(({ name, reducedSessions }) => [name, reducedSessions])).toEqual([
      ["safe", 1],
      ["balanced", 2],
    ]);
  });
});

describe("the answer", () => {
  const made = { reduced: 0.05, heldOut: 0.05, edits: [10, 10], spread: 1 } as const;

  it("says that there is nothing to compare, in one line", () => {
    const { requests, calls } = ledgerOf(3, [20, 1], [20, 1]);
    const of = (mode: string) => calls.filter((call) => call.mode === mode);
    expect(compareHoldout({ requests: [], calls: [] }).answer).toContain("nothing to compare yet");
    expect(compareHoldout({ requests: [], calls: of("reduce") }).answer).toBe(
      "nothing to compare: 3 sessions reduced, none left alone",
    );
    expect(compareHoldout({ requests: [], calls: of("holdout") }).answer).toBe(
      "nothing to compare: 3 sessions left alone, none reduced",
    );
    const unedited = calls.map((call) => ({ ...call, edits: 0, failedEdits: 0 }));
    expect(compareHoldout({ requests, calls: unedited }).answer).toContain("not known yet");
  });

  it("says what would have been seen, and not before anything could have been", () => {
    expect(compareHoldout({ requests: [], calls: callsOf(3, 12, made) })).toMatchObject({
      loss: "unknown",
      answer: "not known yet: with 12 sessions that edit files no increase of failed edits would have shown",
    });
    const { answer, loss, rows } = compareHoldout({ requests: [], calls: callsOf(3, 84, made) });
    expect(answer).toMatch(
      /^No loss seen: with 84 sessions an increase of failed edits above [\d.]+ points would have shown$/,
    );
    expect([loss, rows[0]?.smallest]).toEqual(["none", expect.closeTo(0.07, 1)]);
  });

  it("says nothing of 0 where no edit has failed", () => {
    const none = { ...made, reduced: 0, heldOut: 0 };
    const { rows } = compareHoldout({ requests: [], calls: callsOf(3, 84, none) });
    expect(rows[0]?.smallest).toBeGreaterThan(0.003);
  });

  it("says that a loss was seen, and stays with it", () => {
    const worse = { ...made, reduced: 0.2 };
    const bad = callsOf(11, 120, worse);
    const calm = callsOf(12, 60, made).map((call) => ({ ...call, session: `later ${call.at}`, at: 1_000 + call.at }));
    const { answer, loss, seenAfter = 0 } = compareHoldout({ requests: [], calls: [...bad, ...calm] });
    expect([loss, answer]).toEqual([
      "seen",
      expect.stringMatching(/^Loss seen after \d+ sessions: [\d.]+ % of the edits fail, and [\d.]+ % without/),
    ]);
    expect(compareHoldout({ requests: [], calls: bad.slice(0, seenAfter - 1) }).loss).toBe("none");
    expect(compareHoldout({ requests: [], calls: bad.slice(0, seenAfter) }).loss).toBe("seen");
  });
});

describe("the stop rule", () => {
  it("asks for less the more sessions there are, and has an end", () => {
    const bounds = [20, 50, 100, 200, 400, 800, 3_200].map(boundAt);
    expect(bounds[3]).toBeCloseTo(2.24, 2);
    expect(bounds[0]).toBeCloseTo(7.09, 2);
    expect(boundAt(201)).toBeCloseTo(5.6, 1);
    expect(lossSeenAfter([])).toBeUndefined();
  });

  // What is seen after the last session was looked for after each. Of 100 runs 98 find the loss, and 3 one that is none; fewer
  // than 92, and more than 10, are found by one set of seeds in 1,000.
  it("finds 10 % failed edits beside 5 % within 200 sessions, and nothing where there is nothing", () => {
    const runs = { runs: 100, sessions: 200, perDay: 200 };
    const shape = { heldOut: 0.05, edits: [10, 20] as const, spread: 3 };
    expect(shareFound(compareHoldout, runs, { ...shape, reduced: 0.1 })).toBeGreaterThanOrEqual(0.92);
    expect(shareFound(compareHoldout, runs, { ...shape, reduced: 0.05 })).toBeLessThanOrEqual(0.1);
  });
});

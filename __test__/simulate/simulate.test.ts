import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { factsOf } from "../../ts/models/facts.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { reduceRequest } from "../../ts/reduce/reduce.js";
import { type CacheRule, parseCacheRule } from "../../ts/simulate/cache-rule.js";
import { historyOf, type MoveHistory, movedAt, optimalMoves } from "../../ts/simulate/optimum.js";
import { clearPolicy, maskingPolicy, optimumPolicy, type SimulatedPolicy } from "../../ts/simulate/policies.js";
import { replaySession } from "../../ts/simulate/replay.js";
import { renderSchedule, type Stretch } from "../../ts/simulate/schedule.js";
import { unitSumsOf } from "../../ts/simulate/session-units.js";
import { simulate } from "../../ts/simulate/simulate.js";
import { PREFIX_UNITS, readSession, type Session } from "../../ts/simulate/trace.js";
import { markAsClient } from "../support/client-markers.js";
import { everyTurn } from "../support/every-turn.js";
import { masksAlone } from "../support/masks-alone.js";
import { written } from "../support/written.js";
import { conversation, sampleConversation, WIRE_NAMES } from "./conversations.js";

const POLICY = masksAlone({
  mask: { windowTurns: 2, minChars: 0, keepErrors: false, placeholder: { template: "[result masked]" } },
});
const IDEAL = parseCacheRule("0.1,1.25");

function sessionOf(request: object, times?: readonly number[]): Session {
  const session = readSession({ name: "s", request, ...(times ? { times } : {}) }, { constantPrefixTokens: 0 });
  if ("reason" in session) throw new Error(session.reason);
  return session;
}

const chat = (turns: number, chars = 1000) =>
  conversation(
    "openai-chat",
    Array.from({ length: turns }, () => ({ calls: [{ tool: "read_file", chars }] })),
  );

async function costs(session: Session, policy: SimulatedPolicy, ...rules: CacheRule[]): Promise<number[]> {
  return (await replaySession(session, policy, rules)).map(({ cost }) => cost);
}

describe("replaySession", () => {
  it.each(WIRE_NAMES)("sends the result of reduceRequest at each step: %s", async (wire) => {
    await fc.assert(
      fc.asyncProperty(sampleConversation(wire), async (request) => {
        const session = sessionOf(request);
        const fast = maskingPolicy("fast", POLICY, { strategy: "every-turn" });
        const real: SimulatedPolicy = {
          name: "real",
          transform: (body) => reduceRequest(body, everyTurn(POLICY), { wire }).body,
        };
        const rules = [IDEAL, parseCacheRule("anthropic"), parseCacheRule("openai-5.6")];
        const told = { kept: true, grounding: true };
        expect(await replaySession(session, fast, rules, told)).toEqual(
          await replaySession(session, real, rules, told),
        );
      }),
      { numRuns: 60 },
    );
  });

  it.each([0, 2])("sets the anchors of reduceRequest, for clients of kind %i", async (style) => {
    const { row } = factsOf({ wire: "anthropic" });
    const policy: PolicyInput = written({
      ...POLICY,
      cache: { strategy: "rent", rent: 0.2, prices: { read: 0.1, write: 1.25 } },
      // Short conversations are cached, too.
      models: [{ ...row, names: [...row.names], cache: { ...row.cache, minimumTokens: 0 } }],
    });
    let anchors = 0;
    const sample = fc.sample(sampleConversation("anthropic"), { numRuns: 60, seed: 3 });
    for (const request of sample) {
      const session = sessionOf(request);
      const planned = maskingPolicy("rent", policy);
      const rendered = [...renderSchedule(session, planned.schedule(session, IDEAL))].map(({ frontAnchor, anchors }) =>
        frontAnchor === undefined ? anchors : [frontAnchor, ...anchors],
      );
      // Of four, system prompt and two messages leave one; system prompt and one message leave two.
      const room = style === 0 ? 1 : 2;
      for (const [step, cut] of session.steps.cuts.entries()) {
        const list = (request as { messages: unknown[] }).messages.slice(0, cut);
        const sent = markAsClient("anthropic", { ...request, messages: list }, style);
        const { body, report } = reduceRequest(sent, policy, { wire: "anthropic" });
        const wanted = (rendered[step] ?? []).slice(0, room).toSorted((a, b) => a - b);
        const marked = JSON.stringify(body).split('"cache_control"').length;
        if (marked !== JSON.stringify(sent).split('"cache_control"').length + wanted.length) continue;
        const found = (report.cache.anchors ?? []).map(
          ({ messageIndex, blockIndex }) => PREFIX_UNITS + (session.messageStarts[messageIndex] ?? 0) + blockIndex + 2,
        );
        expect(found).toEqual(wanted);
        anchors += found.length;
      }
    }
    expect(anchors).toBeGreaterThan(60);
  });

  it("bills each new token once and the rest as read, if everything is sent", async () => {
    const session = sessionOf(chat(6));
    const sums = unitSumsOf(session);
    const sent = session.steps.cuts.map((cut) => sums[session.messageStarts[cut] ?? 0] ?? 0);
    const last = sent.at(-1) ?? 0;
    const read = sent.slice(0, -1).reduce((sum, tokens) => sum + tokens, 0);
    const [bill] = await replaySession(session, maskingPolicy("off", POLICY, { strategy: "off" }), [IDEAL]);
    expect(bill).toMatchObject({ readTokens: read, writtenTokens: last, peakTokens: last, moves: 0 });
    expect(bill?.cost).toBeCloseTo(0.1 * read + 1.25 * last, 6);
  });

  it("bills a log by the prices of its day", async () => {
    const billOn = async (day: string, asOf?: string) => {
      const request = { ...chat(6), model: "claude-sonnet-5-5" };
      const times = Array.from({ length: 7 }, (_, at) => Date.parse(`${day}T12:00:00Z`) + at * 1000);
      const options = asOf === undefined ? {} : { asOf };
      const { sessions } = await simulate([{ name: "log", request, times }], [], ["auto"], options);
      return sessions[0]?.bills[0]?.[0];
    };
    for (const [day, asOf, read] of [
      ["2026-10-06", undefined, 0.1],
      ["2026-10-07", undefined, 0.05],
      ["2026-10-07", "2026-09-01", 0.1],
    ] as const) {
      const bill = await billOn(day, asOf);
      const { readTokens = 0, writtenTokens = 0, cost = 0 } = bill ?? {};
      const fresh = (bill?.cost ?? 0) - (read * readTokens + 1.25 * writtenTokens);
      expect(readTokens).toBeGreaterThan(1000);
      expect([day, cost, fresh < 1024 * 2]).toEqual([day, expect.any(Number), true]);
      expect(fresh).toBeGreaterThanOrEqual(0);
    }
    await expect(billOn("2026-10-07", "tomorrow")).rejects.toThrow(/^options\.asOf: expected a day/);
  });

  it("counts a move if a request rewrites the one before", async () => {
    const session = sessionOf(chat(6));
    const [bill] = await replaySession(session, maskingPolicy("all", POLICY, { strategy: "every-turn" }), [IDEAL]);
    // 7 requests; results of the turns 0 to 3 leave the window of two, one at a step.
    expect(session.steps.cuts.length).toBe(7);
    expect(bill?.moves).toBe(4);
  });
});

describe("the optimum", () => {
  it.each(WIRE_NAMES)("is as cheap as the best of all choices of moves: %s", async (wire) => {
    await fc.assert(
      fc.asyncProperty(sampleConversation(wire), async (request) => {
        const session = sessionOf(request);
        const eager = maskingPolicy("eager", POLICY, { strategy: "every-turn" });
        const { stretches } = eager.schedule(session, IDEAL);
        const history = historyOf(session, stretches);
        fc.pre(history.cuts.length <= 9);
        const { cost } = optimalMoves(history, IDEAL);
        const [replayed] = await costs(session, optimumPolicy("optimum", POLICY), IDEAL);
        expect(replayed).toBeCloseTo(cost, 6);
        expect(cost).toBeCloseTo(await bruteForce(session, stretches, history), 6);
      }),
      { numRuns: 40 },
    );
  });

  it("is never above the rental, and the rental never above twice it", async () => {
    for (const turns of [5, 20, 60]) {
      const session = sessionOf(chat(turns, 3000));
      const [optimum = 0] = await costs(session, optimumPolicy("optimum", POLICY), IDEAL);
      const [rent = 0] = await costs(session, maskingPolicy("rent", POLICY, { strategy: "rent" }), IDEAL);
      expect(rent).toBeGreaterThanOrEqual(optimum - 1e-9);
      expect(rent).toBeLessThanOrEqual(2 * optimum);
    }
  });
});

const CALL = { tool: "read_file", chars: 2000 };

async function bruteForce(session: Session, eager: readonly Stretch[], history: MoveHistory): Promise<number> {
  const steps = history.cuts.length;
  let best = Number.POSITIVE_INFINITY;
  for (let chosen = 0; chosen < 2 ** steps; chosen++) {
    const moves = history.cuts.flatMap((_, step) => (chosen & (1 << step) ? [step] : []));
    const maskedAt = history.candidates.map(({ readyAt }) => moves.find((step) => step >= readyAt) ?? -1);
    const policy: SimulatedPolicy = {
      name: "chosen",
      usesPrices: false,
      schedule: () => ({ stretches: movedAt(session, eager, history, maskedAt), anchors: false }),
    };
    const [cost = 0] = await costs(session, policy, IDEAL);
    best = Math.min(best, cost);
  }
  return best;
}

describe("clearPolicy", () => {
  it("clears all but the newest results of every request that is too large as it was sent", async () => {
    const session = sessionOf(chat(12, 3700));
    // About 900 tokens a result: from seven on the client's request is above 6,000, and each call moves the boundary.
    const [bill] = await replaySession(session, clearPolicy("clear", { tokens: 6000, keep: 2 }), [IDEAL]);
    expect(bill?.moves).toBe(6);
    expect(bill?.peakTokens).toBeLessThan(6100);
  });

  it("clears nothing while that would be less than it has to, and results of the newest turn if so few stay", async () => {
    const session = sessionOf(chat(12, 3700));
    const movesOf = async (settings: object) =>
      (await replaySession(session, clearPolicy("clear", { tokens: 1, keep: 2, ...settings }), [IDEAL]))[0]?.moves;
    expect(await movesOf({})).toBe(10);
    expect(await movesOf({ clearAtLeast: 4000 })).toBeLessThan(8);
    expect(await movesOf({ clearAtLeast: 100_000 })).toBe(0);
    expect(await movesOf({ excludeTools: ["read_file"] })).toBe(0);
    // Every result is cleared in the request that brings it.
    expect(await movesOf({ keep: 0 })).toBe(0);
  });

  it.each(WIRE_NAMES)("clears the same number of results whatever the wire: %s", async (wire) => {
    const session = sessionOf(
      conversation(
        wire,
        Array.from({ length: 6 }, () => ({ calls: [CALL, CALL] })),
      ),
    );
    const [bill] = await replaySession(session, clearPolicy("clear", { tokens: 1, keep: 3 }), [IDEAL]);
    // Seven requests; the second with results has four, of which one is cleared.
    expect(bill?.moves).toBe(5);
  });
});

describe("simulate", () => {
  it("continues after unreadable traces, and names them", async () => {
    const traces = [
      { name: "good", request: chat(8) },
      { name: "broken", error: "not JSON" },
      { name: "odd", request: { hello: 1 } },
      { name: "empty", request: { messages: [] } },
    ];
    const seen: string[] = [];
    const result = await simulate(traces, [maskingPolicy("rent", POLICY, { strategy: "rent" })], ["auto"], {
      onProgress: (done, name) => seen.push(`${done} ${name}`),
    });
    expect(result.sessions.map(({ name }) => name)).toEqual(["good"]);
    expect(result.skipped).toEqual([
      { name: "broken", reason: "not JSON" },
      { name: "odd", reason: "no request of a supported wire" },
      { name: "empty", reason: "an empty conversation" },
    ]);
    expect(seen).toEqual(["1 good", "2 broken", "3 odd", "4 empty"]);
    const [line] = result.results;
    expect(line?.policies.map(({ name }) => name)).toEqual(["send everything", "rent"]);
    expect(line?.policies[0]).toMatchObject({ bill: 1, tokenRatio: 1, moves: 0, worse: 0 });
  });

  it("prices the rental by each cache's own prices", async () => {
    const prices = [parseCacheRule("0.1,1"), parseCacheRule("0.1,2")];
    const { results } = await simulate(
      [{ name: "s", request: chat(40, 2000) }],
      [maskingPolicy("rent", POLICY, { strategy: "rent" })],
      prices,
    );
    const moves = results.map(({ policies }) => policies[1]?.moves ?? 0);
    expect(moves[0]).toBeGreaterThan(moves[1] ?? 0);
  });

  it("reads which lifetime a request asks for", () => {
    const options = { ttl: "12h" };
    const longLived = (request: object) => {
      const session = readSession({ name: "s", request });
      if ("reason" in session) throw new Error(session.reason);
      return session.longLived;
    };
    const openAi = { model: "gpt-5.6", messages: [{ role: "user", content: "x" }] };
    expect(longLived({ ...openAi, prompt_cache_options: options })).toBe(true);
    expect(longLived({ ...openAi, prompt_cache_options: { ttl: "30m" } })).toBe(false);
    expect(longLived(openAi)).toBe(false);
    // Another provider's option says nothing.
    expect(longLived({ ...openAi, model: "claude-opus-5-5", system: "s", prompt_cache_options: options })).toBe(false);
  });

  it("infers the prefix that a coding agent's recording lacks", () => {
    const bare = {
      messages: [{ role: "user", content: "x" }, ...Reflect.get(conversation("anthropic", TWO), "messages")],
    };
    const tokens = (request: object, options = {}) => {
      const session = readSession({ name: "s", request }, options);
      if ("reason" in session) throw new Error(session.reason);
      return session.prefixTokens;
    };
    expect(tokens(bare)).toBe(20_000);
    expect(tokens(bare, { constantPrefixTokens: 7 })).toBe(7);
    expect(tokens({ ...bare, system: "You are." })).toBeLessThan(20);
    expect(tokens({ messages: [{ role: "user", content: "x" }] })).toBe(0);
  });
});

const TWO = [{ calls: [{ tool: "bash", chars: 50 }] }, { calls: [{ tool: "bash", chars: 50 }] }];

describe("a cache that keeps what ends where a request ended", () => {
  // Each tool turn brings a result that the turn after the next may lose.
  const request = { ...chat(40, 4_000), model: "gpt-5.6" };

  it.each([1, 2, 4])("is not written anew at each step, window %i", async (windowTurns) => {
    const policy = maskingPolicy("masks", masksAlone({ mask: { windowTurns } }));
    const { results } = await simulate([{ name: "s", request }], [policy], ["auto"]);
    expect(results[0]?.policies[1]?.bill).toBeLessThan(1);
  });
});

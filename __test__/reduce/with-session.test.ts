import { describe, expect, it } from "vitest";
import { finishedNow } from "../../ts/base/answers.js";
import type { Backend } from "../../ts/contract/backend.js";
import type { Report } from "../../ts/contract/report.js";
import type { SessionFacts } from "../../ts/contract/session-facts.js";
import { createSessionState, type SessionState, sessionProblem } from "../../ts/contract/session-state.js";
import { createNative } from "../../ts/native/backend.js";
import { type Policy, type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { keepsThinking } from "../../ts/reduce/keeps-thinking.js";
import { reduceBody, reduceBodyAsync, reduceRequest } from "../../ts/reduce/reduce.js";
import { matchState } from "../../ts/reduce/session/match-state.js";
import { recordUsage } from "../../ts/reduce/session/record-usage.js";
import { withSession } from "../../ts/reduce/session/with-session.js";
import { estimateRequest } from "../../ts/tokens/index.js";
import { native, wasmBackends } from "../support/native.js";
import { thrownBy } from "../support/thrown.js";
import { written } from "../support/written.js";

/** Waiting never costs enough for a move, so that only a dead cache makes one. */
const POLICY: PolicyInput = written({
  mask: { windowTurns: 2, minChars: 0, keepErrors: false },
  cache: { strategy: "rent", rent: 1000 },
});
const MINUTE = 60_000;

/** A conversation of `turns` tool turns. */
function conversation(turns: number, options: { first?: string; id?: string } = {}) {
  const { first = "fix it", id = "c" } = options;
  const steps = Array.from({ length: turns }, (_, at) => [
    { role: "assistant", content: [{ type: "tool_use", id: `${id}${at}`, name: "read", input: { at } }] },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: `${id}${at}`, content: `line ${at}\n`.repeat(at === 0 ? 20 : 400) },
      ],
    },
  ]);
  return {
    model: "claude-sonnet-4-5",
    max_tokens: 100,
    system: [{ type: "text", text: "be brief", cache_control: { type: "ephemeral" } }],
    messages: [{ role: "user", content: first }, ...steps.flat()],
  };
}

interface Call {
  now?: number;
  tenant?: string;
  policy?: PolicyInput;
}

const backends: [string, Backend][] = wasmBackends();
if ("addon" in native) backends.push(["native", createNative(native.addon)]);

describe.each(backends)("session state, %s", (_, backend) => {
  const send = (request: object, session: SessionState, { policy = POLICY, ...more }: Call = {}): Report => {
    const body = Buffer.from(JSON.stringify(request));
    const resolved = resolvePolicy(policy);
    const locate = (step: number) => backend.locateSession(body, {}, step);
    const run = (asked: Policy, others: object) => backend.reduceBody(body, asked, others);
    const call = { locate, run, make: (asked: Policy, more: object) => run(asked, more).body, keeps: keepsThinking };
    return finishedNow(withSession(resolved, { session, ...more }, { ...call, isSent: true })).report;
  };

  it("masks waiting results once the cache has expired, and remembers it in later requests", () => {
    const session = createSessionState();
    expect(send(conversation(3), session, { now: 0 }).cache).toMatchObject({ session: "new", firstSight: true });
    const alive = send(conversation(4), session, { now: MINUTE });
    expect(alive.cache).toMatchObject({ session: "continued", firstSight: false });
    expect(alive.cache.waitingCount).toBeGreaterThan(0);
    const dead = send(conversation(5), session, { now: 10 * MINUTE });
    expect(dead.cache).toMatchObject({
      session: "dead-cache",
      moved: true,
      waitingCount: 0,
      keptTokens: 0,
      lostTokens: 0,
    });
    expect(dead.maskedCount).toBe(3);
    const kept = JSON.parse(JSON.stringify(session)) as SessionState;
    const next = send(conversation(6), kept, { now: 11 * MINUTE });
    expect(next.cache).toMatchObject({ session: "continued", moved: false, lastMoveStep: 6 });
    expect(next.maskedCount).toBe(3);
    // Without the state the replay alone decides.
    expect(send(conversation(6), createSessionState(), { now: 11 * MINUTE }).maskedCount).toBe(0);
  });

  it("ignores the state of another conversation, tenant or branch", () => {
    const known = (): SessionState => {
      const session = createSessionState();
      send(conversation(3), session, { now: 0, tenant: "t" });
      send(conversation(5), session, { now: 10 * MINUTE, tenant: "t" });
      return session;
    };
    const now = 11 * MINUTE;
    const found = (request: object, call: Call = {}) => {
      const session = known();
      const { cache, maskedCount } = send(request, session, { now, tenant: "t", ...call });
      return [cache.session, cache.firstSight, maskedCount > 2, session.key === null];
    };
    expect(found(conversation(6))).toEqual(["continued", false, true, false]);
    expect(found(conversation(6, { first: "another" }))).toEqual(["mismatch", true, false, false]);
    expect(found(conversation(6), { tenant: "u" })).toEqual(["mismatch", true, false, false]);
    expect(
      found({ ...conversation(6), system: [{ type: "text", text: "another", cache_control: { type: "ephemeral" } }] }),
    ).toEqual(["mismatch", true, false, false]);
    expect(found(conversation(6, { id: "d" }))).toEqual(["mismatch", true, false, false]);
    // Rewound to before the move.
    expect(found(conversation(2))).toEqual(["mismatch", true, false, false]);
  });

  it("keeps the state when cache markers move or spelling changes", () => {
    const session = createSessionState();
    send(conversation(3), session, { now: 0 });
    const { cache_control: _, ...bare } = conversation(4).system[0] ?? {};
    const moved = { ...conversation(4), system: [bare], cache_control: { type: "ephemeral" } };
    expect(send(moved, session, { now: 1 }).cache.session).toBe("continued");
  });

  it("stores nothing of an unreadable request, and continues without a clock", () => {
    const session = createSessionState();
    expect(send([], session).cache.session).toBeUndefined();
    expect(session).toEqual(createSessionState());
    send(conversation(3), session);
    expect(session.usedAt).toBeNull();
    expect(send(conversation(4), session, { now: 1e9 }).cache.session).toBe("continued");
  });

  it("assumes a one-hour cache if a message asks for it", () => {
    const hourly = (turns: number) => {
      const request = conversation(turns);
      Object.assign(request.messages.at(-1)?.content?.[0] ?? {}, { cache_control: { type: "ephemeral", ttl: "1h" } });
      return { ...request, system: "be brief" };
    };
    const session = createSessionState();
    send(hourly(3), session, { now: 0 });
    expect(send(hourly(4), session, { now: 59 * MINUTE }).cache.session).toBe("continued");
    expect(send(hourly(5), session, { now: 120 * MINUTE }).cache.session).toBe("dead-cache");
  });
});

describe("recordUsage", () => {
  const SENT = conversation(4);
  const estimated = estimateRequest(SENT, { allowUnknown: true }).totalTokens;
  const usageOf = (tokens: number) => ({
    input_tokens: 10,
    cache_creation_input_tokens: 90,
    cache_read_input_tokens: tokens - 100,
    output_tokens: 5,
  });

  it.each(backends)("makes later reports count like the provider, and changes no decision: %s", (_, backend) => {
    const [told, untold] = [createSessionState(), createSessionState()];
    const send = (turns: number, session: SessionState) => {
      const body = Buffer.from(JSON.stringify(conversation(turns)));
      const policy = resolvePolicy(written({ ...POLICY, cache: { strategy: "rent", rent: 0.1 } }));
      const run = (asked: Policy, others: object) => backend.reduceBody(body, asked, others);
      const locate = (step: number) => backend.locateSession(body, {}, step);
      const call = { locate, run, make: (asked: Policy, more: object) => run(asked, more).body, keeps: keepsThinking };
      return finishedNow(withSession(policy, { session }, { ...call, isSent: true }));
    };
    for (const session of [told, untold]) send(3, session);
    expect(recordUsage(told, { request: SENT, usage: usageOf(2 * estimated) })).toBe(true);
    const [kept, before] = [JSON.parse(JSON.stringify(told)) as SessionState, structuredClone(untold)];
    expect(before.usage).toBeNull();
    for (const turns of [6, 9]) {
      const [with2, with1] = [send(turns, kept), send(turns, untold)];
      expect(Buffer.compare(with2.body, with1.body)).toBe(0);
      expect(with2.report.decisions).toEqual(with1.report.decisions);
      const { tokenRatio, lastBilled, ...cache } = with2.report.cache;
      expect(tokenRatio).toBeCloseTo(2, 9);
      expect(lastBilled).toEqual({ fresh: 10, cacheRead: 2 * estimated - 100, cacheWrite: 90, output: 5 });
      const plain = with1.report.cache;
      const double = (value = 0) => Math.round(2 * value);
      expect(cache).toEqual({
        ...plain,
        keptTokens: double(plain.keptTokens),
        lostTokens: double(plain.lostTokens),
        savedTokens: double(plain.savedTokens),
        waitingTokens: double(plain.waitingTokens),
        carried: 2 * (plain.carried ?? 0),
        netSaving: 2 * (plain.netSaving ?? 0),
      });
      expect(plain.savedTokens).toBeGreaterThan(0);
    }
  });

  it("corrects the cost, before and after", () => {
    const prices = { "claude-sonnet-4-5": { input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 } };
    const costWith = (tokens: number | undefined) => {
      const session = createSessionState();
      reduceRequest(conversation(3), POLICY, { session });
      if (tokens !== undefined) recordUsage(session, { request: SENT, usage: usageOf(tokens) });
      return reduceRequest(conversation(6), POLICY, { session, prices }).report.cost;
    };
    const [plain, twice] = [costWith(undefined), costWith(2 * estimated)];
    expect(plain?.before).toBeGreaterThan(0);
    expect(twice?.before).toBeCloseTo(2 * (plain?.before ?? 0), 5);
    expect(twice?.after).toBeCloseTo(2 * (plain?.after ?? 0), 5);
  });

  it("learns nothing from missing or impossible numbers, and forgets with another conversation", () => {
    const session = createSessionState();
    reduceRequest(conversation(3), POLICY, { session });
    const { model: _, ...nameless } = SENT;
    expect(recordUsage(session, { request: SENT, usage: {} })).toBe(false);
    expect(recordUsage(session, { request: SENT, usage: usageOf(100 * estimated) })).toBe(false);
    expect(recordUsage(session, { request: nameless, usage: usageOf(estimated) })).toBe(false);
    expect(session.usage).toBeNull();
    expect(recordUsage(session, { request: nameless, usage: usageOf(estimated), model: "m" })).toBe(true);
    // Another model's ratio corrects nothing.
    expect(reduceRequest(conversation(4), POLICY, { session }).report.cache.tokenRatio).toBeUndefined();
    recordUsage(session, { request: SENT, usage: usageOf(estimated) });
    expect(reduceRequest(conversation(5), POLICY, { session }).report.cache.tokenRatio).toBe(1);
    const other = reduceRequest(conversation(5, { first: "another" }), POLICY, { session }).report.cache;
    expect([other.session, other.tokenRatio, session.usage]).toEqual(["mismatch", undefined, null]);
  });

  it("learns no ratio from a small request, which is mostly what the provider adds to every request", () => {
    const session = createSessionState();
    const small = { model: "claude-sonnet-4-5", messages: [{ role: "user", content: "fix it, please, all of it" }] };
    reduceRequest(small, POLICY, { session });
    const usage = { input_tokens: 3 * estimateRequest(small).totalTokens, output_tokens: 5 };
    expect(recordUsage(session, { request: small, usage })).toBe(true);
    expect(session.usage?.models).toEqual([]);
    const { cache } = reduceRequest(conversation(4), POLICY, { session: { ...session, key: null } }).report;
    expect([cache.tokenRatio, cache.lastBilled?.fresh]).toEqual([undefined, usage.input_tokens]);
  });

  it("learns a ratio from 2,000 estimated tokens on, of the 4 models that it met last", () => {
    const requestOf = (words: number) => ({
      model: "claude-sonnet-4-5",
      messages: [{ role: "user", content: "word ".repeat(words) }],
    });
    const ofTokens = (tokens: number) => {
      let words = Math.floor(tokens / 2);
      while (estimateRequest(requestOf(words)).totalTokens < tokens) words++;
      expect(estimateRequest(requestOf(words)).totalTokens).toBe(tokens);
      return requestOf(words);
    };
    const learned = [1_999, 2_000].map((tokens) => {
      const session = createSessionState();
      expect(recordUsage(session, { request: ofTokens(tokens), usage: usageOf(tokens) })).toBe(true);
      return session.usage?.models.length;
    });
    expect(learned).toEqual([0, 1]);
    const session = createSessionState();
    for (const model of ["a", "b", "c", "d", "e"]) {
      recordUsage(session, { request: ofTokens(2_000), usage: usageOf(2_000), model });
    }
    expect(session.usage?.models.map(({ model }) => model)).toEqual(["b", "c", "d", "e"]);
  });

  it("says in the next report that a bill was not understood, and does not repeat the one before", () => {
    const session = createSessionState();
    reduceRequest(conversation(3), POLICY, { session });
    recordUsage(session, { request: SENT, usage: usageOf(estimated) });
    const usage = { ...usageOf(estimated), kv_cache_hits: 900 };
    expect(recordUsage(session, { request: SENT, usage })).toBe(false);
    const again = JSON.parse(JSON.stringify(session)) as SessionState;
    const { cache } = reduceRequest(conversation(4), POLICY, { session: again }).report;
    expect([cache.tokenRatio, cache.lastBilled]).toEqual([1, undefined]);
    expect(cache.billProblem).toBe("unknown number of cached tokens: kv_cache_hits");
    recordUsage(again, { request: SENT, usage: usageOf(estimated) });
    const next = reduceRequest(conversation(5), POLICY, { session: again }).report.cache;
    expect([next.billProblem, next.lastBilled?.cacheWrite]).toEqual([undefined, 90]);
  });

  it("learns no ratio from a request that the provider compacted before the model read it", () => {
    const session = createSessionState();
    reduceRequest(conversation(3), POLICY, { session });
    const iterations = [{ type: "compaction", input_tokens: 9_000, output_tokens: 300 }];
    expect(recordUsage(session, { request: SENT, usage: { ...usageOf(200), iterations } })).toBe(true);
    expect(session.usage).toEqual({ models: [], last: { fresh: 9_010, cacheRead: 100, cacheWrite: 90, output: 305 } });
  });

  it("accepts older states, and checks its arguments", () => {
    const { usage: _, ...old } = createSessionState();
    reduceRequest(SENT, POLICY, { session: old });
    expect(old).toMatchObject({ lastStep: 0, usage: null });
    const wrong = (usage: unknown) => () =>
      reduceRequest(SENT, POLICY, { session: { ...createSessionState(), usage } as never });
    const last = { fresh: 1, cacheRead: 0, cacheWrite: 0, output: 0 };
    for (const usage of [
      1,
      {},
      { models: [], last: {} },
      { models: [null], last },
      { models: [{ model: "m" }], last },
    ]) {
      expect(thrownBy(wrong(usage)).message).toMatch(/^options\.session: expected {/);
    }
    expect(thrownBy(() => recordUsage({} as never, { request: SENT, usage: {} })).message).toMatch(
      /^session: expected/,
    );
  });
});

describe("the life of a provider's cache", () => {
  const state: SessionState = { ...createSessionState(), key: "k", usedAt: 1_000 };
  const facts: SessionFacts = {
    ...{ steps: 3, callId: null, firstCallId: null, opening: [], hourly: false },
    ...{
      wire: "anthropic",
      model: null,
      marked: false,
      controls: false,
      isPrompt: false,
      byHand: false,
      signed: false,
    },
    ...{ newestCallId: null, thinking: 0, thinkingBefore: 0, thinkingEnd: 0 },
  };

  it("is over when the time is", () => {
    const found = (after: number) =>
      finishedNow(
        matchState(
          state,
          "k",
          facts,
          1_000 + after,
          () => 5 * MINUTE,
          () => null,
        ),
      ).found;
    expect([found(5 * MINUTE), found(5 * MINUTE + 1)]).toEqual(["continued", "dead-cache"]);
  });

  it.each([
    ["claude-opus-4-6", false, 5 * MINUTE],
    ["claude-opus-4-6", true, 60 * MINUTE],
    // DeepSeek keeps what it likes, for hours at least, whichever wire the request has.
    ["deepseek-v4-pro", false, 24 * 60 * MINUTE],
  ])("of %s, where a marker of an hour is %s", (model, isHourly, life) => {
    const cache_control = { type: "ephemeral", ...(isHourly ? { ttl: "1h" } : {}) };
    const content = [{ type: "text", text: "Hello", cache_control }];
    const sent = Buffer.from(JSON.stringify({ model, max_tokens: 1, messages: [{ role: "user", content }] }));
    const foundAfter = (time: number) => {
      const session = createSessionState();
      reduceBody(sent, undefined, { session, now: 0 });
      return reduceBody(sent, undefined, { session, now: time }).report.cache.session;
    };
    expect([foundAfter(life), foundAfter(life + 1)]).toEqual(["continued", "dead-cache"]);
  });

  it("goes with bills whose ratio is from a quarter to four", () => {
    const last = { fresh: 1, cacheRead: 0, cacheWrite: 0, output: 0 };
    const isValid = (billed: number) => {
      const models = [{ model: "m", billed, estimated: 1_000, observations: 1 }];
      return sessionProblem({ ...createSessionState(), usage: { models, last } }) === undefined;
    };
    expect([249, 250, 4_000, 4_001].map(isValid)).toEqual([false, true, true, false]);
  });
});

describe("options.session", () => {
  const body = Buffer.from(JSON.stringify(conversation(4)));

  it("is not a frozen object, which no reduction could write to", () => {
    const session = Object.freeze(createSessionState());
    expect(thrownBy(() => reduceBody(body, undefined, { session })).message).toMatch(/^options.session: is frozen/);
  });

  it("works alike for bodies, requests and promises, from one backend to the other", async () => {
    const [one, two, three] = [createSessionState(), createSessionState(), createSessionState()];
    for (const now of [0, 10 * MINUTE]) {
      reduceBody(body, POLICY, { session: one, now });
      reduceRequest(conversation(4), POLICY, { session: two, now });
      await reduceBodyAsync(body, POLICY, { session: three, now });
    }
    expect(two).toEqual(one);
    expect(three).toEqual(one);
    expect(one.lastStep).toBe(5);
  });

  it("refuses an invalid session", () => {
    const message = (options: object) => thrownBy(() => reduceBody(body, POLICY, options as never)).message;
    expect(message({ session: {} })).toMatch(/^options\.session: expected version 1/);
    expect(message({ session: { ...createSessionState(), lastStep: -1 } })).toMatch(/^options\.session: expected {/);
    expect(message({ session: 1 })).toMatch(/^options\.session: expected a state of createSessionState/);
    expect(message({ now: 1 })).toMatch(/^options\.now: needs options\.session/);
    expect(message({ session: createSessionState(), now: Number.NaN })).toMatch(/^options\.now: expected a time/);
  });
});

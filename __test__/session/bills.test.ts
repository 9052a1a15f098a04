// What a session makes of its bills: a prompt's tokens are the last bill and the estimate of what came since. A
// provider here bills `around` tokens for tools and frames and `ratio` tokens for each estimated one.
import { describe, expect, it } from "vitest";
import {
  ContextSession,
  type ContextSessionOptions,
  type SessionLog,
  type SessionRecord,
} from "../../ts/session/index.js";
import { createCalibration, estimateTokens } from "../../ts/tokens/index.js";
import { addAll, assistant, listen, user } from "./build.js";

const WORDS = "the quick brown fox jumps over a lazy dog while seven wizards boil their green soup again".split(" ");
/** English of about so many tokens. */
const words = (tokens: number): string => Array.from({ length: tokens }, (_, at) => WORDS[at % WORDS.length]).join(" ");

const session = (maxTokens: number, options: Partial<ContextSessionOptions> = {}) =>
  new ContextSession({ maxTokens, model: "gpt-5", ...options });

/** Sums the estimates of the turns, as the session does. */
const estimated = (one: ContextSession) =>
  one.turns.reduce((sum, { content }) => sum + estimateTokens(content, { model: "gpt-5" }), 0);

/** Sends the session as a prompt and bills it. */
async function exchange(one: ContextSession, message: string, { around = 0, ratio = 1, answer = "ok" } = {}) {
  await one.addTurn(user(message));
  const sent = await one.prompt("openai-chat");
  const prompt_tokens = Math.round(around + ratio * estimated(one));
  one.recordUsage({ prompt_tokens, completion_tokens: 5 });
  await one.addTurn(assistant(answer));
  return { sent, prompt_tokens };
}

describe("after a short first exchange", () => {
  it.each([
    ["hi", 400],
    ["hi, can you help me with a file?", 60],
    ["hi", 6_000],
    [words(130), 400],
    [words(900), 2_700],
    [words(900), 12_000],
  ])("a huge message is estimated by itself: %s billed with %i tokens around it", async (first, around) => {
    const one = session(100_000);
    const { prompt_tokens } = await exchange(one, first, { around });
    const huge = words(70_000);
    await one.addTurn(user(huge));
    const { tokens, fits } = await one.prompt("openai-chat");
    expect(fits).toBe(true);
    expect(one.turns.at(-1)?.content).toBe(huge);
    const truth = around + estimated(one);
    expect(truth).toBeGreaterThan(prompt_tokens);
    expect(Math.abs(tokens - truth)).toBeLessThanOrEqual(2);
    expect(one.stats()).toMatchObject({ trims: 0, trimmedTurns: 0 });
  });

  it("an import loses no turn", async () => {
    const one = session(50_000);
    await exchange(one, words(100), { around: 280 });
    const turns = Array.from({ length: 33 }, (_, at) => (at % 2 === 0 ? user(words(800)) : assistant(words(800))));
    const messages = turns.map(({ role, content }) => ({ role, content }));
    await one.import(JSON.stringify({ model: "gpt-5", messages }));
    await one.prompt("openai-chat");
    expect(one.stats()).toMatchObject({ turns: 35, trims: 0, trimDue: false });
  });

  it.each(["trim", "reduce"] as const)("nothing is dropped or summarised below the limit: %s", async (onLimit) => {
    const one = session(30_000, { onLimit });
    await exchange(one, "hi", { around: 300 });
    for (let at = 0; at < 20; at++) await addAll(one, [user(words(500)), assistant(words(500))]);
    const before = one.turns;
    await one.prompt("openai-chat");
    expect(one.turns).toEqual(before);
  });
});

describe("a model with more tokens than the estimate", () => {
  it.each([
    [1.3, 300],
    [1.3, 9_000],
    [0.85, 300],
  ])("is learned from the difference of prompts: %d, with %i tokens around", async (ratio, around) => {
    const one = session(200_000);
    for (let at = 0; at < 6; at++) await exchange(one, words(3_000), { around, ratio, answer: words(500) });
    await one.addTurn(user(words(9_000)));
    const truth = around + ratio * estimated(one);
    expect(Math.abs(one.tokens - truth) / truth).toBeLessThan(0.02);
  });

  it("is learned from many small steps, too, so that a trim is not taken for too small", async () => {
    const one = session(60_000);
    for (let at = 0; at < 60; at++) await exchange(one, words(300), { around: 1_500, ratio: 1.3, answer: words(100) });
    await one.trim();
    const truth = 1_500 + 1.3 * estimated(one);
    expect(one.stats().trimmedTurns).toBeGreaterThan(50);
    expect(Math.abs(one.tokens - truth) / truth).toBeLessThan(0.25);
  });

  it("is trimmed before its real limit", async () => {
    const one = session(20_000);
    let most = 0;
    for (let at = 0; at < 30; at++) {
      const { prompt_tokens } = await exchange(one, words(900), { around: 500, ratio: 1.3, answer: words(300) });
      most = Math.max(most, prompt_tokens);
    }
    expect(most).toBeLessThan(20_000);
    expect(one.stats().trims).toBeGreaterThan(0);
  });

  it("corrects no more text than it was learned from", async () => {
    const one = session(400_000);
    await exchange(one, words(200), { around: 0, ratio: 2 });
    const { prompt_tokens } = await exchange(one, words(1_500), { around: 0, ratio: 2 });
    const learned = estimateTokens(words(1_500), { model: "gpt-5" });
    const last = estimated(one);
    await one.addTurn(user(words(100_000)));
    expect(one.tokens).toBeLessThanOrEqual(prompt_tokens + (estimated(one) - last) + 1.1 * learned + 10);
  });

  it("counts by a ratio that another session has learned", async () => {
    const calibration = createCalibration();
    const one = session(200_000, { calibration });
    for (let at = 0; at < 4; at++) await exchange(one, words(4_000), { around: 100, ratio: 1.3 });
    const other = session(200_000, { calibration });
    await other.addTurn(user(words(6_000)));
    expect(other.tokens / (1.3 * estimated(other))).toBeCloseTo(1, 2);
    const byChars = session(200_000, { calibration, tokens: "chars4" });
    await byChars.addTurn(user("x".repeat(400)));
    expect(byChars.tokens).toBe(100);
  });
});

describe("the tokens of a billed session", () => {
  it("fall with what is removed, never below what the bill says of the rest", async () => {
    const one = session(100_000);
    await exchange(one, words(2_000), { around: 500 });
    await exchange(one, words(20_000), { around: 500 });
    await one.undo();
    expect(Math.abs(one.tokens - (500 + estimated(one)))).toBeLessThanOrEqual(2);
    const small = session(100_000);
    await exchange(small, words(30_000), { ratio: 0.6 });
    await small.undo();
    await small.addTurn(user(words(100)));
    expect(small.tokens).toBeGreaterThan(0);
    await small.clear();
    expect(small.tokens).toBe(0);
  });

  it("are not those of another model, nor of a bill that cannot be the prompt's", async () => {
    const one = session(100_000);
    await exchange(one, "hi", { around: 5_000 });
    one.model = "gpt-4o";
    expect(one.tokens).toBeLessThan(20);
    await one.prompt("openai-chat");
    for (const prompt_tokens of [0, 500_000]) {
      expect(one.recordUsage({ prompt_tokens, completion_tokens: 1 })).toBe(true);
      expect(one.tokens).toBeLessThan(20);
    }
  });

  it("leave the turns alone where what is around them fills the limit by itself", async () => {
    const one = session(10_000);
    const { notices } = listen(one);
    await exchange(one, "hi", { around: 9_500 });
    for (let at = 0; at < 20; at++) await addAll(one, [user(words(20)), assistant(words(20))]);
    const before = one.turns;
    await one.prompt("openai-chat");
    expect(one.turns).toEqual(before);
    expect(notices.at(-1)).toMatch(/^The provider bills 9\d\d\d of 10000 tokens \(9\d%\) besides the turns/);
  });
});

describe("a bill", () => {
  it("that is not understood is counted and announced once, and is no free answer", async () => {
    const one = session(100_000);
    const { notices } = listen(one);
    await exchange(one, "hi", { around: 100 });
    const { cost, inputTokens } = one.stats();
    for (let at = 0; at < 3; at++) {
      expect(one.recordUsage({ prompt_tokens: 1000, completion_tokens: 5, cache_hits: 640 })).toBe(false);
    }
    expect(one.stats()).toMatchObject({ cost, inputTokens, requests: 1, pricedRequests: 1, unreadBills: 3 });
    expect(notices).toEqual([expect.stringMatching(/not understood.*cache_hits\.$/)]);
    expect(one.recordUsage({ tokens: 5 })).toBe(false);
    expect(notices).toHaveLength(2);
  });

  it.each([
    ["DeepSeek's cached tokens", { prompt_cache_hit_tokens: 900_000, prompt_cache_miss_tokens: 100_000 }],
    ["Kimi's", { cached_tokens: 900_000 }],
  ])("with %s costs less than one without", (_, cached) => {
    const costOf = (usage: object) => {
      const one = session(100_000, { model: "gpt-4o" });
      one.recordUsage(usage);
      return one.stats();
    };
    const whole = { prompt_tokens: 1_000_000, completion_tokens: 0 };
    expect(costOf({ ...whole, ...cached })).toMatchObject({ cachedTokens: 900_000, cost: 0.25 + 0.9 * 1.25 });
    expect(costOf(whole)).toMatchObject({ cachedTokens: 0, cost: 2.5 });
  });

  it("with what the provider charged costs that", () => {
    const one = session(100_000, { model: "a-model-without-a-price" });
    one.recordUsage({ prompt_tokens: 1000, completion_tokens: 5, cost: 0.0125 });
    expect(one.stats()).toMatchObject({ cost: 0.0125, pricedRequests: 1 });
  });

  it("with writes for an hour costs more than one for five minutes", () => {
    const costOf = (cache_creation: object) => {
      const one = session(100_000, { model: "claude-sonnet-4-5" });
      one.recordUsage({ input_tokens: 0, cache_creation_input_tokens: 100_000, output_tokens: 0, cache_creation });
      return one.stats().cost;
    };
    expect(costOf({ ephemeral_5m_input_tokens: 100_000 })).toBeCloseTo(0.375, 9);
    expect(costOf({ ephemeral_1h_input_tokens: 100_000, ephemeral_5m_input_tokens: 0 })).toBeCloseTo(0.6, 9);
  });
});

it("a bill that comes while a turn or a trim is written is in the totals, and on disk with the next turn", async () => {
  const states: SessionRecord[] = [];
  let written = () => {};
  const write = (state: SessionRecord) =>
    new Promise<void>((resolve) => {
      states.push(state);
      written = resolve;
    });
  const log: SessionLog = {
    ...{ rename: async () => {}, release: async () => {} },
    append: (_, state) => write(state),
    replaceFrom: (_, __, state) => write(state),
  };
  const one = session(1_000, { keepFirst: 1, keepLast: 1 });
  await addAll(one, [user("a"), assistant("b"), user("c"), assistant("d")]);
  await one.save({ create: async () => log, claim: () => Promise.reject(new Error("none")) });
  for (const change of [() => one.addTurn(user("e")), () => one.trim(), () => one.addTurn(assistant("f"))]) {
    const count = states.length;
    const changed = change();
    await expect.poll(() => states.length).toBe(count + 1);
    one.recordUsage({ prompt_tokens: 10, completion_tokens: 5 });
    written();
    await changed;
  }
  expect(one.stats()).toMatchObject({ requests: 3, trims: 1 });
  expect(states.map(({ totals }) => [totals.requests, totals.trims])).toEqual([
    [0, 0],
    [1, 1],
    [2, 1],
  ]);
});

it("clear() keeps the totals of the session's life", async () => {
  const one = session(100_000);
  await exchange(one, "hi", { around: 100 });
  const { requests, inputTokens, outputTokens, cost } = one.stats();
  expect([requests, outputTokens]).toEqual([1, 5]);
  expect(inputTokens).toBeGreaterThan(100);
  expect(cost).toBeGreaterThan(0);
  await one.clear();
  expect(one.stats()).toMatchObject({ requests, inputTokens, outputTokens, cost, turns: 0 });
});

// What a cache lost, worked out by hand: by cause, in dollars, and with other lifetimes.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SavingsOptions } from "../../ts/simulate/index.js";
import { temporaryFolder } from "../support/folder.js";
import { savingsOfFiles } from "../support/savings.js";

const folder = temporaryFolder();

/** Dollars for a million tokens. */
const PRICE = { input: 10, cacheRead: 1, cacheWrite: 12, hourWrite: 20, output: 50 };
const prices = { "claude-opus-4-6": PRICE, "claude-sonnet-4-6": PRICE };
const START = Date.parse("2026-10-01T08:00:00Z");

/** A request and its bill; times in seconds. */
interface Sent {
  at?: number;
  read?: number;
  written: number;
  isHourly?: boolean;
  model?: string;
  /** Members of the answer's message. */
  says?: object;
  /** Members of the answer's line. */
  line?: object;
  /** It begins with a summary. */
  isSummary?: boolean;
  agentId?: string;
}

let logs = 0;

/** A log of Claude Code. */
function write(requests: readonly Sent[], name = `${++logs}.jsonl`): string {
  const lines: object[] = [];
  let parent: string | null = null;
  for (const [index, request] of requests.entries()) {
    const {
      at,
      read = 0,
      written,
      isHourly = false,
      model = "claude-opus-4-6",
      says,
      line,
      isSummary,
      agentId,
    } = request;
    const time = at === undefined ? {} : { timestamp: new Date(START + at * 1000).toISOString() };
    const shared = { sessionId: "s1", ...time, ...(agentId === undefined ? {} : { isSidechain: true, agentId }) };
    if (isSummary === true) parent = null;
    const user = { role: "user", content: `step ${index}` };
    lines.push({
      ...{ type: "user", uuid: `u${index}`, parentUuid: parent, ...shared, message: user },
      ...(isSummary === true ? { isCompactSummary: true } : {}),
    });
    const lifetime = isHourly ? "ephemeral_1h_input_tokens" : "ephemeral_5m_input_tokens";
    const usage = {
      ...{ input_tokens: 0, cache_read_input_tokens: read, cache_creation_input_tokens: written, output_tokens: 0 },
      cache_creation: { [lifetime]: written },
    };
    const content = [{ type: "text", text: "done" }];
    const message = { id: `m${name}${index}`, role: "assistant", model, usage, content, ...says };
    lines.push({
      ...{ type: "assistant", uuid: `a${index}`, parentUuid: `u${index}`, requestId: `r${index}`, ...shared },
      ...{ message, ...line },
    });
    parent = `a${index}`;
  }
  writeFileSync(join(folder, name), lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return name;
}

const savingsOf = (names: readonly string[], options: SavingsOptions = {}) =>
  savingsOfFiles(
    names.map((name) => join(folder, name)),
    { prices, replays: false, ...options },
  );

/** The causes of the misses of one log, in order, and its misses. */
async function missesOf(requests: readonly Sent[], options: SavingsOptions = {}) {
  const { sessions } = await savingsOf([write(requests)], options);
  return sessions.flatMap(({ cache }) => cache.misses);
}

const causesOf = async (requests: readonly Sent[], options: SavingsOptions = {}) =>
  (await missesOf(requests, options)).map(({ cause }) => cause);

/** The third request comes 400 seconds after the second, and finds nothing. */
const EXPIRED: readonly Sent[] = [
  { at: 0, written: 50_000 },
  { at: 60, read: 50_000, written: 1_000 },
  { at: 460, read: 0, written: 52_000 },
];

describe("cache misses of a log", () => {
  it("has what an expired entry cost: the tokens written again, less what reading them costs", async () => {
    expect(await missesOf(EXPIRED)).toEqual([
      {
        ...{ request: 3, time: "2026-10-01T08:07:40.000Z", model: "claude-opus-4-6", cause: "timeout" },
        ...{ isStated: false, idleSeconds: 400, inputTokens: 52_000, cachedTokens: 0, lostTokens: 51_000 },
        dollars: expect.closeTo((51_000 * (12 - 1)) / 1e6, 12),
      },
    ]);
  });

  it("goes by the lifetime that the request before had written for", async () => {
    const hourly = EXPIRED.map((one) => ({ ...one, isHourly: true }));
    expect(await causesOf(hourly)).toEqual(["unknown"]);
    expect(await causesOf([...hourly.slice(0, 2), { at: 3_700, written: 52_000, isHourly: true }])).toEqual([
      "timeout",
    ]);
    expect((await missesOf(hourly))[0]?.dollars).toBeCloseTo((51_000 * (20 - 1)) / 1e6, 12);
  });

  it("names a switched model, a summary, and a history that became smaller", async () => {
    const [first, second] = EXPIRED as [Sent, Sent];
    const model = "claude-sonnet-4-6";
    expect(await causesOf([first, second, { at: 70, written: 52_000, model }])).toEqual(["model"]);
    const summary = { at: 70, read: 20_000, written: 8_000, isSummary: true };
    expect(await missesOf([first, second, summary])).toMatchObject([{ cause: "compaction", lostTokens: 8_000 }]);
    expect(await causesOf([first, second, { at: 70, read: 20_000, written: 9_000 }])).toEqual(["client_edit"]);
    expect(await causesOf([first, second, { at: 70, read: 20_000, written: 32_000 }])).toEqual(["unknown"]);
  });

  it("believes what the log says of a miss, and nothing that says nothing", async () => {
    const [first, second] = EXPIRED as [Sent, Sent];
    const third = { at: 70, read: 0, written: 52_000 };
    const byProvider = (type: string) => ({ ...third, says: { diagnostics: { cache_miss_reason: { type } } } });
    expect(await missesOf([first, second, byProvider("tools_changed")])).toMatchObject([
      { cause: "tool_list", isStated: true },
    ]);
    expect(await causesOf([first, second, byProvider("messages_changed")])).toEqual(["client_edit"]);
    expect(await causesOf([first, second, byProvider("previous_message_not_found")])).toEqual(["unknown"]);
    const byClient = (...causes: string[]) => ({ ...third, line: { prompt_cache: { last_miss_cause: { causes } } } });
    expect(await causesOf([first, second, byClient("ttl_expired_5m")])).toEqual(["timeout"]);
    expect(await causesOf([first, second, byClient("betas_changed", "system_prompt_changed")])).toEqual(["parameters"]);
    expect(await causesOf([first, second, byClient("a word of next year")])).toEqual(["unknown"]);
  });

  it("knows its own moves from their times, also where the provider says that messages changed", async () => {
    const [first, second] = EXPIRED as [Sent, Sent];
    const says = { diagnostics: { cache_miss_reason: { type: "messages_changed" } } };
    const moves = new Map([["s1", [START + 69_000]]]);
    expect(await causesOf([first, second, { at: 70, read: 20_000, written: 30_000 }], { moves })).toEqual(["our_move"]);
    expect(await causesOf([first, second, { at: 70, written: 30_000, says }], { moves })).toEqual(["our_move"]);
    expect(await causesOf([first, second, { at: 60.5, written: 52_000 }], { moves })).toEqual(["unknown"]);
  });

  it("guesses nothing where times are missing or run back, and counts these requests", async () => {
    const impossible = [
      { tamis: "session", version: 1, model: "claude-opus-4-6", wire: "anthropic" },
      ...[1e20, "1e400", START].flatMap((time) => [
        { message: { role: "user", content: "go" } },
        { message: { role: "assistant", content: "done" }, usage: { input_tokens: 3, output_tokens: 1 }, time },
      ]),
    ];
    writeFileSync(join(folder, "impossible.jsonl"), impossible.map((line) => JSON.stringify(line)).join("\n"));
    expect((await savingsOf(["impossible.jsonl"])).cache).toMatchObject({ compared: 2, untimed: 2, backwards: 0 });
    const untimed = await savingsOf([write(EXPIRED.map(({ at: _, ...rest }) => rest))]);
    expect(untimed.cache).toMatchObject({ compared: 2, untimed: 2, backwards: 0 });
    expect(untimed.sessions[0]?.cache.misses).toMatchObject([{ cause: "unknown" }]);
    expect(untimed.sessions[0]?.cache.misses[0]).not.toHaveProperty("idleSeconds");
    const back = await savingsOf([write(EXPIRED.map((one, index) => ({ ...one, at: 1_000 - index * 500 })))]);
    expect(back.cache).toMatchObject({ compared: 2, untimed: 0, backwards: 2 });
    for (const { cache } of [untimed, back]) {
      const [group] = cache.groups;
      expect(group?.lifetimes?.options.find(({ seconds }) => seconds === 300)?.dollars).toBeCloseTo(1.286, 12);
      // Nothing is known of the gap, so that an hour only makes writes dearer.
      expect(group?.lifetimes?.options.find(({ seconds }) => seconds === 3_600)?.dollars).toBeCloseTo(2.11, 12);
    }
  });
});

describe("other lifetimes on the same gaps", () => {
  it("works out both lifetimes, each also with an entry that is renewed, and recommends one", async () => {
    const { cache, dollars } = await savingsOf([write(EXPIRED)]);
    expect(dollars.total).toBeCloseTo(1.286, 12);
    const [group] = cache.groups;
    expect(group).toMatchObject({
      agent: "Claude Code",
      isSubAgent: false,
      lifetimes: { billed: expect.closeTo(1.286) },
    });
    expect(group?.lifetimes?.options).toEqual([
      { seconds: 300, renewals: 0, dollars: expect.closeTo(1.286, 12) },
      // One renewal reads 51,000 tokens and saves writing them; those at the end read 52,000 in vain.
      { seconds: 300, renewals: 4, dollars: expect.closeTo(1.286 + 0.051 - 0.561 + 3 * 0.052, 12) },
      { seconds: 3_600, renewals: 0, dollars: expect.closeTo(1.141, 12) },
    ]);
    expect(cache.recommendation).toEqual({
      changes: [{ agent: "Claude Code", isSubAgent: false, seconds: 3_600 }],
      saved: expect.closeTo(0.145, 12),
    });
  });

  it("takes the five minutes from those who pay for an hour without a use for it", async () => {
    const hourly = [0, 60, 120].map((at, index) => ({
      ...{ at, read: 50_000 * Math.min(index, 1) + 1_000 * Math.max(0, index - 1), isHourly: true },
      written: index === 0 ? 50_000 : 1_000,
    }));
    const { cache } = await savingsOf([write(hourly)]);
    expect(cache.recommendation).toMatchObject({ changes: [{ seconds: 300 }], saved: expect.closeTo(0.416, 12) });
  });

  it("keeps sub-agents apart", async () => {
    const sub = EXPIRED.map((one, index) => ({ ...one, agentId: "x", at: index * 10, read: index * 40_000 }));
    const { cache } = await savingsOf([write(EXPIRED), write(sub, "sub.jsonl")]);
    expect(cache.groups).toMatchObject([
      { isSubAgent: false, causes: [{ cause: "timeout", requests: 1, lostTokens: 51_000 }] },
      { isSubAgent: true },
    ]);
    expect(cache.recommendation.changes).toEqual([{ agent: "Claude Code", isSubAgent: false, seconds: 3_600 }]);
  });

  it("recommends nothing below 1 % of everything paid, and compares nothing without a price", async () => {
    const { cache } = await savingsOf([write(EXPIRED.slice(0, 2))]);
    expect(cache.recommendation).toEqual({ changes: [], saved: 0 });
    const unpriced = await savingsOf([write(EXPIRED)], { prices: {} });
    expect(unpriced.cache.groups[0]).toBeDefined();
    const house = await savingsOf([write(EXPIRED.map((one) => ({ ...one, model: "house-model-7" })))]);
    expect(house.cache.groups[0]).not.toHaveProperty("lifetimes");
    expect(house.cache.groups[0]?.causes).toMatchObject([{ lostTokens: 51_000, dollars: 0, unpriced: 1 }]);
  });
});

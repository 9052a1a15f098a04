// What the gateway learns from bills about its token counts: told in headers, log, metrics and /stats, shared by Redis, and
// never a reason to send other bytes.
import { gzipSync } from "node:zlib";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { describe, expect, it } from "vitest";
import { LearnedUsage } from "../../ts/gateway/learned/learned-usage.js";
import { namedModels } from "../../ts/gateway/learned/named-models.js";
import { parseSums, sumsText } from "../../ts/gateway/learned/sums.js";
import type { RedisClient } from "../../ts/gateway/shared/shared-state.js";
import type { Wire } from "../../ts/index.js";
import { boundSession } from "../support/bound-session.js";
import { PlayedRedis } from "./played-redis.js";
import { agentRequest, bytesOf, PATHS } from "./requests.js";
import { ask, type RawAnswer, startGateway } from "./start.js";
import { events, json, type Respond } from "./upstream.js";

const MODEL = "claude-sonnet-4-5";
const TURNS = 24;
const everyTurn = { policies: { default: { cache: { strategy: "every-turn" as const }, mask: { windowTurns: 4 } } } };
const bodyOf = (model: string = MODEL, wire: Wire = "anthropic") =>
  bytesOf(agentRequest(wire, { model, turns: TURNS }));

/** Bills each request with `ratio` tokens for each that the gateway's own estimate has: a quarter of its chars. */
const billing =
  (ratio: number, answer: (usage: object, model: string) => Respond): Respond =>
  (request, response) => {
    const { model } = JSON.parse(String(request.body));
    return answer({ input_tokens: Math.round((request.body.length / 4) * ratio), output_tokens: 1 }, model)(
      request,
      response,
    );
  };
const whole = (usage: object, model: string) =>
  json({ type: "message", model: `${model}-20260101`, content: [], usage });
const stream = (usage: object, model: string) =>
  events([`event: message_start\ndata: ${JSON.stringify({ type: "message_start", message: { model, usage } })}\n\n`]);
const gzipped = (usage: object, model: string) => (_: unknown, response: Parameters<Respond>[1]) => {
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  response.writeHead(200, headers).end(gzipSync(JSON.stringify({ model, usage })));
};

const told = ({ headers }: RawAnswer) => {
  const number = (name: string) => Number(headers.get(`x-tamis-${name}`) ?? Number.NaN);
  return { before: number("tokens-before"), after: number("tokens-after"), ratio: number("token-ratio") };
};
const stats = async (url: string) => JSON.parse((await ask(url, "/stats", { method: "GET" })).text);
const learnedAt = async (url: string) => Object.values((await stats(url)).learned as object).flatMap(Object.entries);
const lines = (log: string) => log.split("\n").flatMap((line) => (line === "" ? [] : JSON.parse(line)));

describe("token counts of the gateway", () => {
  it.each([
    ["a whole answer", whole],
    ["a stream", stream],
    ["a packed answer", gzipped],
  ])("are corrected by the usage of %s before, everywhere alike", async (_, answer) => {
    const { url, log, gateway } = await startGateway(billing(1.5, answer), everyTurn);
    const first = told(await ask(url, PATHS.anthropic, { body: bodyOf() }));
    await expect.poll(async () => (await learnedAt(url)).length).toBe(1);
    const second = told(await ask(url, PATHS.anthropic, { body: bodyOf() }));
    expect(first.ratio).toBeNaN();
    expect(second.ratio).toBeGreaterThan(1.3);
    expect(second.ratio).toBeLessThan(2.5);
    expect(second.before).toBe(Math.round(first.before * second.ratio));
    await expect.poll(() => lines(log()).filter(({ msg }) => msg === "request").length).toBe(2);
    expect(lines(log()).findLast(({ msg }) => msg === "request")).toMatchObject({
      tokensBefore: second.before,
      tokensAfter: second.after,
      tokenRatio: second.ratio,
    });
    const { all } = await stats(url);
    expect(all).toMatchObject({ tokensBefore: first.before + second.before, tokensAfter: first.after + second.after });
    expect(gateway.totals).toMatchObject({ tokensBefore: all.tokensBefore, tokensAfter: all.tokensAfter });
    expect(await gateway.metrics()).toContain(
      `tamis_tokens_total{wire="anthropic",when="before"} ${first.before + second.before}`,
    );
    expect(await gateway.metrics()).toMatch(/tamis_learned_bills_total\{outcome="learned"\} [12]/);
  });

  it("are the same in spans", async () => {
    const spans = new InMemorySpanExporter();
    const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
    const { url } = await startGateway(billing(1.5, whole), everyTurn, { telemetry: { tracerProvider } });
    await ask(url, PATHS.anthropic, { body: bodyOf() });
    await expect.poll(async () => (await learnedAt(url)).length).toBe(1);
    const { before, after, ratio } = told(await ask(url, PATHS.anthropic, { body: bodyOf() }));
    await expect.poll(() => spans.getFinishedSpans().length).toBe(2);
    expect(ratio).toBeGreaterThan(1.3);
    const attributes = { "tamis.tokens.before": before, "tamis.tokens.after": after };
    expect(spans.getFinishedSpans()[1]?.attributes).toMatchObject(attributes);
  });

  it("come near what the provider bills", async () => {
    let billed = 0;
    const count = (usage: object, model: string) => {
      billed = (usage as { input_tokens: number }).input_tokens;
      return whole(usage, model);
    };
    const { url } = await startGateway(billing(1.5, count), everyTurn);
    const first = told(await ask(url, PATHS.anthropic, { body: bodyOf() }));
    await expect.poll(async () => (await learnedAt(url)).length).toBe(1);
    expect(Math.abs(first.after - billed) / billed).toBeGreaterThan(0.2);
    const second = told(await ask(url, PATHS.anthropic, { body: bodyOf() }));
    expect(Math.abs(second.after - billed) / billed).toBeLessThan(0.01);
  });

  it("of one model, host, key or conversation are not those of another", async () => {
    const keys = { a: { tokenEnv: "KEY_A" }, b: { tokenEnv: "KEY_B" } };
    const env = { KEY_A: "token-of-caller-a-1", KEY_B: "token-of-caller-b-1" };
    const { url } = await startGateway(billing(1.5, whole), { ...everyTurn, keys }, { env });
    const asked = async (model: string, key: string, session: string) => {
      const headers = { "x-tamis-key": key, "x-tamis-session": session };
      return told(await ask(url, PATHS.anthropic, { body: bodyOf(model), headers })).ratio;
    };
    await asked(MODEL, env.KEY_A, "s1");
    await expect.poll(() => asked(MODEL, env.KEY_A, "s2")).toBeGreaterThan(1);
    expect(await asked("claude-opus-4-1", env.KEY_A, "s1")).toBeNaN();
    expect(await asked(MODEL, env.KEY_B, "s1")).toBeNaN();
  });

  it("are estimates for rows to compress, which are the same in every turn", async () => {
    const { url } = await startGateway(billing(1.5, whole), everyTurn);
    const { messages } = agentRequest("openai-chat", { turns: TURNS }) as { messages: object[] };
    const rows = JSON.stringify({ model: MODEL, messages });
    const before = (await ask(url, "/v1/compress", { body: rows })).text;
    await ask(url, PATHS.anthropic, { body: bodyOf() });
    await expect.poll(async () => (await learnedAt(url)).length).toBe(1);
    expect((await ask(url, "/v1/compress", { body: rows })).text).toBe(before);
  });

  it("do not learn from bills that no tokenizer gives, and count them", async () => {
    const { url, gateway } = await startGateway(billing(9, whole), everyTurn);
    await ask(url, PATHS.anthropic, { body: bodyOf() });
    await expect.poll(() => gateway.metrics()).toContain('tamis_learned_bills_total{outcome="impossible"} 1');
    expect(told(await ask(url, PATHS.anthropic, { body: bodyOf() })).ratio).toBeNaN();
    expect(await learnedAt(url)).toEqual([]);
  });

  it("show a model's name only where the list of prices has it", async () => {
    const { url } = await startGateway(billing(1.5, whole), everyTurn);
    for (const model of [MODEL, "what-a-secret"]) await ask(url, PATHS.anthropic, { body: bodyOf(model) });
    await expect.poll(async () => (await learnedAt(url)).map(([model]) => model)).toEqual([MODEL, "other"]);
    const [[, sums] = []] = await learnedAt(url);
    expect(sums).toMatchObject({ requests: 1, billedTokens: expect.any(Number), estimatedTokens: expect.any(Number) });
  });
});

describe("bytes that are sent", () => {
  it("are the same from a gateway that has learned and from one that has not", async () => {
    const policies = { default: { version: 1 as const, preset: "balanced" as const } };
    const taught = await startGateway(billing(1.8, whole), { policies });
    const fresh = await startGateway(json({ content: [] }), { policies });
    const { requests } = boundSession({ seed: 1, prompts: 4, turns: 8, resultChars: 6000 });
    let differ = 0;
    for (const request of requests) {
      const body = JSON.stringify(request);
      const one = await ask(taught.url, PATHS.anthropic, { body });
      const other = await ask(fresh.url, PATHS.anthropic, { body });
      expect(String(taught.upstream.arrived.at(-1)?.body)).toBe(String(fresh.upstream.arrived.at(-1)?.body));
      if (told(one).before !== told(other).before) differ++;
    }
    // Else the sameness above would show nothing.
    expect(differ).toBeGreaterThan(0);
  });
});

const shared = { redisUrl: "redis://127.0.0.1:1", timeoutMs: 30 };
const withRedis = (redis: RedisClient) => startGateway(billing(1.5, whole), { ...everyTurn, shared }, { redis });
const usageKeys = (redis: PlayedRedis) => [...redis.values.keys()].filter((key) => key.startsWith("tamis:1:usage:"));
/** Teaches a gateway, and waits until Redis has it. */
async function teach({ url }: { url: string }, redis: PlayedRedis) {
  await ask(url, PATHS.anthropic, { body: bodyOf() });
  await expect.poll(() => usageKeys(redis).length, { timeout: 5_000 }).toBeGreaterThan(0);
}
const ratioAt = async ({ url }: { url: string }) => told(await ask(url, PATHS.anthropic, { body: bodyOf() })).ratio;

describe("what gateways have learned, in Redis", () => {
  it("is known to a gateway that no answer has taught, from its second request on", async () => {
    const redis = new PlayedRedis();
    await teach(await withRedis(redis), redis);
    const other = await startGateway(json({ content: [] }), { ...everyTurn, shared }, { redis });
    expect(await ratioAt(other)).toBeNaN();
    await expect.poll(() => ratioAt(other)).toBeGreaterThan(1.3);
    expect(await other.gateway.metrics()).toMatch(/tamis_shared_total\{what="usage",outcome="hit"\} [1-9]/);
  });

  it("is numbers alone, under keys that are hashes", async () => {
    const redis = new PlayedRedis();
    await teach(await withRedis(redis), redis);
    for (const key of usageKeys(redis)) {
      expect(key).toMatch(/^tamis:1:usage:[0-9a-f]{40}$/);
      expect(String(redis.values.get(key))).toMatch(
        /^\{"format":"tamis-usage-1","billed":\d+,"estimated":\d+,"observations":1\}$/,
      );
    }
  });

  it.each(["down", "hangs", "full"] as const)("is each gateway's own while Redis is %s", async (state) => {
    const redis = new PlayedRedis();
    redis.state = state;
    const gateway = await withRedis(redis);
    await ask(gateway.url, PATHS.anthropic, { body: bodyOf() });
    await expect.poll(() => ratioAt(gateway)).toBeGreaterThan(1.3);
    const failed = /tamis_shared_total\{what="usage",outcome="failed"\} [1-9]/;
    await expect.poll(() => gateway.gateway.metrics(), { timeout: 5_000 }).toMatch(failed);
  });

  it("is ignored and counted where another version or another program has written it", async () => {
    const redis = new PlayedRedis();
    await teach(await withRedis(redis), redis);
    for (const key of usageKeys(redis)) redis.values.set(key, Buffer.from('{"format":"tamis-usage-9","ratio":2}'));
    const other = await startGateway(json({ content: [] }), { ...everyTurn, shared }, { redis });
    for (let at = 0; at < 3; at++) expect(await ratioAt(other)).toBeNaN();
    expect(await other.gateway.metrics()).toMatch(/tamis_shared_total\{what="usage",outcome="unusable"\} [1-9]/);
  });

  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["a text for a number", '{"format":"tamis-usage-1","billed":"3","estimated":3,"observations":1}'],
    ["numbers below 0", '{"format":"tamis-usage-1","billed":-5,"estimated":-5,"observations":1}'],
    ["nothing", '{"format":"tamis-usage-1","billed":0,"estimated":0,"observations":1}'],
    ["a ratio of 5", '{"format":"tamis-usage-1","billed":50000,"estimated":10000,"observations":1}'],
    ["sums that could never fade", '{"format":"tamis-usage-1","billed":1e300,"estimated":1e300,"observations":1}'],
    ["more requests than there are", '{"format":"tamis-usage-1","billed":9e3,"estimated":9e3,"observations":1e15}'],
    ["half a request", '{"format":"tamis-usage-1","billed":9e3,"estimated":9e3,"observations":1.5}'],
    ["a megabyte", `{"format":"tamis-usage-1","billed":9e3,"estimated":9e3,"observations":1,"x":"${"x".repeat(1e6)}"}`],
  ])("is not taken where it is %s", (_, text) => expect(parseSums(text)).toBeUndefined());
});

const at = { tenant: "", host: "h", method: "chars4", conversation: undefined };
const bill = (promptTokens: number) => ({ model: "m", estimatedTokens: 10_000, promptTokens });

describe("learned usage", () => {
  it("joins what two gateways have learned at the same time", async () => {
    const values = new Map<string, string>();
    const remote = {
      read: async (names: readonly string[]) => names.map((name) => values.get(name)),
      write: async (name: string, text: string) => void values.set(name, text),
      unusable: () => {},
    };
    const [one, two] = [new LearnedUsage(10, remote), new LearnedUsage(10, remote)];
    for (const learned of [one, two]) expect(learned.learn(at, bill(20_000))).toBe("learned");
    await one.share();
    await two.share();
    expect(parseSums([...values.values()][0] ?? "")?.observations).toBe(2);
    one.learn(at, bill(10_000));
    await one.share();
    const { billed, estimated, observations } = parseSums([...values.values()][0] ?? "") ?? {};
    expect([billed, estimated, observations]).toEqual([20_000 * 0.81 + 20_000 * 0.9 + 10_000, 27_100, 3]);
  });

  it("keeps what it has learned while Redis had an older state", async () => {
    let text: string | undefined;
    const write = async (_: string, to: string) => {
      text = to;
    };
    const remote = { read: async () => [text], write, unusable() {} };
    const learned = new LearnedUsage(0, remote);
    for (let times = 0; times < 30; times++) learned.learn(at, bill(20_000));
    text = sumsText({ billed: 10_000, estimated: 10_000, observations: 2 });
    await learned.share();
    expect(parseSums(text)?.observations).toBe(30);
  });

  it("forgets what was learned longest ago", () => {
    const learned = new LearnedUsage(0);
    for (let host = 0; host < 1_001; host++) learned.learn({ ...at, host: `h${host}` }, bill(20_000));
    expect(learned.ratioOf({ ...at, host: "h0" }, ["m"])).toBeUndefined();
    expect(learned.ratioOf({ ...at, host: "h1" }, ["m"])).toBe(2);
  });

  it("goes by the conversation first, and by none where none is remembered", () => {
    for (const [most, ratio] of [
      [10, 3],
      [0, (20_000 * 0.9 + 30_000) / 19_000],
    ] as const) {
      const learned = new LearnedUsage(most);
      learned.learn({ ...at, conversation: "c1" }, bill(20_000));
      learned.learn({ ...at, conversation: "c2" }, bill(30_000));
      expect(learned.ratioOf({ ...at, conversation: "c2" }, ["m"])).toBeCloseTo(ratio, 9);
    }
  });

  it("learns nothing from small requests", () => {
    const learned = new LearnedUsage(0);
    expect(learned.learn(at, { model: "m", estimatedTokens: 1_999, promptTokens: 3_000 })).toBe("too_small");
    expect(learned.ratioOf(at, ["m"])).toBeUndefined();
  });
});

describe("names of models in a body", () => {
  it.each([
    ["behind all messages", { messages: ["x".repeat(9_000)], model: "a", tools: ["x".repeat(9_000)] }, ["a"]],
    ["and not in a text", { model: "a", messages: [{ content: '{"model": "b"}' }] }, ["a"]],
    ["and in arguments, once each", { model: "a", messages: [{ model: "b" }, { model: "a" }] }, ["a", "b"]],
    ["and are texts", { model: { type: "string" }, messages: [] }, []],
    ["and are no longer than a name", { model: "x".repeat(300) }, []],
  ])("are under a key of their own %s", (_, body, names) => {
    expect(namedModels(Buffer.from(JSON.stringify(body)))).toEqual(names);
  });
});

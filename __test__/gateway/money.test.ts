// What requests cost: in the log, in metrics, in /stats and in headers.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RequestAccount } from "../../ts/gateway/index.js";
import { Bills, entryOf, Ledger } from "../../ts/ledger/index.js";
import { priceTokens } from "../../ts/pricing/index.js";
import { temporaryFolder } from "../support/folder.js";
import { agentRequest, bytesOf, PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { events, json } from "./upstream.js";

const MODEL = "claude-sonnet-4-5";
const usage = { input_tokens: 100, cache_read_input_tokens: 800, cache_creation_input_tokens: 100, output_tokens: 50 };
const whole = json({ type: "message", model: MODEL, content: [], usage });
const stream = events([
  `event: message_start\ndata: ${JSON.stringify({ type: "message_start", message: { model: MODEL, usage } })}\n\n`,
  `event: message_delta\ndata: ${JSON.stringify({ type: "message_delta", usage: { output_tokens: 50 } })}\n\n`,
]);
const billed = { fresh: 100, cacheRead: 800, cacheWrite: 100, output: 50 };
const cost = priceTokens({ model: MODEL, usage: billed });
const body = bytesOf(agentRequest("anthropic", { model: MODEL }));
const everyTurn = { policies: { default: { cache: { strategy: "every-turn" as const }, mask: { windowTurns: 4 } } } };
const stats = async (url: string) => JSON.parse((await ask(url, "/stats", { method: "GET" })).text);
const lines = (log: string) => log.split("\n").flatMap((line) => (line === "" ? [] : JSON.parse(line)));

describe("dollars of requests", () => {
  it.each([
    ["a whole answer", whole],
    ["a stream", stream],
  ])("are those of the usage of %s at its cache mix, in log, metrics and stats", async (_, respond) => {
    const { url, log, gateway } = await startGateway(respond, everyTurn);
    await ask(url, PATHS.anthropic, { body });
    const { all, by } = await stats(url);
    expect(all.billedUsd).toBeCloseTo(cost?.cost ?? 0, 6);
    expect(all.savedUsd).toBeGreaterThan(0);
    expect(all).toMatchObject({ requests: 1, inputTokens: 1000, cachedTokens: 800, outputTokens: 50 });
    expect(by.model[MODEL]).toEqual(all);
    const line = lines(log()).find(({ msg }) => msg === "request");
    expect(line).toMatchObject({ costUsd: all.billedUsd, savedUsd: all.savedUsd });
    const metrics = await gateway.metrics();
    expect(metrics).toMatch(/tamis_cost_usd_total\{wire="anthropic",what="billed"\} 0\.00/);
    expect(metrics).toMatch(/tamis_billed_tokens_total\{wire="anthropic",kind="cache_read"\} 800/);
  });

  it.each([
    ["fast mode", { speed: "fast" }, 2],
    ["US-only inference", { inference_geo: "us" }, 1.1],
  ])("are those of %s, whole and streamed", async (_, more, times) => {
    const model = "claude-opus-5-5";
    const own = { ...usage, ...more };
    const start = { type: "message_start", message: { model, usage: own } };
    const answers = [
      json({ type: "message", model, content: [], usage: own }),
      events([`data: ${JSON.stringify(start)}\n\n`]),
    ];
    const standard = priceTokens({ model, usage: billed })?.cost ?? 0;
    for (const respond of answers) {
      const { url } = await startGateway(respond, everyTurn);
      await ask(url, PATHS.anthropic, { body });
      expect((await stats(url)).all.billedUsd).toBeCloseTo(standard * times, 6);
    }
  });

  it("count apart the answers without a bill, without a price, and with a part that has none", async () => {
    const answers = [
      { type: "message", model: MODEL, content: [] },
      { type: "message", model: "house-model", content: [], usage },
      { type: "message", model: MODEL, content: [], usage: { ...usage, service_tier: "priority" } },
      { type: "message", model: MODEL, content: [], usage },
    ];
    let at = 0;
    const { url, gateway } = await startGateway((...args) => json(answers[at++] ?? {})(...args), everyTurn);
    for (const _ of answers) await ask(url, PATHS.anthropic, { body });
    const { all, by } = await stats(url);
    expect(all).toMatchObject({ requests: 4, unbilled: 1, unpriced: 1, partlyPriced: 1 });
    expect(all.billedUsd).toBeCloseTo(2 * (cost?.cost ?? 0), 6);
    expect(by.model.other ?? by.model["house-model"]).toMatchObject({ unpriced: 1 });
    const metrics = await gateway.metrics();
    for (const why of ["usage", "price", "part"])
      expect(metrics).toContain(`tamis_requests_without_bill_total{wire="anthropic",lacks="${why}"} 1`);
  });

  it("are those of every round in which the gateway answered calls of tamis_retrieve, which cost and save nothing", async () => {
    const call = { type: "tool_use", id: "r0", name: "tamis_retrieve", input: { handle: "0".repeat(32) } };
    const request = { ...agentRequest("anthropic", { model: MODEL }), tools: [{ name: "grep", input_schema: {} }] };
    const run = async (rounds: object[]) => {
      const config = { ...everyTurn, originals: { store: "memory" as const, intercept: true } };
      const { url, gateway } = await startGateway((...args) => json(rounds.shift() ?? {})(...args), config);
      await ask(url, PATHS.anthropic, { body: bytesOf(request) });
      return { all: (await stats(url)).all, metrics: await gateway.metrics() };
    };
    const last = { type: "message", model: MODEL, content: [], usage };
    const one = await run([last]);
    const two = await run([{ ...last, content: [call] }, last]);
    expect(two.all).toMatchObject({ requests: 1, inputTokens: 2000, cachedTokens: 1600, outputTokens: 100 });
    expect(two.all.billedUsd).toBeCloseTo(2 * (cost?.cost ?? 0), 6);
    expect(two.all.savedUsd).toBeCloseTo(one.all.savedUsd - (cost?.cost ?? 0), 6);
    expect(two.metrics).toMatch(/tamis_billed_tokens_total\{wire="anthropic",kind="output"\} 100/);
    const silent = await run([{ ...last, usage: undefined, content: [call] }, last]);
    expect(silent.all).toMatchObject({ inputTokens: 1000, unbilled: 0, partlyPriced: 1 });
  });

  it("are estimated in the header of an answer, at the mix of the answers before it", async () => {
    const { url } = await startGateway(whole, everyTurn);
    const first = await ask(url, PATHS.anthropic, { body });
    const second = await ask(url, PATHS.anthropic, { body });
    expect(first.headers.get("x-tamis-saved-usd")).toBeNull();
    const saved =
      Number(second.headers.get("x-tamis-tokens-before")) - Number(second.headers.get("x-tamis-tokens-after"));
    const estimate = (saved * (cost?.inputCost ?? 0)) / 1000;
    expect(Number(second.headers.get("x-tamis-saved-usd"))).toBeCloseTo(estimate, 5);
  });

  it("are none where the price or the usage is not known", async () => {
    const unknown = await startGateway(json({ model: "no-such-model", usage }), everyTurn);
    await ask(unknown.url, PATHS.anthropic, { body });
    expect((await stats(unknown.url)).all).toMatchObject({ billedUsd: 0, inputTokens: 1000 });
  });

  it("are counted by LiteLLM's team and key, which the provider is not told", async () => {
    const { url, upstream, gateway, log } = await startGateway(whole, everyTurn);
    const headers = {
      "x-litellm-user_api_key_team_alias": "search",
      "x-litellm-user_api_key_alias": "ci",
      "x-litellm-user_api_key_user_id": "u-1",
      "x-litellm-user_api_key_user_email": "someone@example.com",
    };
    await ask(url, PATHS.anthropic, { body, headers });
    const { by } = await stats(url);
    expect(by.team.search.requests).toBe(1);
    expect(by.key.ci.billedUsd).toBeGreaterThan(0);
    const metrics = await gateway.metrics();
    expect(metrics).toContain('tamis_team_requests_total{team="search",key="ci"} 1');
    expect(metrics).toContain('tamis_user_requests_total{user="u-1"} 1');
    expect(metrics).toMatch(/tamis_user_cost_usd_total\{user="u-1",what="billed"\} 0\.00/);
    expect(lines(log()).find(({ msg }) => msg === "request")).toMatchObject({
      team: "search",
      virtualKey: "ci",
      user: "u-1",
    });
    expect(JSON.stringify(upstream.arrived[0]?.rawHeaders)).not.toMatch(/user_api_key|example\.com/);
    expect(log()).not.toContain("example.com");
  });

  it("have LiteLLM's team, key and user in the ledger, too", async () => {
    const accounts: RequestAccount[] = [];
    const { url } = await startGateway(whole, everyTurn, { onRequest: (account) => void accounts.push(account) });
    const headers = {
      "x-litellm-user_api_key_team_alias": "search",
      "x-litellm-user_api_key_alias": "ci",
      "x-litellm-user_api_key_user_id": "u-1",
    };
    await ask(url, PATHS.anthropic, { body, headers });
    await expect.poll(() => accounts.length).toBe(1);
    const folder = temporaryFolder();
    const ledger = await Ledger.open(join(folder, "ledger.db"), { now: () => 0 });
    const facts = { run: "r", agent: "a", mode: "reduce", surface: "gateway" } as const;
    await ledger.add({ requests: accounts.map((account) => entryOf(account, facts, new Bills())) });
    expect(await ledger.entries()).toMatchObject([{ team: "search", virtualKey: "ci", user: "u-1" }]);
    ledger.close();
  });

  it("show the model of rows to compress only where the price list has it: any text may be there", async () => {
    const { url, gateway } = await startGateway();
    for (const model of [MODEL, "what-a-secret"])
      await ask(url, "/v1/compress", { body: JSON.stringify({ model, messages: [{ role: "user", content: "x" }] }) });
    const all = `${JSON.stringify(await stats(url))}${await gateway.metrics()}`;
    expect(all).toContain(MODEL);
    expect(all).not.toContain("what-a-secret");
  });

  it("keep the number of names bounded", async () => {
    const { url } = await startGateway(whole);
    for (let team = 0; team < 210; team++)
      await ask(url, "/v1/models", { method: "GET", headers: { "x-litellm-user_api_key_team_id": `t-${team}` } });
    const { by } = await stats(url);
    expect(Object.keys(by.team).length).toBeLessThanOrEqual(201);
    expect(by.team.other.requests).toBe(10);
  });
});

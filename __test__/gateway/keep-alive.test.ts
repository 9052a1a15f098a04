// A gateway renews the cache of idle conversations, before a provider with a cache and a clock of its own.
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { stringify } from "smol-toml";
import { describe, expect, it } from "vitest";
import { Finished } from "../../ts/gateway/account/finished.js";
import {
  checkConfig,
  createLogger,
  type GatewayInput,
  type GatewayOptions,
  type RequestAccount,
} from "../../ts/gateway/index.js";
import { IdleTimes } from "../../ts/gateway/keep-alive/idle-times.js";
import { KeepAlive } from "../../ts/gateway/keep-alive/keep-alive.js";
import { ownersOf } from "../../ts/gateway/keep-alive/owners.js";
import { renewalBody } from "../../ts/gateway/keep-alive/renewal.js";
import type { RedisClient } from "../../ts/gateway/shared/shared-state.js";
import { entryOf, Ledger, ledgerFile, sumOf } from "../../ts/ledger/index.js";
import { factsOf } from "../../ts/models/facts.js";
import { Bills } from "../../ts/pricing/bills.js";
import { priceTokens } from "../../ts/pricing/prices.js";
import { temporaryFolder } from "../support/folder.js";
import { spawnGateway } from "./process.js";
import { agentRequest } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { type Arrived, startUpstream } from "./upstream.js";

const MODEL = "claude-opus-5-5";
const LIFE_MS = 1_000;
const TOKENS = 50_000;
const RENEWAL_USD =
  priceTokens({ model: MODEL, usage: { fresh: 10, cacheRead: TOKENS, cacheWrite: 0, output: 1 } })?.cost ?? 0;
const { row } = factsOf({ model: MODEL });
const ROW = { ...row, cache: { ...row.cache, lifeSeconds: LIFE_MS / 1000 } };

/** A provider whose cache keeps what was sent for a time by its own clock. */
class Provider {
  lifeMs = LIFE_MS;
  status = 200;
  isHourly = false;
  readonly #entries = new Map<string, number>();

  respond = ({ body }: Arrived, response: ServerResponse): void => {
    const request = JSON.parse(body.toString());
    const { max_tokens: _, stream, ...rest } = request;
    const key = JSON.stringify(rest);
    const isThere = Date.now() - (this.#entries.get(key) ?? 0) < this.lifeMs;
    if (this.status === 200) this.#entries.set(key, Date.now());
    const kept = isThere ? { cache_read_input_tokens: TOKENS } : { cache_creation_input_tokens: TOKENS };
    const hour = this.isHourly && !isThere ? { cache_creation: { ephemeral_1h_input_tokens: TOKENS } } : {};
    const usage = { input_tokens: 10, output_tokens: 1, ...kept, ...hour };
    const answer = { type: "message", model: MODEL, stop_reason: "end_turn", usage };
    if (this.status !== 200 && stream === true) {
      response.writeHead(this.status, { "content-type": "application/json" }).end('{"error":{}}');
      return;
    }
    if (stream !== true) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`event: message_start\ndata: ${JSON.stringify({ type: "message_start", message: answer })}\n\n`);
    // The rest never comes: the reader has left.
  };
}

interface Setting {
  usd?: number;
  config?: { gateway?: object; models?: readonly object[]; shared?: object };
  options?: GatewayOptions;
  headers?: Record<string, string>;
  set?: Partial<Pick<Provider, "lifeMs" | "status" | "isHourly">>;
}

const BODY = JSON.stringify({ ...agentRequest("anthropic", { turns: 2, model: MODEL }), stream: false });

async function start({ usd = 10, config = {}, options = {}, headers = {}, set = {} }: Setting = {}) {
  const provider = new Provider();
  Object.assign(provider, set);
  const accounts: Parameters<NonNullable<GatewayOptions["onRequest"]>>[0][] = [];
  const { gateway, ...policy } = config;
  const input = { models: [ROW], ...policy, gateway: { keepAliveUsd: usd, ...gateway } } as GatewayInput;
  const started = await startGateway(provider.respond, input, {
    onRequest: (account) => void accounts.push(account),
    ...options,
  });
  const send = (body = BODY) =>
    ask(started.url, "/v1/messages", {
      body,
      headers: { "x-api-key": "k", "content-type": "application/json", ...headers },
    });
  const renewals = () => started.upstream.arrived.filter(({ body }) => JSON.parse(body.toString()).stream === true);
  return { ...started, provider, accounts, send, renewals };
}

/** A row as a configuration's file has it. */
const inSnakeCase = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(members.map(([name, one]) => [snakeCase(name), inSnakeCase(one)]));
};
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const pause = (lives: number) => sleep(lives * LIFE_MS);

/** The collector of garbage, which Node hides. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

describe("an idle conversation", () => {
  it("keeps nothing of its last request but what is sent again", async () => {
    const keepAlive = new KeepAlive({
      owners: ownersOf(undefined, undefined),
      idleTimes: new IdleTimes(undefined, createLogger("silent")),
      ...{ mostUsd: () => 10, models: () => [{ ...ROW, cache: { ...ROW.cache, lifeSeconds: 60 } }] },
      ...{ isOff: () => false, dispatcherTo: () => undefined, onFinished: () => {} },
    });
    const answered = () => {
      const finished = new Finished("reduce", "anthropic", "POST", "/v1/messages", performance.now());
      const body = Buffer.alloc(1024 * 1024, BODY);
      finished.prepared = { body, replaced: true, headers: undefined, reduceMs: 1 };
      const request = {
        ...{ origin: "", method: "POST" as const, path: "/", headers: [], body },
        bodyTimeout: 1,
        headersTimeout: 1,
      };
      finished.renewable = { request, sentAt: performance.now() - 100_000 };
      const billed = { inputTokens: TOKENS, cachedTokens: TOKENS, cacheWriteTokens: 0, outputTokens: 1 };
      const account = {
        ...{ model: MODEL, host: "h", wire: "anthropic", conversation: "c" },
        billed,
      } as RequestAccount;
      keepAlive.answered(finished, account, "end_turn");
      return new WeakRef(body.buffer);
    };
    const body = answered();
    await sleep(1);
    collectGarbage();
    expect(body.deref()).toBeUndefined();
    // It is there all the same.
    expect(keepAlive.goesOn("c", undefined)).toMatchObject({ cached: TOKENS });
    keepAlive.end();
  });
});

describe("a gateway with keep_alive_usd", () => {
  it("keeps the cache of an idle conversation, by its last request with another max_tokens and stream", async () => {
    const { send, renewals, accounts, upstream, gateway } = await start();
    await send();
    await pause(2.4);
    const count = renewals().length;
    expect(count).toBeGreaterThanOrEqual(2);
    const [first] = upstream.arrived;
    const { max_tokens: most, stream, ...rest } = JSON.parse(renewals()[0]?.body.toString() ?? "");
    const { max_tokens: _, stream: __, ...sent } = JSON.parse(first?.body.toString() ?? "");
    expect([most, stream, rest]).toEqual([1, true, sent]);
    expect(renewals()[0]?.body.toString()).toBe(
      first?.body.toString().replace('"max_tokens":100', '"max_tokens":1').replace('"stream":false', '"stream":true'),
    );
    expect(renewals()[0]?.headers["x-api-key"]).toBe("k");
    await send();
    const last = accounts.at(-1);
    expect([last?.billed?.cachedTokens, last?.keptTokens]).toEqual([TOKENS, TOKENS]);
    expect(accounts.filter(({ skipped }) => skipped === "keep_alive").length).toBe(count);
    const bills = new Bills();
    const facts = { run: "r", agent: "a", mode: "reduce", surface: "gateway" } as const;
    const entries = accounts.map((account) => entryOf(account, facts, bills));
    const sum = sumOf(entries);
    expect([sum.requests, sum.renewals]).toEqual([2, count]);
    expect(sum.renewalCost).toBeCloseTo(count * RENEWAL_USD, 5);
    // Without renewals the last request would have been written again.
    expect(sum.otherCost ?? 0).toBeGreaterThan(sum.cost ?? 0);
    expect(await gateway.metrics()).toContain(`tamis_skipped_total{wire="anthropic",reason="keep_alive"} ${count}`);
  });

  it("ends when the next request comes, and when the gateway ends", async () => {
    const { send, renewals, gateway } = await start();
    await send();
    await pause(0.5);
    await send(BODY.replace("go", "go on"));
    await gateway.close({ drainMs: 50 });
    await pause(1.5);
    expect(renewals().length).toBe(0);
  });

  it("goes on over a new configuration, as long as that has the upstream", async () => {
    const { send, renewals, accounts, gateway, upstream } = await start();
    const { url } = upstream;
    await send();
    const config = { models: [ROW], gateway: { keepAliveUsd: 10 } } as GatewayInput;
    gateway.reload({ ...config, upstreams: { openai: url, anthropic: url } });
    await pause(1.3);
    const count = renewals().length;
    expect(count).toBeGreaterThanOrEqual(1);
    gateway.reload({ ...config, upstreams: { openai: "http://127.0.0.1:1", anthropic: "http://127.0.0.1:1" } });
    await pause(1.3);
    expect(renewals().length).toBe(count);
    expect(accounts.map(({ status }) => status)).toEqual(accounts.map(() => 200));
  });

  // At once, because each waits.
  it("renews nothing where that is off, not allowed, or would cost more", async () => {
    const settings: Record<string, Setting> = {
      "it is off": { usd: 0 },
      "one renewal costs more than is allowed": { usd: 0.001 },
      "a subscription's login is used": { headers: { authorization: "Bearer sk-ant-oat01-x" } },
      "the cache lives for an hour": { set: { isHourly: true } },
      "the gateway only observes": { config: { gateway: { mode: "observe" } } },
      "the client asked for no reduction": { headers: { "x-tamis-bypass": "1" } },
      "a limit of costs is reached meanwhile": { options: { refuseRequest: refusedAfter(1) } },
      "reducing is paused": { options: { isPaused: () => true } },
      "no price is known": { config: { models: [{ ...ROW, names: ["nobody-knows"] }] } },
    };
    const counts = Object.entries(settings).map(async ([what, setting]) => {
      const { send, renewals, accounts } = await start(setting);
      await send(what === "no price is known" ? BODY.replace(MODEL, "nobody-knows") : BODY);
      await pause(1.3);
      return [what, renewals().length, accounts.length];
    });
    expect(await Promise.all(counts)).toEqual(Object.keys(settings).map((what) => [what, 0, 1]));
  });

  it("stops at the cap, in money, after a renewal that fails, and after one that found the cache dead", async () => {
    const capped = await start({ usd: 1.5 * RENEWAL_USD });
    await capped.send();
    const failing = await start({ set: { status: 529 } });
    await failing.send();
    const early = await start({ set: { lifeMs: 100 } });
    await early.send();
    await pause(2.5);
    expect([capped, failing, early].map(({ renewals }) => renewals().length)).toEqual([1, 1, 1]);
    await early.send(BODY.replace("go", "else"));
    await pause(1.2);
    await early.send(BODY.replace("go", "third"));
    await pause(1.2);
    // Twice it had died early: this host's cache is not what the facts say.
    expect(early.renewals().length).toBe(2);
  });

  it("leaves a provider alone that ignores lifetimes, and renews where the cache was gone as it should be", async () => {
    const renewalsWith = async (lifeMs: number) => {
      let isPaused = false;
      const { send, renewals } = await start({ set: { lifeMs }, options: { isPaused: () => isPaused } });
      for (const words of ["first", "second"]) {
        await send(BODY.replace("go", words));
        isPaused = true;
        await pause(1.3);
        isPaused = false;
        await send(BODY.replace("go", words));
      }
      isPaused = true;
      await pause(1.3);
      isPaused = false;
      await send(BODY.replace("go", "third"));
      await pause(1.5);
      return renewals().length;
    };
    expect(await Promise.all([renewalsWith(1_000 * LIFE_MS), renewalsWith(LIFE_MS)])).toEqual([0, 1]);
  });

  it("renews once where two gateways have sent requests of one conversation: the one that sent the last", async () => {
    const settings: Record<string, Setting> = {
      files: { config: { gateway: { sessionFile: join(temporaryFolder(), "sessions.json") } } },
      Redis: { config: { shared: {} }, options: { redis: redis(true) } },
      "a Redis that answers nothing": { config: { shared: {} }, options: { redis: redis(false) } },
    };
    const counts = Object.entries(settings).map(async ([what, setting]) => {
      const [one, two] = [await start(setting), await start(setting)];
      await one.send();
      await two.send();
      await pause(1.2);
      return [what, one.renewals().length, two.renewals().length];
    });
    expect(await Promise.all(counts)).toEqual([
      ["files", 0, 1],
      ["Redis", 0, 1],
      ["a Redis that answers nothing", 0, 0],
    ]);
  });
});

describe("a gateway's own process", () => {
  const toml = (url: string, sessionFile: string) =>
    [
      `[upstreams]\nanthropic = "${url}"`,
      `[gateway]\nlog_level = "silent"\nkeep_alive_usd = 1\nsession_file = ${JSON.stringify(sessionFile)}`,
      stringify({ models: [inSnakeCase(ROW)] }),
    ].join("\n");
  const headers = { "x-api-key": "k", "content-type": "application/json" };

  it("renews, ends with its conversation, and has a row of each in its ledger", async () => {
    const home = temporaryFolder();
    const provider = new Provider();
    const upstream = await startUpstream(provider.respond);
    const env = { HOME: home, XDG_STATE_HOME: home };
    const started = () => spawnGateway(toml(upstream.url, join(home, "sessions.json")), env);
    const [one, two] = [await started(), await started()];
    const send = ({ url }: { url: string }) => ask(url, "/v1/messages", { body: BODY, headers });
    await send(one);
    await send(two);
    await pause(2.6);
    expect(JSON.parse((await send(two)).text).usage.cache_read_input_tokens).toBe(TOKENS);
    for (const { child, exited } of [one, two]) {
      child.kill("SIGTERM");
      await exited;
    }
    const sent = upstream.arrived.map(({ body }) => body.toString());
    const [renewed, others] = [sent.filter((body) => body !== sent[0]), sent.filter((body) => body === sent[0])];
    expect(others.length).toBe(3);
    expect(renewed.length).toBeGreaterThanOrEqual(2);
    const renewal = sent[0]?.replace('"max_tokens":100', '"max_tokens":1').replace('"stream":false', '"stream":true');
    expect(new Set(renewed)).toEqual(new Set([renewal]));
    const ledger = await Ledger.open(ledgerFile(env));
    const entries = await ledger.entries({});
    await ledger.close();
    expect(entries.filter(({ skipped }) => skipped === "keep_alive").length).toBe(renewed.length);
    expect(new Set(entries.filter(({ skipped }) => skipped === "keep_alive").map(({ run }) => run)).size).toBe(1);
  }, 30_000);

  it("knows after a restart how long conversations stayed idle, and saves what it sees itself", async () => {
    const home = temporaryFolder();
    const sessionFile = join(home, "sessions.json");
    const idleTimes = () => new IdleTimes(sessionFile, createLogger("silent"));
    const before = idleTimes();
    for (let one = 0; one < 80; one++) before.add(undefined, "words", Number.POSITIVE_INFINITY, { wentOn: false });
    before.end();
    const upstream = await startUpstream(new Provider().respond);
    const { url, child, exited } = await spawnGateway(toml(upstream.url, sessionFile), { XDG_STATE_HOME: home });
    for (const words of ["go 1", "go 2"]) await ask(url, "/v1/messages", { body: BODY.replace("go", words), headers });
    await pause(2.1);
    child.kill("SIGTERM");
    await exited;
    // Nobody came back to the 80, so nothing is renewed for these.
    expect(upstream.arrived.length).toBe(2);
    expect(idleTimes().of().counts.words.idle[0]).toBe(82);
  }, 30_000);

  it("sweeps what says who owned conversations that are over", async () => {
    const home = temporaryFolder();
    const sessionFile = join(home, "sessions.json");
    const folder = `${sessionFile}.owners`;
    mkdirSync(folder, { mode: 0o700 });
    const [old, young, others] = ["a".repeat(40), "b".repeat(40), "notes.txt"];
    for (const name of [old, young, others]) writeFileSync(join(folder, name), "x");
    const longAgo = new Date(Date.now() - 4 * 24 * 3_600_000);
    for (const name of [old, others]) utimesSync(join(folder, name), longAgo, longAgo);
    await ownersOf(undefined, sessionFile).claim("one");
    await expect.poll(() => readdirSync(folder).includes(old)).toBe(false);
    expect(readdirSync(folder).filter((name) => name === young || name === others)).toEqual([young, others]);
    expect(readdirSync(folder).length).toBe(3);
  });
});

/** A Redis in this process's memory. */
function redis(answers: boolean): RedisClient {
  const values = new Map<string, Buffer>();
  const answered = <T>(value: T) => (answers ? Promise.resolve(value) : new Promise<T>(() => {}));
  return {
    mgetBuffer: (...keys) => answered(keys.map((key) => values.get(key) ?? null)),
    set: (key, value) => answered(values.set(key, Buffer.from(value as string))),
    disconnect: () => {},
  };
}

function refusedAfter(requests: number): () => string | undefined {
  let asked = 0;
  return () => (asked++ < requests ? undefined : "enough");
}

describe("the body of a renewal", () => {
  const renewed = async (body: string) => (await renewalBody(Buffer.from(body)))?.toString();

  it.each([
    [
      '{"stream":true,"max_tokens":900,"a":[{"max_tokens":5,"stream":false}]}',
      '{"stream":true,"max_tokens":1,"a":[{"max_tokens":5,"stream":false}]}',
    ],
    ['{ "max_tokens" : 12 , "messages":[]}', '{ "max_tokens" : 1,"stream":true , "messages":[]}'],
    [
      '{"thinking":{"type":"enabled","budget_tokens":2000},"max_tokens":9000}',
      '{"thinking":{"type":"enabled","budget_tokens":2000},"max_tokens":2001,"stream":true}',
    ],
    [
      '{"thinking":{"type":"adaptive"},"max_tokens":9000,"stream":true}',
      '{"thinking":{"type":"adaptive"},"max_tokens":1,"stream":true}',
    ],
  ])("of %s", async (body, expected) => expect(await renewed(body)).toBe(expected));

  it.each([
    '{"messages":[]}',
    '{"max_tokens":"9"}',
    '{"max_tokens":1,"max_tokens":2}',
    '{"max_tokens":9,"stream":1}',
    '{"max_tokens":9,"thinking":{"budget_tokens":"x"}}',
    "",
    "[]",
  ])("is none of %s", async (body) => expect(await renewed(body)).toBeUndefined());
});

describe("the key keep_alive_usd", () => {
  it.each([
    [{ gateway: { keepAliveUsd: -1 } }, "expected US dollars of at least 0"],
    [
      { gateway: { keepAliveUsd: 1, noStore: true } },
      "gateway.no_store is set, and requests of idle conversations would keep text",
    ],
  ])("refuses %j", (config, message) => expect(() => checkConfig(config as GatewayInput)).toThrow(message));
});

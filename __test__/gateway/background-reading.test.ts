// Bodies that passed are read for the page and the ledger while nobody waits: in slices, and only as far as that is cheap.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { IdleWork } from "../../ts/base/idle-work.js";
import { runNow, type Steps } from "../../ts/base/steps.js";
import { SessionPrints } from "../../ts/pricing/session-prints.js";
import { BACKGROUND_LIMITS, parseInSteps } from "../../ts/text/parse-in-steps.js";
import { LiveFeed } from "../../ts/ui/requests/feed.js";
import { toolTable } from "../../ts/ui/requests/tool-table.js";
import { entryWith } from "../ledger/entries.js";
import { spawnGateway } from "./process.js";
import { ask, startGateway } from "./start.js";
import { json, startUpstream } from "./upstream.js";

const MIB = 1024 * 1024;

/** So many calls with results of so many chars. */
function bodyOf(turns: number, chars: number): Buffer {
  const result = "a line of a result\n".repeat(Math.ceil(chars / 19)).slice(0, chars);
  const messages = Array.from({ length: turns }, (_, at) => [
    { role: "assistant", content: [{ type: "tool_use", id: `c${at}`, name: "read", input: { at } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `c${at}`, content: result }] },
  ]);
  return Buffer.from(JSON.stringify({ model: "m", messages: [{ role: "user", content: "go" }, ...messages.flat()] }));
}

const LARGE = bodyOf(390, 40_000);
const TINY = Buffer.from(
  JSON.stringify({
    model: "m",
    messages: Array.from({ length: 100_000 }, (_, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: "x" })),
  }),
);

/** The steps of some work. */
function counted<T>(steps: Steps<T>) {
  for (let count = 1; ; count++) {
    const { done, value } = steps.next();
    if (done === true) return { count, value };
  }
}

const account = {
  ...{ wire: "anthropic", host: "h", model: "m", session: "s", at: 0 },
  billed: { inputTokens: 10, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 1 },
  report: { cache: {} },
} as never;

describe("a body in steps", () => {
  it.each([
    '{"a":[],"b":{},"c":[1,-2.5e+3,true,null,"x\\"]"],"d":"\\\\","e":[[1],[{"f":[]}]]}',
    ' {"messages" : [ {"role":"user"} , "\\u00e9é" ] , "n" : 1.5 } \n',
    "{}",
    '{"a":1,"a":2}',
  ])("is what JSON.parse makes of it: %s", (text) => {
    expect(runNow(parseInSteps(Buffer.from(text)))).toEqual(JSON.parse(text));
  });

  it.each(["", "[]", "{", '{"a":}', '{"a":[1,]}', '{"a":[1 2]}', '{"a":1}}', '{"a" 1}', '{"a":tru}', '"a"', '{"a":"b'])(
    "is none where it is no object: %s",
    (text) => expect(runNow(parseInSteps(Buffer.from(text)))).toBeUndefined(),
  );

  it("is none beyond the limits", () => {
    const { values, partBytes, bytes } = BACKGROUND_LIMITS;
    const list = (count: number) => Buffer.from(`{"a":[${"0,".repeat(count)}0]}`);
    expect(runNow(parseInSteps(list(values - 2)))).toBeDefined();
    for (const body of [
      list(values + 1),
      Buffer.from(`{"a":[[${"0,".repeat(values)}0]]}`),
      Buffer.from(JSON.stringify({ a: "x".repeat(partBytes + 1) })),
      Buffer.from(`{"a":${" ".repeat(MIB)}1}`),
      Buffer.alloc(bytes + 1, 0x20),
    ])
      expect(runNow(parseInSteps(body))).toBeUndefined();
  });

  it("takes at most about a part at a time, and leaves a conversation of 100,000 turns unread", () => {
    const large = counted(parseInSteps(LARGE));
    expect(large.value).toEqual(JSON.parse(LARGE.toString()));
    expect(large.count).toBeGreaterThan(LARGE.length / (128 * 1024));
    const tiny = counted(parseInSteps(TINY));
    expect(tiny.value).toBeUndefined();
  });

  it.each([
    ["16 MB of results", LARGE, 781],
    ["as many turns as are read", bodyOf(1_200, 50), 2_401],
  ])("is looked at message by message: %s", (_, bytes, messages) => {
    const body = runNow(parseInSteps(bytes));
    if (body === undefined) throw new Error("it was not read");
    expect(counted(new SessionPrints().look(body, account)).count).toBeGreaterThan(messages);
    expect(counted(toolTable(body, bytes, "anthropic")).count).toBeGreaterThan(2);
  });
});

describe("the page's reading of what passed", () => {
  it.each([
    ["16 MB of results", LARGE, '{"read":[390,0,15600000,0]}'],
    ["100,000 turns", TINY, undefined],
  ])("does not hold the thread: %s", async (_, body, tools) => {
    const feed = new LiveFeed({ requests: 5, bytes: 64 * MIB }, { isHeard: () => false, tell: () => {} });
    onTestFinished(() => feed.end());
    const delay = monitorEventLoopDelay({ resolution: 5 });
    feed.add(entryWith(), account, { came: body, encoding: undefined, sent: undefined });
    delay.enable();
    if (tools === undefined) await new Promise((resolve) => setTimeout(resolve, 500));
    else await expect.poll(() => feed.all[0]?.entry.tools, { timeout: 20_000 }).toBe(tools);
    delay.disable();
    expect(feed.all[0]?.entry.tools).toBe(tools);
    // Far above a slice, because other processes have the machine as well; all at once took a second and more.
    expect(delay.max / 1e6).toBeLessThan(250);
  });

  it("ends its slice with the first step beyond its time, and waits while requests come", async () => {
    const idle = new IdleWork({ pauseMs: 20, sliceMs: 4, patienceMs: 60_000 });
    let steps = 0;
    idle.add(function* () {
      for (; steps < 40; steps++) {
        const until = performance.now() + 3;
        while (performance.now() < until);
        yield;
      }
    });
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    await expect.poll(() => steps).toBeGreaterThan(0);
    expect(steps).toBeLessThan(10);
    const before = steps;
    for (let request = 0; request < 10; request++) {
      idle.add(() => {});
      await wait(1);
    }
    expect(steps - before).toBeLessThan(5);
    await idle.end();
    expect(steps).toBe(40);
  });
});

describe("a gateway with its default configuration", () => {
  it("answers while it reads 100,000 tiny turns, 16 MB, in the background", { timeout: 60_000 }, async () => {
    const usage = { input_tokens: 9, output_tokens: 1 };
    const upstream = await startUpstream(json({ type: "message", model: "claude-sonnet-5", content: [], usage }));
    onTestFinished(() => upstream.close());
    const { url } = await spawnGateway(`[upstreams]\nanthropic = "${upstream.url}"\n`);
    const send = async (turns: number) => {
      const content = `a turn of ${"some words ".repeat(10)}`;
      const messages = Array.from({ length: turns }, (_, at) => ({
        role: at % 2 === 0 ? "user" : "assistant",
        content,
      }));
      const body = JSON.stringify({ model: "claude-sonnet-5", max_tokens: 9, messages });
      return { bytes: body.length, ...(await ask(url, "/v1/messages", { body })) };
    };
    // The first request that has a bill loads the table of prices.
    await send(1);
    const { bytes, status } = await send(100_000);
    expect([status, bytes > 15_000_000]).toEqual([200, true]);
    const waits: number[] = [];
    for (const end = performance.now() + 2_000; performance.now() < end; ) {
      const askedAt = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      waits.push(performance.now() - askedAt);
    }
    // Far above a slice, because other processes have the machine as well; read at once it was more than a second.
    expect(Math.max(...waits)).toBeLessThan(250);
  });

  it("puts off what it reads when a request comes", async () => {
    const { url } = await startGateway();
    const idle = new IdleWork({ pauseMs: 150, patienceMs: 60_000 });
    let doneAt = 0;
    idle.add(() => {
      doneAt = performance.now();
    });
    let askedAt = 0;
    for (let requests = 0; requests < 5; requests++) {
      await sleep(50);
      askedAt = performance.now();
      await ask(url, "/v1/models", { method: "GET" });
    }
    await expect.poll(() => doneAt).toBeGreaterThan(0);
    expect(doneAt - askedAt).toBeGreaterThan(140);
  });
});

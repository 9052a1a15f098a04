// Why the provider's cache had the beginning of a request, or not: in metrics, in /stats and in the log.
import { describe, expect, it } from "vitest";
import { PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { json } from "./upstream.js";

const MODEL = "gpt-4.1";
const CANARY = "canary-4e1d07b2";
const bill = (prompt_tokens: number, cached_tokens: number) =>
  json({ model: MODEL, usage: { prompt_tokens, completion_tokens: 1, prompt_tokens_details: { cached_tokens } } });
const gateway = { diagnoseCache: true };

const tool = (name: string) => ({ type: "function", function: { name, parameters: {} } });
const requestOf = (task: string, tools: string[], turns = 1) => ({
  model: MODEL,
  tools: tools.map(tool),
  messages: [
    { role: "user", content: task },
    ...Array.from({ length: turns }, (_, at) => ({ role: "assistant", content: `${at} ${CANARY}` })),
  ],
});

const lines = (log: string) => log.split("\n").flatMap((line) => (line === "" ? [] : JSON.parse(line)));
const misses = (log: string) => lines(log).filter(({ msg }) => msg === "cache miss");

describe("a gateway that diagnoses the cache", () => {
  it("counts why, and has a line in its log for each beginning that was not read", async () => {
    const { url, upstream, gateway: running, log } = await startGateway(bill(20_000, 0), { gateway });
    const send = (request: object) => ask(url, PATHS["openai-chat"], { body: JSON.stringify(request) });
    await send(requestOf("one", ["a"]));
    upstream.respond = bill(21_000, 20_000);
    await send(requestOf("one", ["a"], 2));
    upstream.respond = bill(22_000, 0);
    await send(requestOf("one", ["a", CANARY], 3));
    const metrics = () => running.metrics();
    await expect.poll(metrics).toContain('tamis_cache_causes_total{wire="openai-chat",cause="tool_list"} 1');
    const text = await metrics();
    expect(text).toContain('tamis_cache_causes_total{wire="openai-chat",cause="first"} 1');
    expect(text).toContain('tamis_cache_causes_total{wire="openai-chat",cause="hit"} 1');
    expect(text).toContain('tamis_cache_lost_tokens_total{wire="openai-chat",cause="tool_list"} 21000');
    expect(misses(log())).toMatchObject([{ cache: "tool_list", lostTokens: 21_000, model: MODEL }]);
    const { cache } = JSON.parse((await ask(url, "/stats", { method: "GET" })).text);
    expect(cache.tool_list).toEqual({ requests: 1, lostTokens: 21_000 });
    expect([text, log(), JSON.stringify(cache)].join("\n")).not.toContain(CANARY);
  });

  it("takes conversations apart by the client's id and by their beginning", async () => {
    const { url, gateway: running } = await startGateway(bill(20_000, 0), { gateway });
    for (const task of ["one", "two"])
      for (const session of ["s-1", "s-2"]) {
        const headers = { "x-tamis-session": session };
        await ask(url, PATHS["openai-chat"], { body: JSON.stringify(requestOf(task, ["a"])), headers });
      }
    const first = 'tamis_cache_causes_total{wire="openai-chat",cause="first"} 4';
    await expect.poll(() => running.metrics()).toContain(first);
  });

  it("keeps no request beyond its answer with no_store, and says the same", async () => {
    const noStore = { gateway: { ...gateway, noStore: true } };
    const { url, gateway: running } = await startGateway(bill(20_000, 0), noStore);
    await ask(url, PATHS["openai-chat"], { body: JSON.stringify(requestOf("one", ["a"])) });
    await ask(url, "/livez", { method: "GET" });
    expect(await running.metrics()).toContain('tamis_cache_causes_total{wire="openai-chat",cause="first"} 1');
  });

  it("says nothing where it is not asked to", async () => {
    const { url, gateway: running, log } = await startGateway(bill(20_000, 0));
    for (const tools of [["a"], ["b"]])
      await ask(url, PATHS["openai-chat"], { body: JSON.stringify(requestOf("one", tools)) });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await running.metrics()).not.toMatch(/tamis_cache_causes_total\{/);
    expect(misses(log())).toEqual([]);
    expect(JSON.parse((await ask(url, "/stats", { method: "GET" })).text)).not.toHaveProperty("cache");
  });
});

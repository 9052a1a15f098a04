// Originals of replaced results: kept by the gateway, given out to whoever asks with the same credential.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { GatewayInput } from "../../ts/gateway/index.js";
import { keepOriginals, newKeptValues } from "../../ts/gateway/restore/keep.js";
import { loadBackend } from "../../ts/load/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { createMemoryStore } from "../../ts/restore/index.js";
import { temporaryFolder } from "../support/folder.js";
import { wasmBackends } from "../support/native.js";
import { chatOf } from "../support/on-wire.js";
import { written } from "../support/written.js";
import { ask, startGateway } from "./start.js";

const LONG = Array.from({ length: 60 }, (_, at) => `line ${at + 1} of what the tool said`).join("\n");

/** Three tool turns, of which the first two are masked. */
const chat = () => ({
  model: "gpt-4o",
  tools: [{ type: "function", function: { name: "grep", parameters: { type: "object" } } }],
  messages: [
    { role: "user", content: "go on" },
    ...Array.from({ length: 3 }, (_, at) =>
      chatOf([{ calls: [{ id: `c${at}`, tool: "grep", result: `${at}\n${LONG}` }] }]),
    ).flat(),
  ],
});

const config = (originals: GatewayInput["originals"]): GatewayInput => ({
  originals,
  policies: {
    default: { cache: { strategy: "every-turn" }, mask: { windowTurns: 1, minChars: 0 } },
  },
});

const as = (key: string) => ({ authorization: `Bearer ${key}` });

async function handlesSent(started: Awaited<ReturnType<typeof startGateway>>, key: string): Promise<string[]> {
  await ask(started.url, "/v1/chat/completions", { body: JSON.stringify(chat()), headers: as(key) });
  const sent = started.upstream.arrived.at(-1)?.body.toString() ?? "";
  return [...sent.matchAll(/ ref=([0-9a-f]{32})/g)].map(([, handle = ""]) => handle);
}

const get = (url: string, path: string, headers: Record<string, string>) => ask(url, path, { method: "GET", headers });

describe.each(["memory", "sqlite"] as const)("a gateway that keeps originals in %s", (store) => {
  const settings = () => (store === "sqlite" ? { store, path: join(temporaryFolder(), "originals.db") } : { store });

  it("gives them out by their handles, whole or in lines, to the same credential alone", async () => {
    const started = await startGateway(undefined, config(settings()));
    const handles = await handlesSent(started, "key-a");
    expect(handles).toHaveLength(2);
    const { url } = started;
    const whole = await get(url, `/v1/retrieve/${handles[0]}`, as("key-a"));
    expect([whole.status, whole.text, whole.headers.get("x-tamis-lines")]).toEqual([200, `0\n${LONG}`, "61"]);
    const part = await get(url, `/v1/retrieve/${handles[1]}?offset=2&limit=2`, { "x-api-key": "key-a" });
    expect(part.text).toBe("line 1 of what the tool said\nline 2 of what the tool said");

    const refused = await Promise.all([
      get(url, `/v1/retrieve/${handles[0]}`, as("key-b")),
      get(url, `/v1/retrieve/${handles[0]}`, {}),
      get(url, `/v1/retrieve/${handles[0]}0`, as("key-a")),
      get(url, `/v1/retrieve/${handles[0]}%00`, as("key-a")),
      get(url, `/v1/retrieve/${"0".repeat(32)}`, as("key-a")),
      get(url, "/v1/retrieve/not-a-handle", as("key-a")),
      get(url, "/v1/retrieve/", as("key-a")),
    ]);
    expect(new Set(refused.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(refused[0]?.status).toBe(404);
    expect(await handlesSent(started, "key-a")).toEqual(handles);
    expect(await handlesSent(started, "key-b")).not.toEqual(handles);
  });
});

describe("a gateway that keeps originals", () => {
  it("writes the same bytes after a restart, and gives out what it kept before", async () => {
    const file = join(temporaryFolder(), "originals.db");
    const first = await startGateway(undefined, config({ store: "sqlite", path: file }));
    const handles = await handlesSent(first, "key-a");
    await first.gateway.close({ drainMs: 50 });
    const second = await startGateway(undefined, config({ store: "sqlite", path: file }));
    expect((await get(second.url, `/v1/retrieve/${handles[0]}`, as("key-a"))).status).toBe(200);
    expect(await handlesSent(second, "key-a")).toEqual(handles);
    expect(second.upstream.arrived.at(-1)?.body).toEqual(first.upstream.arrived.at(-1)?.body);
  });

  it("takes all callers for one where it is told so", async () => {
    const started = await startGateway(undefined, config({ store: "memory", tenants: "one" }));
    const [handle] = await handlesSent(started, "key-a");
    expect((await get(started.url, `/v1/retrieve/${handle}`, as("another"))).status).toBe(200);
  });

  it("names no handles and has no such path unless it is told to", async () => {
    const started = await startGateway(undefined, config({}));
    expect(await handlesSent(started, "key-a")).toEqual([]);
    await get(started.url, `/v1/retrieve/${"0".repeat(32)}`, as("key-a"));
    // It is a path of the provider's like any other.
    expect(started.upstream.arrived.at(-1)?.url).toBe(`/v1/retrieve/${"0".repeat(32)}`);
  });

  it("answers pages of strangers as little as any other path", async () => {
    const started = await startGateway(undefined, config({ store: "memory", tenants: "one" }));
    const [handle] = await handlesSent(started, "key-a");
    const answer = await get(started.url, `/v1/retrieve/${handle}`, { origin: "https://evil.example" });
    expect(answer.status).toBe(403);
  });
});

describe.each([["as loaded", loadBackend().backend], ...wasmBackends()])("a store that fails (%s)", (_, backend) => {
  const policy = resolvePolicy(
    written({
      cache: { strategy: "every-turn" },
      // A placeholder that names its call.
      mask: { windowTurns: 1, minChars: 0, placeholder: { family: "conversation" } },
      restore: { handles: true, key: "a key of the tests" },
    }),
  );

  it("leaves whole what would be replaced first, from then on; what was sent already stays", async () => {
    let isDown = false;
    const memory = createMemoryStore();
    const store = {
      get: memory.get.bind(memory),
      put: (...args: Parameters<typeof memory.put>) =>
        isDown ? Promise.reject(new Error("disk")) : memory.put(...args),
    };
    const source = { store, tenant: "", key: "a key of the tests" };
    const values = newKeptValues();
    const send = async (turns: number) => {
      const { messages, ...rest } = chat();
      const body = Buffer.from(JSON.stringify({ ...rest, messages: messages.slice(0, 1 + 2 * turns) }));
      const reduction = backend.reduceBody(body, policy, {});
      // Each value is kept anew in each request.
      return Buffer.from((await keepOriginals(body, reduction, source, values, 0)).body).toString();
    };
    const isMasked = (sent: string, at: number) => sent.includes(`tool_call_id=c${at}`);
    let sent = await send(2);
    expect([isMasked(sent, 0), isMasked(sent, 1)]).toEqual([true, false]);
    isDown = true;
    const inTrouble = await send(3);
    expect([isMasked(inTrouble, 0), isMasked(inTrouble, 1)]).toEqual([true, false]);
    expect(JSON.parse(inTrouble).messages[4].content).toBe(`1\n${LONG}`);
    isDown = false;
    sent = await send(3);
    expect(sent).toBe(inTrouble);
  });
});

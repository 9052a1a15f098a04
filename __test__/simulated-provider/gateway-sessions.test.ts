// Conversations through the gateway that began elsewhere, or whose gateway changes: the client sees no refusal.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { tamisFetch } from "../../ts/adapters/fetch.js";
import type { GatewayInput, GatewayOptions } from "../../ts/gateway/index.js";
import { createReducer, type Reducer } from "../../ts/pipeline/create-reducer.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { type Started, startGateway } from "../gateway/start.js";
import { temporaryFolder } from "../support/folder.js";
import type { SimulatedProvider } from "../support/simulated-provider/provider.js";
import { respondWith, startSimulatedProvider } from "../support/simulated-provider/server.js";
import type { MessagesRequest } from "../support/simulated-provider/types.js";
import { written } from "../support/written.js";
import { FINE, newProvider, ROUNDS, type Step, talk } from "./talk.js";

const POLICY: PolicyInput = {
  mask: { windowTurns: 2, minChars: 100, keepErrors: false },
  // Each request reads another file.
  experimental: { mask: { workingSetFiles: 1 } },
};
/** A cache entry that is not kept for an hour lives for 300 s. */
const EXPIRED_MS = 301_000;
const OTHER: PolicyInput = written({
  mask: { windowTurns: 1, minChars: 50, placeholder: { family: "observation" } },
  experimental: POLICY.experimental,
});
const start = (
  provider: SimulatedProvider,
  config: GatewayInput = {},
  options: GatewayOptions = {},
): Promise<Started> => startGateway(respondWith(provider), { policies: { default: POLICY }, ...config }, options);

describe("a conversation through the gateway", () => {
  it.each([8, 20, 27])("is not edited before a move of its own if it came in the middle: %i", async (first) => {
    const provider = newProvider();
    const { url, upstream } = await start(provider);
    const { statuses, refused, edited, violations } = await talk(provider, upstream.url, (turn) => ({
      url: turn < first ? undefined : url,
    }));
    expect([statuses, refused, violations]).toEqual([FINE, 0, []]);
    expect(edited.indexOf(true)).toBeGreaterThanOrEqual(first);
    // Each fifth answer ends a turn.
    expect(edited.indexOf(true) % 5).toBe(0);
  });

  it.each([18, 27, 28])("goes on after a restart with its file, by another policy: %i", async (change) => {
    const folder = temporaryFolder();
    const gateway = { sessionFile: join(folder, "sessions.json") };
    const provider = newProvider();
    const one = await start(provider, { gateway });
    let two: Started | undefined;
    const { statuses, refused, edited, violations } = await talk(provider, one.upstream.url, async (turn) => {
      if (turn === change) {
        await one.gateway.close({ drainMs: 50 });
        two = await start(provider, { gateway, policies: { default: OTHER } });
      }
      return { url: two?.url ?? one.url };
    });
    expect([statuses, refused, violations]).toEqual([FINE, 0, []]);
    expect(edited.slice(edited.indexOf(true)).every(Boolean)).toBe(true);
    await two?.gateway.close({ drainMs: 50 });
    expect(readFileSync(gateway.sessionFile, "utf8")).not.toContain("please do it");
  });

  it.each<[string, number, number, "1h"?]>([
    ["at once where the user speaks", 20, 20],
    ["not in a loop", 22, ROUNDS],
    ["not while it is kept for an hour", 20, ROUNDS, "1h"],
  ])("is edited free of charge once its cache has expired: %s", async (_, pause, firstEdit, ttl) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const provider = newProvider();
    const never = { ...POLICY, cache: { strategy: "rent" as const, rent: 1000 } };
    const { url, upstream } = await start(provider, { policies: { default: never } });
    const { statuses, refused, edited, violations } = await talk(provider, upstream.url, (turn) => {
      if (turn === pause) vi.setSystemTime(Date.now() + EXPIRED_MS);
      return { url, ...(ttl === undefined ? {} : { ttl }) };
    });
    expect([statuses, refused, violations]).toEqual([FINE, 0, []]);
    const first = edited.indexOf(true);
    expect(first === -1 ? ROUNDS : first).toBe(firstEdit);
  });

  it.each([27, 28, 33])("costs one hidden refusal a loop if its record is lost: %i", async (change) => {
    const provider = newProvider();
    const [one, two] = [await start(provider), await start(provider)];
    const { statuses, refused, edited } = await talk(provider, one.upstream.url, (turn) => ({
      url: turn < change ? one.url : two.url,
    }));
    expect(statuses).toEqual(FINE);
    expect(refused).toBeLessThanOrEqual(1);
    expect(edited.at(-1)).toBe(true);
  });

  it.each<[string, Record<string, string>, [number, number][]]>([
    [
      "bypass",
      { "x-tamis-bypass": "1" },
      [
        [27, 29],
        [28, 33],
        [30, 31],
        [26, 40],
      ],
    ],
    ["a dry run", { "x-tamis-dry-run": "1" }, [[28, 33]]],
  ])("survives %s in the middle", async (_, headers, spans) => {
    for (const [from, to] of spans) {
      const provider = newProvider();
      const { url, upstream } = await start(provider);
      const { statuses, refused, edited } = await talk(provider, upstream.url, (turn) => ({
        ...{ url, headers: turn >= from && turn < to ? headers : {} },
      }));
      expect([statuses, refused], `${from} to ${to}`).toEqual([FINE, 0]);
      expect(edited.slice(from, to)).toEqual(new Array(to - from).fill(false));
      expect(edited[from - 1]).toBe(true);
    }
  });

  it("is refused after a bypass, and saved by the net alone, where no conversation is remembered", async () => {
    const provider = newProvider();
    const { url, upstream } = await start(provider, {}, { sessions: 0 });
    const { statuses, refused } = await talk(provider, upstream.url, (turn) => ({
      ...{ url, headers: turn >= 28 && turn < 33 ? { "x-tamis-bypass": "1" } : {} },
    }));
    expect(statuses).toEqual(FINE);
    expect(refused).toBeGreaterThan(0);
  });

  it.each([
    ["observe mode", { gateway: { mode: "observe" as const } }],
    ["no reduction at all", { policies: { default: { mode: "off" as const } } }],
  ])("survives a reload to %s and back", async (_, other) => {
    const provider = newProvider();
    const { url, upstream, gateway } = await start(provider);
    const own = { upstreams: { anthropic: upstream.url }, policies: { default: POLICY } };
    const { statuses, refused } = await talk(provider, upstream.url, (turn) => {
      if (turn === 27) gateway.reload({ ...own, ...other });
      if (turn === 33) gateway.reload(own);
      return { url };
    });
    expect([statuses, refused]).toEqual([FINE, 0]);
  });

  it.each<[string, string, number, number[]]>([
    ["claude-fable-5-2", "claude-opus-5-5", 0, [27]],
    ["claude-fable-5-2", "claude-opus-4-6", 0, [18, 27, 33]],
    ["claude-opus-4-6", "claude-fable-5-2", 1, [18, 27, 33]],
  ])("survives another model in the middle: %s, %s", async (one, other, most, changes) => {
    for (const change of changes) {
      const provider = newProvider();
      const { url, upstream } = await start(provider);
      const { statuses, refused } = await talk(provider, upstream.url, (turn) => ({
        ...{ url, model: turn < change || turn > 36 ? one : other },
      }));
      expect(statuses, String(change)).toEqual(FINE);
      expect(refused, String(change)).toBeLessThanOrEqual(most);
    }
  });

  it("survives thinking that is switched off and on", async () => {
    const provider = newProvider();
    const { url, upstream } = await start(provider);
    const { statuses, refused } = await talk(provider, upstream.url, (turn) => ({
      ...{ url, extra: turn % 9 > 5 ? { thinking: { type: "disabled" } } : {} },
    }));
    expect([statuses, refused]).toEqual([FINE, 0]);
  });

  it("is told from another one with the same first message", async () => {
    const provider = newProvider();
    const { url, upstream } = await start(provider);
    const talks = await Promise.all([
      talk(provider, upstream.url, () => ({ url })),
      talk(provider, upstream.url, (turn) => ({ url: turn < 14 ? undefined : url })),
    ]);
    for (const { statuses, refused } of talks) expect([statuses, refused]).toEqual([FINE, 0]);
  });

  it("survives a client that goes back, or edits or trims its history", async () => {
    const back = (messages: MessagesRequest["messages"], by: number) => messages.slice(0, messages.length - 2 * by);
    const edits: [string, number, NonNullable<Step["edit"]>][] = [
      ["goes back", 0, (messages) => back(messages, 7)],
      ["goes far back", 0, (messages) => back(messages, 20)],
      ["edits", 1, ([first, ...rest]) => [{ ...first, role: "user", content: "do something else" }, ...rest]],
      ["trims", 1, (messages) => [...messages.slice(0, 1), ...messages.slice(11)]],
    ];
    for (const [name, most, edit] of edits) {
      const provider = newProvider();
      const { url, upstream } = await start(provider);
      const { statuses, refused } = await talk(provider, upstream.url, (turn) => ({
        ...{ url, ...(turn === 31 ? { edit } : {}) },
      }));
      expect(statuses, name).toEqual(FINE);
      expect(refused, name).toBeLessThanOrEqual(most);
    }
  });

  it("treats a file that is broken or of another version as absent, and says so", async () => {
    const folder = temporaryFolder();
    const sessionFile = join(folder, "sessions.json");
    for (const text of [
      "",
      "{",
      "[]",
      '{"format":"tamis-sessions-0"}',
      '{"format":"tamis-sessions-1","policies":{},"sessions":[["k","c",3,{"lastStep":-1,"start":null}]]}',
    ]) {
      writeFileSync(sessionFile, text);
      const provider = newProvider();
      const { url, upstream, log, gateway } = await start(provider, { gateway: { sessionFile } });
      expect(log()).toContain("the file of sessions was not read");
      if (text !== "{") continue;
      expect((await talk(provider, upstream.url, () => ({ url }))).statuses).toEqual(FINE);
      await gateway.close({ drainMs: 50 });
      expect(JSON.parse(readFileSync(sessionFile, "utf8")).format).toBe("tamis-sessions-1");
    }
  });
});

describe("a conversation through fetch", () => {
  it.each([
    ["a policy", undefined],
    ["a reducer that sometimes takes too long", createReducer({ policy: POLICY })],
  ])("begins elsewhere, and survives: %s", async (_, reducer) => {
    const provider = newProvider();
    const server = await startSimulatedProvider(provider);
    onTestFinished(() => server.close());
    let now = 0;
    const slow: Reducer = {
      reduce: (body, call) => {
        const isLate = now >= 28 && now < 33;
        return isLate ? new Promise(() => {}) : (reducer as Reducer).reduce(body, call);
      },
    };
    const send = reducer === undefined ? tamisFetch(POLICY) : tamisFetch(undefined, { reducer: slow, timeoutMs: 30 });
    const { statuses, refused, edited } = await talk(provider, server.url, (turn) => {
      now = turn;
      return { url: undefined, send: turn < 8 ? fetch : send };
    });
    expect([statuses, refused]).toEqual([FINE, 0]);
    expect(edited[27]).toBe(true);
    expect(edited.slice(28, 33).some(Boolean)).toBe(reducer === undefined);
  });

  it("is remembered by each function alone, so that another one costs at most one refusal a loop", async () => {
    const provider = newProvider();
    const server = await startSimulatedProvider(provider);
    onTestFinished(() => server.close());
    const [one, two] = [tamisFetch(POLICY), tamisFetch(OTHER)];
    const { statuses, refused } = await talk(provider, server.url, (turn) => ({
      ...{ url: undefined, send: turn < 28 ? one : two },
    }));
    expect(statuses).toEqual(FINE);
    expect(refused).toBeLessThanOrEqual(1);
  });
});

// Conversations through gateways that condense: the same bytes from each of them, and no thinking that is refused.
import { describe, expect, it } from "vitest";
import type { GatewayInput, GatewayOptions } from "../../ts/gateway/index.js";
import { MemorySummaryStore } from "../../ts/pipeline/summary/store.js";
import { startGateway } from "../gateway/start.js";
import { respondWith } from "../support/simulated-provider/server.js";
import { FINE, newProvider, ROUNDS, talk } from "./talk.js";

const config = (provider: string, more: GatewayInput["condensation"] = {}): GatewayInput => ({
  policies: { default: { mode: "off" } },
  condensation: { enabled: true, provider, contextTokens: 20_000, ...more },
});

/** Requests as the provider got them, in order. */
const sentTo = (provider: ReturnType<typeof newProvider>) =>
  provider.exchanges.map(({ prompt }) => JSON.stringify(prompt?.messages));

/** Whether each request begins with the one before; where it does not, it was condensed. */
const moves = (sent: readonly string[]) =>
  sent.flatMap((text, at) => (at === 0 || plain(text).startsWith(plain(sent[at - 1] ?? "").slice(0, -1)) ? [] : [at]));

/** Without the client's cache markers, which move. */
const plain = (text: string) => text.replaceAll(/,"cache_control":\{[^}]*\}/g, "");

describe.each(["smart", "native"])("a gateway that condenses by %s", (name) => {
  it("gives the provider no thinking that it refuses, over 40 turns", async () => {
    const provider = newProvider();
    const { url, gateway, upstream } = await startGateway(respondWith(provider), config(name));
    const { statuses, refused, violations } = await talk(provider, upstream.url, () => ({ url }));
    expect([statuses, refused, violations]).toEqual([FINE, 0, []]);
    const at = moves(sentTo(provider));
    expect(at.length).toBeGreaterThan(1);
    expect(at.length).toBeLessThan(ROUNDS / 4);
    const metrics = await gateway.metrics();
    expect(metrics).toContain(`tamis_condensations_total{provider="${name}",outcome="done"} ${at.length}`);
  });

  it("sends the same bytes whichever of two replicas a request reaches", async () => {
    const run = async (pick: (turn: number) => number) => {
      const provider = newProvider();
      const gateways = [0, 1].map(() => startGateway(respondWith(provider), config(name)));
      const [one, two] = await Promise.all(gateways);
      const urls = [one?.url, two?.url];
      const { statuses, refused } = await talk(provider, "", (turn) => ({ url: urls[pick(turn)] }));
      expect([statuses, refused]).toEqual([FINE, 0]);
      return sentTo(provider);
    };
    const alone = await run(() => 0);
    expect(moves(alone).length).toBeGreaterThan(1);
    expect(await run((turn) => turn % 2)).toEqual(alone);
    expect(await run((turn) => (turn < 27 ? 0 : 1))).toEqual(alone);
  });

  it("is reduced by the policy as well", async () => {
    const provider = newProvider();
    // Each request reads another file.
    const experimental = { mask: { workingSetFiles: 1 } };
    const policies = { default: { mask: { windowTurns: 2, minChars: 100, keepErrors: false }, experimental } };
    const { url, upstream } = await startGateway(respondWith(provider), {
      ...config(name, { contextTokens: 50_000 }),
      policies,
    });
    const { statuses, refused, edited } = await talk(provider, upstream.url, () => ({ url }));
    expect([statuses, refused]).toEqual([FINE, 0]);
    expect(edited.some(Boolean)).toBe(true);
  });

  it("survives a change of its settings and of its mode in the middle, with at most one hidden refusal a loop", async () => {
    const provider = newProvider();
    const modes = { small: { autoCondenseContextPercent: 60 } };
    const { url, gateway, upstream } = await startGateway(respondWith(provider), config(name, { modes }));
    const own = { upstreams: { anthropic: upstream.url } };
    const { statuses, refused } = await talk(provider, upstream.url, (turn) => {
      if (turn === 23) gateway.reload({ ...config(name, { modes, targetReductionPercent: 80 }), ...own });
      return { url, headers: turn > 32 ? { "x-tamis-mode": "small" } : {} };
    });
    expect(statuses).toEqual(FINE);
    expect(refused).toBeLessThanOrEqual(4);
  });

  it.each([
    ["bypass", { "x-tamis-bypass": "1" }],
    ["a dry run", { "x-tamis-dry-run": "1" }],
  ])("survives %s in the middle", async (_, headers) => {
    const provider = newProvider();
    const { url, upstream } = await startGateway(respondWith(provider), config(name));
    const { statuses } = await talk(provider, upstream.url, (turn) => ({
      ...{ url, headers: turn >= 27 && turn < 33 ? headers : {} },
    }));
    expect(statuses).toEqual(FINE);
  });

  it("survives a conversation that began elsewhere", async () => {
    const provider = newProvider();
    const { url, upstream } = await startGateway(respondWith(provider), config(name));
    const { statuses, refused } = await talk(provider, upstream.url, (turn) => ({ url: turn < 23 ? undefined : url }));
    expect(statuses).toEqual(FINE);
    expect(refused).toBeLessThanOrEqual(2);
  });
});

describe("replicas that condense by a model", () => {
  it("send the same bytes where they share a store", async () => {
    let asked = 0;
    const apiHandler = {
      async *createMessage() {
        asked++;
        yield { type: "text" as const, text: `what happened before (${asked})` };
      },
      countTokens: async () => 1,
      getModel: () => ({ id: "m" }),
    };
    const run = async (replicas: number) => {
      const options: GatewayOptions = { condensation: { apiHandler, summaryStore: new MemorySummaryStore() } };
      asked = 0;
      const provider = newProvider();
      const replica = () => startGateway(respondWith(provider), config("native"), options);
      const started = await Promise.all(Array.from({ length: replicas }, replica));
      const { statuses, refused } = await talk(provider, "", (turn) => ({ url: started[turn % replicas]?.url }));
      expect([statuses, refused]).toEqual([FINE, 0]);
      return { sent: sentTo(provider), asked };
    };
    const one = await run(1);
    expect(one.sent.at(-1)).toContain("what happened before");
    expect(one.asked).toBe(moves(one.sent).length);
    expect(await run(2)).toEqual(one);
  });
});

// Conversations whose thinking is checked, in groups of deployments: with one gateway, and with two that share what they know.
import { describe, expect, it, onTestFinished } from "vitest";
import type { GatewayInput } from "../../ts/gateway/index.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { FakeRedis } from "../gateway/fake-redis.js";
import { startGateway } from "../gateway/start.js";
import { json, startUpstream, type Upstream } from "../gateway/upstream.js";
import { respondWith } from "../support/simulated-provider/server.js";
import { FINE, newProvider, talk } from "./talk.js";

const POLICY: PolicyInput = { mask: { windowTurns: 2, minChars: 100, keepErrors: false } };
const fails = json({ error: { message: "down" } }, 503);

/** Deployments of one provider, which knows its thinking at each of them, and gateways in front. */
async function startGroup(gateways: number) {
  const provider = newProvider();
  const deployments: Record<string, Upstream> = {};
  for (const name of ["east", "west"]) {
    const upstream = await startUpstream(respondWith(provider));
    onTestFinished(() => upstream.close());
    deployments[name] = upstream;
  }
  const list = Object.entries(deployments).map(([name, { url }]) => ({ name, url }));
  const groups = { anthropic: { deployments: list, restMs: 60_000 } };
  const redis = new FakeRedis();
  const config = {
    policies: { default: POLICY },
    ...(gateways > 1 ? { shared: { redisUrl: "redis://127.0.0.1:1" } } : {}),
    upstreams: { anthropic: undefined, groups },
  } as unknown as GatewayInput;
  const urls: string[] = [];
  for (let count = 0; count < gateways; count++) {
    const started = await startGateway(respondWith(provider), config, gateways > 1 ? { redis } : {});
    urls.push(started.url);
  }
  const counts = () => Object.values(deployments).map(({ arrived }) => arrived.length);
  return { provider, deployments, urls, counts };
}

describe.each([1, 2])(
  "a conversation with checked thinking through %i gateways in front of two deployments",
  (gateways) => {
    it("stays at one of them, and is edited without a refusal", async () => {
      const { provider, urls, counts } = await startGroup(gateways);
      const { statuses, refused, edited, violations } = await talk(provider, "", (turn) => ({
        url: urls[turn % gateways],
      }));
      expect([statuses, refused, violations]).toEqual([FINE, 0, []]);
      expect(edited.at(-1)).toBe(true);
      expect(counts().sort((a, b) => a - b)).toEqual([0, FINE.length]);
    });

    it.each([8, 18, 27, 33])("goes on at the other without a refusal where the first one fails: %i", async (change) => {
      const { provider, deployments, urls, counts } = await startGroup(gateways);
      const { statuses, refused, edited, violations } = await talk(provider, "", async (turn) => {
        if (turn === change) {
          const home = Object.values(deployments).find(({ arrived }) => arrived.length > 0) as Upstream;
          await home.close();
        }
        return { url: urls[turn % gateways] };
      });
      expect([statuses, refused, violations]).toEqual([FINE, 0, []]);
      expect(edited.at(-1)).toBe(true);
      expect(counts().sort((a, b) => a - b)).toEqual([change, FINE.length - change].sort((a, b) => a - b));
    });

    it("is told of a failure of both, and goes on once one answers", async () => {
      const { provider, deployments, urls } = await startGroup(gateways);
      const all = Object.values(deployments);
      const works = (all[0] as Upstream).respond;
      const body = JSON.stringify({
        model: "claude-fable-5-2",
        max_tokens: 10,
        messages: [{ role: "user", content: "hi" }],
      });
      const ask = async () => (await fetch(`${urls[0]}/v1/messages`, { method: "POST", body })).status;
      for (const one of all) one.respond = fails;
      for (let attempt = 0; attempt < 8; attempt++) expect(await ask()).toBe(503);
      for (const one of all) one.respond = works;
      const { statuses, refused, violations } = await talk(provider, "", (turn) => ({ url: urls[turn % gateways] }));
      expect([statuses, refused, violations]).toEqual([FINE, 0, []]);
    });
  },
);

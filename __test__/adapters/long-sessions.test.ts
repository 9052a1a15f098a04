// Real agents in sessions of 40 requests, against a provider that checks thinking and bills its cache.
import { describe, expect, it } from "vitest";
import { tamisFetch } from "../../ts/adapters/fetch.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { maskingPolicy, simulate } from "../../ts/simulate/index.js";
import { createPrefixChecker } from "../../ts/validate/index.js";
import { startGateway } from "../gateway/start.js";
import { scripted, wordsOf } from "../simulated-provider/session.js";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import { respondWith, startSimulatedProvider } from "../support/simulated-provider/server.js";
import type { MessagesRequest } from "../support/simulated-provider/types.js";
import { aiSdkSession, type LongAgent, langchainSession } from "./agents/long-sessions.js";

const POLICY: PolicyInput = {
  mask: { windowTurns: 2, minChars: 100, keepErrors: false },
  // Each request reads another file.
  experimental: { mask: { workingSetFiles: 1 } },
};
const AGENTS: Record<string, LongAgent> = { "AI SDK": aiSdkSession, LangChain: langchainSession };
const MODELS = ["claude-fable-5-2", "claude-opus-5-5", "claude-opus-4-6"];
/** Its provider leaves old thinking out, which the simulator bills too low. */
const FORGETFUL = "claude-sonnet-4-5";
const ROUNDS = 40;

/** Each prompt takes five requests. */
const PROMPTS = Array.from({ length: ROUNDS / 5 }, (_, at) => `do part ${at}`);

/** A provider that also keeps what it was sent. */
class WatchedProvider extends SimulatedProvider {
  readonly sent: MessagesRequest[] = [];

  override handle(request: MessagesRequest, betas?: readonly string[]) {
    this.sent.push(structuredClone(request));
    return super.handle(request, betas);
  }
}

/** Runs an agent whose requests go through `send`. Returns the last request as the agent made it. */
async function run(agent: LongAgent, model: string, url: string, send: typeof fetch): Promise<MessagesRequest> {
  let last = "";
  const watched: typeof fetch = (input, init) => {
    last = String(init?.body);
    return send(input, init);
  };
  const system = wordsOf("You are an agent.", 3000);
  await agent({ url, fetch: watched, model, prompts: PROMPTS, system, read: (path) => wordsOf(`r ${path}`, 3000) });
  return JSON.parse(last) as MessagesRequest;
}

function expectValid({ exchanges, sent }: WatchedProvider): void {
  expect(exchanges.map(({ status }) => status)).toEqual(new Array(ROUNDS).fill(200));
  const checker = createPrefixChecker();
  expect(sent.flatMap((one) => checker.check(one))).toEqual([]);
}

async function expectFine(provider: WatchedProvider, request: MessagesRequest): Promise<void> {
  expectValid(provider);
  const { exchanges } = provider;
  const paid = exchanges.reduce((sum, { cost }) => sum + cost, 0);
  const { results } = await simulate([{ name: "s", request }], [maskingPolicy("tamis", POLICY)]);
  const [everything, tamis] = results[0]?.policies ?? [];
  expect(Math.abs((tamis?.cost ?? 0) / paid - 1)).toBeLessThan(0.01);
  expect(paid / (everything?.cost ?? 0)).toBeLessThan(0.97);
}

describe.each(Object.entries(AGENTS))("an agent of %s", (_, agent) => {
  it.each(MODELS)("is never refused through fetch, and pays what the replay says: %s", async (model) => {
    const provider = new WatchedProvider({ answer: scripted });
    const server = await startSimulatedProvider(provider);
    try {
      await expectFine(provider, await run(agent, model, server.url, tamisFetch(POLICY)));
    } finally {
      await server.close();
    }
  });

  it("is never refused through the gateway, and pays what the replay says", async () => {
    const provider = new WatchedProvider({ answer: scripted });
    const { url } = await startGateway(respondWith(provider), { policies: { default: POLICY } });
    await expectFine(provider, await run(agent, "claude-fable-5-2", url, fetch));
  });

  it("is never refused where the provider leaves old thinking out", async () => {
    const provider = new WatchedProvider({ answer: scripted });
    const { url } = await startGateway(respondWith(provider), { policies: { default: POLICY } });
    await run(agent, FORGETFUL, url, fetch);
    expectValid(provider);
  });
});

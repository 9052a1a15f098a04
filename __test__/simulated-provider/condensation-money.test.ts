// What a gateway that condenses says that it saved, beside what the same conversation costs without it.
import { describe, expect, it } from "vitest";
import type { GatewayInput } from "../../ts/gateway/index.js";
import { priceTokens } from "../../ts/pricing/index.js";
import { readUsage, splitBill } from "../../ts/tokens/usage.js";
import { ask, startGateway } from "../gateway/start.js";
import { respondWith } from "../support/simulated-provider/server.js";
import { FINE, newProvider, talk } from "./talk.js";

const MODEL = "claude-opus-4-6";

/** As large as those of agents: the results behind it may go while it stays in the cache. */
const RULES = Array.from({ length: 400 }, (_, at) => `Rule ${at}: look at part ${at * 7} before you change it.`).join(
  "\n",
);
const SYSTEM = [{ type: "text", text: RULES, cache_control: { type: "ephemeral" } }];

function billOf(provider: ReturnType<typeof newProvider>): number {
  return provider.exchanges.reduce((sum, { body }) => {
    const read = readUsage(body.usage, "anthropic");
    if (!("billed" in read)) throw new Error("no bill");
    return sum + (priceTokens({ model: MODEL, usage: splitBill(read.billed) })?.cost ?? Number.NaN);
  }, 0);
}

async function run(config: GatewayInput) {
  const provider = newProvider();
  const { url, upstream } = await startGateway(respondWith(provider), config);
  const { statuses } = await talk(provider, upstream.url, () => ({
    url,
    extra: { system: SYSTEM },
    model: MODEL,
    headers: { "x-tamis-session": "s" },
  }));
  expect(statuses).toEqual(FINE);
  const { all } = JSON.parse((await ask(url, "/stats", { method: "GET" })).text);
  return { billed: billOf(provider), all };
}

let direct: ReturnType<typeof run> | undefined;

describe.each(["smart", "native"])("a gateway that condenses by %s", (provider) => {
  it.each<[string, NonNullable<GatewayInput["policies"]>]>([
    ["and does no more", { default: { mode: "off" } }],
    ["and reduces", { default: {} }],
    ["and masks", { default: { mask: { windowTurns: 4 } } }],
  ])(
    "shows what was saved %s",
    async (_, policies) => {
      direct ??= run({ policies: { default: { mode: "off" } } });
      const { billed } = await direct;
      const condensed = await run({ policies, condensation: { enabled: true, provider, contextTokens: 30_000 } });
      expect(condensed.all.billedUsd).toBeCloseTo(condensed.billed, 4);
      // What is estimated of the other way may be wrong by a twentieth of its bill.
      expect(Math.abs(condensed.all.savedUsd - (billed - condensed.billed))).toBeLessThan(0.05 * billed);
    },
    120_000,
  );
});

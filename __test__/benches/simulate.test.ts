// The replay's benchmark proves its policies first: its model of the product is the product.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asListsOfBlocks, markAsClient } from "../../benches/parts/simulate-client.js";
import { factsOf } from "../../ts/models/facts.js";
import { definePolicy } from "../../ts/policy/policy.js";
import { reduceBody } from "../../ts/reduce/reduce.js";
import { cacheRule, parseCacheRule } from "../../ts/simulate/cache-rule.js";
import { maskingPolicy, type SimulatedPolicy } from "../../ts/simulate/policies.js";
import { replaySession } from "../../ts/simulate/replay.js";
import { readSession, type Session } from "../../ts/simulate/trace.js";
import { conversation } from "../simulate/conversations.js";
import { written } from "../support/written.js";

/** Short conversations are cached, too. */
const { row: ROW } = factsOf({ wire: "anthropic" });

const POLICY = definePolicy(
  written({
    mask: { windowTurns: 2, minChars: 0, keepErrors: false, placeholder: { template: "[result masked]" } },
    cache: { strategy: "rent", rent: 0.3, prices: { read: 0.1, write: 1.25 } },
    models: [{ ...ROW, names: [...ROW.names], cache: { ...ROW.cache, minimumTokens: 0 } }],
  }),
);
const IDEAL = parseCacheRule("0.1,1.25");
/** Short conversations are cached, too. */
const ANTHROPIC = cacheRule({ ...parseCacheRule("anthropic"), minimumTokens: 0 });

/** Results long enough for an anchor to fit into what masking takes out. */
const turns = fc.array(
  fc.record({
    user: fc.option(fc.constant("go on"), { nil: undefined, freq: 4 }),
    calls: fc.array(fc.record({ tool: fc.constant("bash"), chars: fc.integer({ min: 500, max: 3000 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  { minLength: 3, maxLength: 20, size: "max" },
);

function sessionOf(request: object): Session {
  const session = readSession({ name: "s", request }, { constantPrefixTokens: 5000 });
  if ("reason" in session) throw new Error(session.reason);
  return session;
}

describe("the replay of the product", () => {
  it("costs as much as reduceBody, with its breakpoints", async () => {
    const product: SimulatedPolicy = {
      name: "product",
      marksBreakpoints: true,
      transform: (request) => {
        const body = Buffer.from(JSON.stringify(markAsClient(request)));
        return JSON.parse(Buffer.from(reduceBody(body, POLICY, { wire: "anthropic" }).body).toString("utf8")) as object;
      },
    };
    let moves = 0;
    await fc.assert(
      fc.asyncProperty(turns, async (list) => {
        const session = sessionOf(asListsOfBlocks(conversation("anthropic", list)));
        const rules = [IDEAL, ANTHROPIC];
        const modelled = await replaySession(session, maskingPolicy("rent", POLICY), rules);
        expect(await replaySession(session, product, rules)).toEqual(modelled);
        moves += modelled[0]?.moves ?? 0;
      }),
      { numRuns: 40 },
    );
    expect(moves).toBeGreaterThan(40);
  });
});

import { describe, expect, it } from "vitest";
import { reduceBody } from "../../../ts/index.js";
import { parseCacheRule, simulate } from "../../../ts/simulate/index.js";
import { createRandom } from "../../support/random.js";

/** A conversation of OpenAI Chat whose tool results have about `chars` chars. */
function conversation(model: string, turns: number, chars: number) {
  const random = createRandom(turns * chars);
  const lines = (count: number, turn: number) =>
    Array.from({ length: count }, (_, line) => `${line}: value ${random.below(10_000)} of ${turn}`).join("\n");
  const steps = Array.from({ length: turns }, (_, turn) => [
    {
      role: "assistant",
      content: "Now the next part. ".repeat(4 + random.below(17)),
      tool_calls: [
        { id: `call_${turn}`, type: "function", function: { name: "search", arguments: JSON.stringify({ turn }) } },
      ],
    },
    { role: "tool", tool_call_id: `call_${turn}`, content: lines(1 + random.below(chars / 10), turn) },
  ]);
  return {
    model,
    messages: [
      { role: "system", content: "Rules of the house. ".repeat(2000) },
      { role: "user", content: "Find the cause" },
      ...steps.flat(),
    ],
  };
}

describe("a provider that looks for what was sent only near breakpoints", () => {
  const claude = conversation("anthropic/claude-sonnet-4.5", 60, 2000);

  it("loses the whole conversation in a move where no breakpoint of ours can be", () => {
    const moves = cutsOf(claude).flatMap((request) => {
      const { cache } = reduceBody(Buffer.from(JSON.stringify(request))).report;
      return cache.moved === true ? [cache] : [];
    });
    expect(moves.length).toBeGreaterThan(0);
    for (const { keptTokens, lostTokens } of moves) {
      expect(keptTokens).toBe(0);
      expect(lostTokens).toBeGreaterThan(0);
    }
  });

  it("keeps what is in front of a move where the model finds the longest common beginning", () => {
    const moves = cutsOf({ ...claude, model: "deepseek-chat" }).flatMap((request) => {
      const { cache } = reduceBody(Buffer.from(JSON.stringify(request))).report;
      return cache.moved === true ? [cache] : [];
    });
    expect(moves.some(({ keptTokens = 0 }) => keptTokens > 0)).toBe(true);
  });

  it("makes no session of Claude over OpenAI's wire dearer than sending everything", async () => {
    // A session that ends with its first move only pays for it; these go on.
    const sizes = [40, 60, 90].flatMap((turns) => [1500, 4000].map((chars) => [turns, chars] as const));
    const traces = sizes.map(([turns, chars]) => ({
      name: `${turns} of ${chars}`,
      request: conversation("anthropic/claude-sonnet-4.5", turns, chars),
    }));
    const reduced = (request: object): object => JSON.parse(Buffer.from(reduceBody(bytesOf(request)).body).toString());
    const policies = [{ name: "default", transform: reduced }];
    const { results } = await simulate(traces, policies, ["anthropic", "0.1,1.25"].map(parseCacheRule));
    for (const { prices, policies: bills } of results) {
      const bill = bills.find(({ name }) => name === "default");
      expect(bill?.worst.ratio, prices).toBeLessThanOrEqual(1.02);
      expect(bill?.bill, prices).toBeLessThan(0.95);
    }
  }, 60_000);
});

const bytesOf = (request: unknown): Buffer => Buffer.from(JSON.stringify(request));

/** The requests of all steps. */
function cutsOf(request: ReturnType<typeof conversation>) {
  const ends = request.messages.flatMap(({ role }, index) => (role === "tool" ? [index + 1] : []));
  return ends.map((end) => ({ ...request, messages: request.messages.slice(0, end) }));
}

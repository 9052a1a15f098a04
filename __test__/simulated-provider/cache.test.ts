import { describe, expect, it } from "vitest";
import { factsOf } from "../../ts/models/facts.js";
import { simulate } from "../../ts/simulate/simulate.js";
import { costOf, PromptCache, type PromptPart } from "../support/simulated-provider/cache.js";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import type { Usage } from "../support/simulated-provider/types.js";
import { markedRequest, runSession, scripted } from "./session.js";

const MINUTE = 60_000;
const { row: ROW } = factsOf({ model: "claude-opus-4-6" });

/** A prompt of a char a block, 5,000 tokens each: `!` marks the block before it, `h` for an hour; `.` is a frame. */
function promptOf(text: string): PromptPart[] {
  const parts: PromptPart[] = [];
  for (const char of text) {
    const last = parts.at(-1);
    if (char === "!" && last) last.marker = { type: "ephemeral" };
    else if (char === "h" && last) last.marker = { type: "ephemeral", ttl: "1h" };
    else parts.push({ text: char, tokens: char === "." ? 0 : 5000, isBlock: char !== "." });
  }
  return parts;
}

/** Bills prompts in order, in units of a block: fresh, read, written for minutes, written for an hour. */
function bill(...prompts: (string | [string, number])[]): string[] {
  const cache = new PromptCache(ROW);
  return prompts.map((prompt) => {
    const [text, minutes] = typeof prompt === "string" ? [prompt, 0] : prompt;
    const { input_tokens, cache_read_input_tokens, cache_creation } = cache.bill(promptOf(text), minutes * MINUTE);
    const { ephemeral_5m_input_tokens: five, ephemeral_1h_input_tokens: hour } = cache_creation;
    return [input_tokens, cache_read_input_tokens, five, hour].map((tokens) => tokens / 5000).join(" ");
  });
}

describe("the simulated provider's cache", () => {
  it("has entries at breakpoints alone, and bills what is behind the last one as fresh", () => {
    expect(bill("sab", "s!ab", "s!ab!", "s!ax!", "s!ab!cd!")).toEqual([
      "3 0 0 0",
      "2 0 1 0",
      "0 1 2 0",
      "0 1 2 0",
      "0 3 2 0",
    ]);
  });

  it("looks at up to 20 blocks before a breakpoint, and counts no frames", () => {
    const far = (count: number, between = "") => `s${between}${"y".repeat(count)}e!`;
    expect(bill("s!", far(19))[1]).toBe("0 1 20 0");
    expect(bill("s!", far(20))[1]).toBe("0 0 22 0");
    expect(bill("s!", far(19, "."))[1]).toBe("0 1 20 0");
  });

  it("forgets entries five minutes, or an hour, after their last use", () => {
    expect(bill(["ab!", 0], ["ab!", 5], ["ab!", 10], ["ab!", 16])).toEqual([
      "0 0 2 0",
      "0 2 0 0",
      "0 2 0 0",
      "0 0 2 0",
    ]);
    expect(bill(["abh", 0], ["abh", 60], ["abh", 121])).toEqual(["0 0 0 2", "0 2 0 0", "0 0 0 2"]);
    expect(bill(["ahb!", 0], ["ahb!", 30])).toEqual(["0 0 1 1", "0 1 1 0"]);
  });

  it("keeps nothing below the model's minimum", () => {
    const cache = new PromptCache(ROW);
    const [part] = promptOf("a!") as [PromptPart];
    const small = [{ ...part, tokens: ROW.cache.minimumTokens - 1 }];
    const enough = [{ ...part, tokens: ROW.cache.minimumTokens }];
    for (const parts of [small, small])
      expect(cache.bill(parts, 0)).toMatchObject({ cache_read_input_tokens: 0, cache_creation_input_tokens: 0 });
    cache.bill(enough, 0);
    expect(cache.bill(enough, 0)).toMatchObject({ input_tokens: 0, cache_read_input_tokens: ROW.cache.minimumTokens });
  });

  it("costs what the table of models says, dearer in a dear zone", () => {
    const usage = {
      input_tokens: 100,
      cache_read_input_tokens: 1000,
      cache_creation_input_tokens: 300,
      cache_creation: { ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 100 },
    };
    expect(costOf(usage, ROW)).toBeCloseTo(100 + 100 + 250 + 200, 6);
    const { row } = factsOf({ model: "claude-haiku-5-5" });
    const large = { ...usage, input_tokens: 100_000 };
    expect(costOf(large, row)).toBeCloseTo(5 * (100_000 + 100 + 250 + 200), 6);
  });
});

describe("a session of 40 answers that is sent as it is", () => {
  it.each([
    ["claude-fable-5-2", undefined, 1],
    ["claude-opus-4-6", undefined, 1],
    ["claude-sonnet-4-6", "1h", 1],
    ["claude-sonnet-4-6", undefined, 7],
  ] as const)(
    "costs what the simulator says, within 1 %%: %s, %s, %i minutes between requests",
    async (model, ttl, minutes) => {
      let now = 0;
      const times: number[] = [];
      const provider = new SimulatedProvider({ answer: scripted, now: () => now });
      const tick = () => {
        now += minutes * MINUTE;
        times.push(now);
      };
      const options = { model, tick, ...(ttl === undefined ? {} : { ttl }) };
      const history = runSession(provider, 40, options);
      const paid = provider.exchanges.reduce((sum, { cost }) => sum + cost, 0);
      expect(provider.exchanges.filter(({ status }) => status === 400)).toEqual([]);
      // The last answer and the reply to it were not sent.
      const request = markedRequest(history.slice(0, -2), options);
      const { results, sessions } = await simulate([{ name: "s", request, times }], [], ["auto"], {
        eachRequest: true,
      });
      expect(sessions[0]?.requests).toBe(40);
      expect(Math.abs((results[0]?.policies[0]?.cost ?? 0) / paid - 1)).toBeLessThan(0.01);
      const reads = provider.exchanges.map(({ body }) => (body.usage as Usage).cache_read_input_tokens);
      const replayed = sessions[0]?.bills[0]?.[0]?.requests?.map(({ read }) => read) ?? [];
      for (const [at, read] of reads.entries())
        expect(Math.abs((replayed[at] ?? 0) - read)).toBeLessThanOrEqual(0.01 * read + 20);
    },
  );
});

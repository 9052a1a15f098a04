// The quick reading of Anthropic's usage gives what the slow one gives, or nothing.
import { expect, it } from "vitest";
import { readPlainUsage } from "../../ts/simulate/logs/plain-usage.js";
import { readUsage, splitBill } from "../../ts/tokens/usage.js";

const VALUES = [0, 1, 7, 2_000, -1, 1.5, null, "standard", {}, [], { cached: 3 }, { web_search_requests: 2 }];
const MEMBERS = [
  ...[
    "input_tokens",
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
    "output_tokens",
    "service_tier",
    "speed",
  ],
  ...["server_tool_use", "cached_tokens", "prompt_tokens", "input_token_details", "iterations", "toString", "cost"],
];
const PARTS = ["ephemeral_5m_input_tokens", "ephemeral_1h_input_tokens", "ephemeral_cached_tokens"];

it("a plain usage is read as any other is", () => {
  let seed = 5;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  let plain = 0;
  for (let round = 0; round < 20_000; round++) {
    const usage: Record<string, unknown> = {};
    for (const member of MEMBERS) {
      const isUsual = MEMBERS.indexOf(member) < 6;
      if (next(isUsual ? 5 : 9) < (isUsual ? 4 : 1)) usage[member] = VALUES[next(next(2) === 0 ? 4 : VALUES.length)];
    }
    if (next(3) === 0)
      usage.cache_creation = Object.fromEntries(
        PARTS.slice(0, next(10) === 0 ? 3 : 2).map((part) => [part, VALUES[next(4)]]),
      );
    const quick = readPlainUsage(usage);
    if (quick === undefined) continue;
    plain++;
    const slow = readUsage(usage);
    expect("billed" in slow ? splitBill(slow.billed) : slow.problem, JSON.stringify(usage)).toEqual(quick);
  }
  expect(plain).toBeGreaterThan(500);
  const usual = { input_tokens: 3, cache_creation_input_tokens: 9, cache_read_input_tokens: 20, output_tokens: 4 };
  expect(
    readPlainUsage({ ...usual, service_tier: "standard", cache_creation: { ephemeral_1h_input_tokens: 9 } }),
  ).toEqual({
    ...{ fresh: 3, cacheRead: 20, cacheWrite: 9, hourWrite: 9, output: 4 },
  });
});

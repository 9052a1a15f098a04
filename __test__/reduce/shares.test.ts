// Shares of a context limit in tokens, and a budget in chars, at their very numbers.
import { describe, expect, it } from "vitest";
import { definePolicy } from "../../ts/policy/policy.js";
import { resolveContext } from "../../ts/reduce/budget.js";
import { reduceBody } from "../../ts/reduce/reduce.js";
import { written } from "../support/written.js";

describe("a share of a context limit", () => {
  it("is rounded down", () => {
    const policy = definePolicy(written({ budget: { fraction: 0.5 } }));
    expect(resolveContext(policy, { contextTokens: 1_001 }).settings.budget?.tokens).toBe(500);
  });

  it("a budget in chars is met exactly at it", () => {
    const body = Buffer.from(JSON.stringify({ model: "gpt-5", messages: [{ role: "user", content: "x".repeat(50) }] }));
    const fits = (chars: number) => reduceBody(body, written({ budget: { chars } })).report.fits;
    expect([fits(49), fits(50), fits(51)]).toEqual([false, true, true]);
  });
});

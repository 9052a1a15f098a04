// Sessions in which rules, model, cache and history change: no request is refused for its thinking.
import { describe, expect, it } from "vitest";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { cases, timeLimit } from "../support/cases.js";
import { type Change, runHostileSession } from "../support/hostile-session.js";

const mask = { windowTurns: 2, minChars: 0, keepErrors: false } as const;
const args = { maxChars: 200, digest: { maxChars: 60, ratio: 0.2 }, inOpenLoop: true } as const;
const INPUTS: readonly PolicyInput[] = [
  {},
  { preset: "strong" },
  { mask },
  { mask, cache: { strategy: "rent", rent: 0.2 } },
  { mask, cache: { strategy: "every-turn" } },
  { preset: "none", mask, cache: { strategy: "every-turn" } },
  { mask, cache: { strategy: "stride", strideTurns: 3 } },
  { mask, cache: { strategy: "rent", rent: 100 }, budget: { tokens: 4500 } },
  { mask, cache: { thinking: "keep", strategy: "every-turn" } },
  { mask, cache: { thinking: "drop", strategy: "every-turn" } },
  { mask, cache: { thinking: "drop", rent: 0.2 } },
  { mask, cache: { rent: 0.2 }, trigger: [[{ tokens: 5000 }]] },
  { mask, cache: { rent: 0.1 }, args },
  { mask, cache: { rent: 0.2 }, arrival: { dedupe: "newest" } },
  { mask, tools: { schema: true } },
];
const POLICIES = INPUTS.map((input) => resolvePolicy(input));
const SESSIONS = cases(45);

describe("a session with a state", () => {
  it.each<[string, Change[]]>([
    ["its policy", ["policy"]],
    ["its model", ["model"]],
    ["the lifetime of its cache", ["lifetime"]],
    ["whether it is cached", ["markers"]],
    ["that its cache is dead", ["pause"]],
    ["whether the model is to think", ["thinking", "policy"]],
    ["that the user goes back", ["rewind", "policy"]],
    ["everything", ["policy", "model", "lifetime", "pause", "rewind"]],
  ])(
    "is never refused, whatever changes: %s",
    (_, changes) => {
      let masked = 0;
      for (let seed = 0; seed < SESSIONS; seed++) {
        const run = runHostileSession(seed, POLICIES, changes);
        expect(run.refusal, `seed ${seed}`).toBeUndefined();
        masked += run.masked;
      }
      expect(masked).toBeGreaterThan(SESSIONS);
    },
    timeLimit(120_000),
  );
});

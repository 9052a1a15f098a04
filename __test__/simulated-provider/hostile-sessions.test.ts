// Sessions in which rules, model, cache and history change: no request is refused for its thinking.
import { describe, expect, it } from "vitest";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { cases, timeLimit } from "../support/cases.js";
import { HOSTILE_POLICIES } from "../support/hostile-policies.js";
import { type Change, runHostileSession } from "../support/hostile-session.js";

const POLICIES = HOSTILE_POLICIES.map((input) => resolvePolicy(input));
/** Each policy begins one. */
const SESSIONS = cases(POLICIES.length);

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

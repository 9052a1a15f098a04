// Clients that take out their own oldest thinking: what was edited in front of thinking that they keep stays as it was.
import { describe, expect, it } from "vitest";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { cases, timeLimit } from "../support/cases.js";
import { HOSTILE_POLICIES } from "../support/hostile-policies.js";
import { type Change, type HostileSetting, runHostileSession } from "../support/hostile-session.js";

const POLICIES = HOSTILE_POLICIES.map((input) => resolvePolicy(input));
/** Each policy begins one. */
const SESSIONS = cases(POLICIES.length);
const LIMIT = timeLimit(120_000);

/** The seeds of sessions in which a request is refused. */
function refusedOf(changes: readonly Change[], setting: HostileSetting): number[] {
  let masked = 0;
  const refused: number[] = [];
  for (let seed = 0; seed < SESSIONS; seed++) {
    const run = runHostileSession(seed, POLICIES, changes, setting);
    if (run.refusal !== undefined) refused.push(seed);
    masked += run.masked;
  }
  expect(masked).toBeGreaterThan(SESSIONS);
  return refused;
}

describe("a client that takes out its own oldest thinking", () => {
  it.each<[string, Change[]]>([
    ["nothing", []],
    ["the lifetime of its cache, its markers, and that its cache is dead", ["lifetime", "markers", "pause"]],
    ["that the user goes back", ["rewind"]],
    ["its policy", ["policy"]],
    ["its model", ["model"]],
    ["whether the model is to think", ["thinking", "markers"]],
    ["everything", ["policy", "model", "lifetime", "pause", "rewind", "thinking"]],
    ["everything, as objects", ["policy", "model", "lifetime", "pause", "rewind", "thinking"]],
  ])(
    "is never refused with a state, whatever else changes: %s",
    (what, changes) =>
      expect(refusedOf(["own-thinking", ...changes], { asObjects: what.includes("objects") })).toEqual([]),
    LIMIT,
  );

  it.each([
    [true, false],
    [false, false],
    [false, true],
  ])(
    "is not refused where it takes out that of earlier turns, with a state or without (%s), as objects or bytes (%s)",
    (hasState, asObjects) => expect(refusedOf([], { hasState, asObjects, onlyThisTurn: true })).toEqual([]),
    LIMIT,
  );
});

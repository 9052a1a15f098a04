// The provider clears old results (`cache.clearing: "provider"`), but not where the client's request lets it compact: results
// are masked there. A client may do so in single requests, in the middle of a session whose thinking is checked.
import { describe, expect, it } from "vitest";
import { createSessionState, type SessionState } from "../../ts/contract/session-state.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { reduceBody, reduceRequest } from "../../ts/reduce/reduce.js";
import { createPrefixChecker } from "../../ts/validate/index.js";
import { boundSession } from "../support/bound-session.js";
import { cases } from "../support/cases.js";
import { written } from "../support/written.js";

type Json = Record<string, unknown>;

const POLICY = resolvePolicy(
  written({
    mask: { windowTurns: 1, minChars: 0, keepErrors: false },
    cache: { clearing: "provider", strategy: "rent", rent: 0.05 },
  }),
);
const COMPACTION = { context_management: { edits: [{ type: "compact_20260112" }] } };

interface Outcome {
  refused: number;
  masked: number;
  cleared: number;
  reasons: Set<string | undefined>;
}

/** A session with a state, of which the requests from `from` to before `to` let the provider compact. */
function run(seed: number, from: number, to: number, asObjects: boolean): Outcome {
  let session: SessionState = createSessionState();
  const checker = createPrefixChecker();
  const outcome: Outcome = { refused: 0, masked: 0, cleared: 0, reasons: new Set() };
  const { requests } = boundSession({ seed, prompts: 5, turns: 6, bare: false });
  for (const [at, request] of requests.entries()) {
    const asked: Json = at >= from && at < to ? { ...request, ...COMPACTION } : request;
    const options = { session, now: 20_000 * at };
    const reduced = asObjects
      ? reduceRequest(asked, POLICY, options)
      : reduceBody(Buffer.from(JSON.stringify(asked)), POLICY, options);
    session = JSON.parse(JSON.stringify(session));
    const { maskedCount, cache } = reduced.report;
    outcome.masked += maskedCount;
    outcome.cleared += cache.clearing?.clearedToolUses ?? 0;
    if (asked !== request) outcome.reasons.add(cache.clearing?.reason);
    outcome.refused += checker.check(reduced.body).length;
  }
  return outcome;
}

describe.each([
  ["as bytes", false],
  ["as objects", true],
])("a client that lets the provider compact, %s", (_, asObjects) => {
  it.each([
    ["from the middle on", 8, 1000],
    ["in one request", 8, 9],
    ["at the beginning", 0, 8],
  ])("is not refused: %s", (_, from, to) => {
    const sum = { refused: 0, masked: 0, cleared: 0 };
    for (let seed = 0; seed < cases(20); seed++) {
      const { refused, masked, cleared, reasons } = run(seed, from, to, asObjects);
      expect([...reasons].every((reason) => reason === "client")).toBe(true);
      sum.refused += refused;
      sum.masked += masked;
      sum.cleared += cleared;
    }
    expect(sum.refused).toBe(0);
    expect(sum.masked + sum.cleared).toBeGreaterThan(100);
  });
});

// Every request of generated sessions in which an agent is told that files are as they were.
import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { Wire } from "../../ts/contract/report.js";
import { NO_MEMORY } from "../../ts/contract/session-facts.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { createPrefixChecker } from "../../ts/validate/prefix/checker.js";
import { expectAgreement } from "../support/agreement.js";
import { withoutMarkers } from "../support/client-markers.js";
import { FEATURES, type Feature } from "../support/conversation.js";
import { describeNative } from "../support/native.js";
import { makeReReadingConversation } from "../support/re-reading-conversation.js";
import { bodyOf, listOf, parsed, stepRequests } from "../support/step-requests.js";
import { WIRE_NAMES } from "../support/wire-shapes.js";

const mask = { windowTurns: 2, minChars: 0 } as const;
const prices = { read: 0.1, write: 1.25 };
/** The files are short: without their numbers few are worth a placeholder. */
const arrival = { lineNumbers: "padding" } as const;
const POLICIES: Record<string, PolicyInput> = {
  "the defaults, but for a window of 3": { mask: { windowTurns: 3 }, arrival },
  rent: { mask, arrival, cache: { strategy: "rent", rent: 0.2, prices } },
  "rent for nothing": { mask, arrival, cache: { strategy: "rent", rent: 0, prices } },
  auto: { mask, arrival, cache: { strategy: "auto", rent: 0.2, prices } },
  stride: { mask, arrival, cache: { strategy: "stride", strideTurns: 2 } },
  "every turn": { mask, arrival, cache: { strategy: "every-turn" } },
  "masks alone": { preset: "none", mask, cache: { strategy: "rent", rent: 0.1, prices } },
  "over a budget": {
    mask,
    arrival,
    cache: { strategy: "rent", rent: 50, prices },
    budget: { tokens: 900, clearAtLeast: 30 },
  },
  "newest of equals": {
    mask,
    arrival: { ...arrival, dedupe: "newest" },
    cache: { strategy: "rent", rent: 0.1, prices },
  },
};
/** The client's markers move on by themselves, and so does what they freeze. */
const WITHOUT: readonly Feature[] = ["delta", "cache"];
const SEEDS = 4;

/** The requests of all steps. */
function requestsOf(wire: Wire, seed: number, model: string) {
  const features = FEATURES.filter((feature) => !WITHOUT.includes(feature));
  return stepRequests(wire, model, makeReReadingConversation({ seed, turns: 10 + (seed % 5), features }));
}

describeNative("sessions whose files are read again", ({ addon, levels }) => {
  const backends = { native: createNative(addon, levels.at(-1)), baseline: createBaseline() };
  const counts = { referenced: 0, moves: 0 };

  describe.each(WIRE_NAMES)("%s", (wire) => {
    it.each(Object.entries(POLICIES))(
      "both backends hold the same, and bytes change with moves alone, %s",
      (_, given) => {
        const policy = resolvePolicy(given);
        const isFree = policy.settings.cache.strategy === "every-turn";
        for (let seed = 1; seed <= SEEDS; seed++) {
          let previous: unknown[] | undefined;
          for (const request of requestsOf(wire, seed, wire === "anthropic" ? "claude-sonnet-4-5" : "gpt-5.6")) {
            const body = bodyOf(request);
            const report = expectAgreement(backends, body, policy, { wire });
            const list = listOf(wire, parsed(backends.native.reduceBody(body, policy, { wire }).body));
            const isMove = isFree || report?.cache.moved !== false;
            if (previous !== undefined && !isMove) {
              expect(withoutMarkers(list.slice(0, previous.length))).toEqual(withoutMarkers(previous));
            }
            counts.referenced += report?.decisions.filter(({ reason }) => reason === "referenced").length ?? 0;
            counts.moves += isMove ? 1 : 0;
            previous = list;
          }
        }
      },
    );
  });

  it.each([
    ["a session that remembers a move", { lastStep: 4, isDead: false }],
    ["a dead cache", { lastStep: 3, isDead: true }],
    ["a dead cache and nothing else", { lastStep: 0, isDead: true }],
  ])("both backends hold the same with %s", (_, facts) => {
    const memory = { ...NO_MEMORY, ...facts };
    const kinds = [
      ["openai-chat", "gpt-5.6"],
      ["anthropic", "claude-sonnet-4-5"],
      ["anthropic", "claude-fable-5-2"],
    ] as const;
    for (const [wire, model] of kinds) {
      for (let seed = 1; seed <= SEEDS; seed++) {
        for (const request of requestsOf(wire, seed, model)) {
          for (const name of ["rent", "stride"] as const) {
            expectAgreement(backends, bodyOf(request), resolvePolicy(POLICIES[name]), { wire, memory });
          }
        }
      }
    }
  });

  it("keep every thinking block valid where the model checks it", () => {
    let referenced = 0;
    for (const name of ["rent for nothing", "rent", "stride"] as const) {
      const policy = resolvePolicy(POLICIES[name]);
      for (let seed = 1; seed <= 2 * SEEDS; seed++) {
        const [before, after] = [createPrefixChecker({ bound: true }), createPrefixChecker({ bound: true })];
        for (const request of requestsOf("anthropic", seed, "claude-fable-5-2")) {
          const body = bodyOf(request);
          const report = expectAgreement(backends, body, policy, { wire: "anthropic" });
          const { body: sent } = backends.native.reduceBody(body, policy, { wire: "anthropic" });
          referenced += report?.decisions.filter(({ reason }) => reason === "referenced").length ?? 0;
          expect(after.check(sent).length).toBeLessThanOrEqual(before.check(request).length);
        }
      }
    }
    expect(referenced).toBeGreaterThan(SEEDS);
  });

  it("have answers that hold something, and moves", () => {
    expect(counts.referenced).toBeGreaterThan(100);
    expect(counts.moves).toBeGreaterThan(200);
  });
});

// Reads that are out of date, and images before the newest ones, in every request of generated sessions.
import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { Wire } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { createPrefixChecker } from "../../ts/validate/prefix/checker.js";
import { expectAgreement } from "../support/agreement.js";
import { withoutMarkers } from "../support/client-markers.js";
import { FEATURES } from "../support/conversation.js";
import { makeEditingConversation } from "../support/editing-conversation.js";
import { describeNative } from "../support/native.js";
import { bodyOf, listOf, parsed, stepRequests } from "../support/step-requests.js";
import { WIRE_NAMES } from "../support/wire-shapes.js";

const mask = {
  windowTurns: 5,
  minChars: 0,
  staleReads: "first",
  media: "mask",
  userMedia: "mask",
  keepImages: 2,
} as const;
const prices = { read: 0.1, write: 1.25 };
const POLICIES: Record<string, PolicyInput> = {
  "the defaults": { mask: { staleReads: "first", media: "mask", keepImages: 1 } },
  rent: { mask, cache: { strategy: "rent", rent: 0.2, prices } },
  auto: { mask, cache: { strategy: "auto", rent: 0.2, prices } },
  stride: { mask, cache: { strategy: "stride", strideTurns: 2 } },
  "every turn": { mask, cache: { strategy: "every-turn" } },
  "masks alone": { preset: "none", mask, cache: { strategy: "rent", rent: 0.1, prices } },
  "in closed loops": { mask: { ...mask, protectOpenLoop: true }, cache: { strategy: "rent", rent: 0.1, prices } },
  "newest of each tool": { mask: { ...mask, keepLastKPerTool: 1 }, cache: { strategy: "every-turn" } },
  "the provider clears": { mask, cache: { strategy: "rent", rent: 0.1, prices, clearing: "provider" } },
};
const SEEDS = 4;

/** The requests of all steps. */
function requestsOf(wire: Wire, seed: number, model: string) {
  // The client's markers move on by themselves.
  const features = FEATURES.filter((feature) => feature !== "delta" && feature !== "cache");
  return stepRequests(wire, model, makeEditingConversation({ seed, turns: 10 + (seed % 5), features }));
}

describeNative("sessions whose files are edited", ({ addon, levels }) => {
  const backends = { native: createNative(addon, levels.at(-1)), baseline: createBaseline() };
  const counts = { early: 0, moves: 0, media: 0 };

  describe.each(WIRE_NAMES)("%s", (wire) => {
    it.each(Object.entries(POLICIES))(
      "both backends do the same, and bytes change with moves alone, %s",
      (name, given) => {
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
              expect(withoutMarkers(list.slice(0, previous.length)), name).toEqual(withoutMarkers(previous));
            }
            counts.early += report?.decisions.filter(({ reason }) => reason === "early").length ?? 0;
            counts.media += report?.decisions.filter(({ isMedia, action }) => isMedia && action === "mask").length ?? 0;
            counts.moves += isMove ? 1 : 0;
            previous = list;
          }
        }
      },
    );
  });

  it("keep every thinking block valid where the model checks it", () => {
    for (const name of ["rent", "stride", "masks alone"] as const) {
      const policy = resolvePolicy(POLICIES[name]);
      for (let seed = 1; seed <= SEEDS; seed++) {
        const [before, after] = [createPrefixChecker({ bound: true }), createPrefixChecker({ bound: true })];
        for (const request of requestsOf("anthropic", seed, "claude-fable-5-2")) {
          const body = bodyOf(request);
          expectAgreement(backends, body, policy, { wire: "anthropic" });
          const { body: sent } = backends.native.reduceBody(body, policy, { wire: "anthropic" });
          expect(after.check(sent).length).toBeLessThanOrEqual(before.check(request).length);
        }
      }
    }
  });

  it("have results that go early, and moves", () => {
    expect(counts.early).toBeGreaterThan(50);
    expect(counts.media).toBeGreaterThan(20);
    expect(counts.moves).toBeGreaterThan(200);
  });
});

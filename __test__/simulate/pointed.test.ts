import { describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { reduceRequest } from "../../ts/reduce/reduce.js";
import { cacheRuleFor } from "../../ts/simulate/cache-rule.js";
import { maskingPolicy, type SimulatedPolicy } from "../../ts/simulate/policies.js";
import { simulate } from "../../ts/simulate/simulate.js";
import { FEATURES } from "../support/conversation.js";
import { makeRepeatingConversation } from "../support/repeating-conversation.js";
import { WIRE_NAMES, WRITERS } from "../support/wire-shapes.js";
import { written } from "../support/written.js";

const prices = { read: 0.1, write: 1.25 };
const POLICIES = [
  { arrival: { dedupe: "first" }, cache: { strategy: "off", prices } },
  {
    arrival: { dedupe: "first" },
    mask: { windowTurns: 2, minChars: 0, digest: null },
    cache: { strategy: "rent", rent: 0.1, prices },
  },
  {
    arrival: { dedupe: "first", lineNumbers: "padding" },
    mask: { windowTurns: 3, minChars: 0, keepLastKPerTool: 1, digest: null },
    cache: { strategy: "auto", rent: 0.1, prices },
  },
] as const;

describe.each(WIRE_NAMES)("a simulated session whose results repeat each other, %s", (wire: Wire) => {
  it("is billed as the requests that reduceRequest makes of its steps", async () => {
    let moves = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const features = FEATURES.filter(
        (feature) => feature !== "delta" && feature !== "cache" && feature !== "thinking",
      );
      const request = WRITERS[wire](makeRepeatingConversation({ seed, turns: 14, features }));
      for (const given of POLICIES) {
        const policy = resolvePolicy(written({ ...given, cache: { ...given.cache, anchor: false } }));
        const real: SimulatedPolicy = {
          name: "real",
          transform: (step) => reduceRequest(step, policy, { wire }).body,
        };
        const model = "model" in request ? String(request.model) : undefined;
        const rule = cacheRuleFor(wire, model, false);
        const { results } = await simulate(
          [{ name: "s", request, wire }],
          [maskingPolicy("own", policy), real],
          [rule],
        );
        const [, own, sent] = results[0]?.policies ?? [];
        moves += own?.moves ?? 0;
        expect([own?.tokens, own?.moves]).toEqual([sent?.tokens, sent?.moves]);
      }
    }
    expect(moves).toBeGreaterThan(1);
  });
});

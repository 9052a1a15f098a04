import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planReadiness } from "../../ts/masking/candidates.js";
import { compilePolicy } from "../../ts/masking/compile-policy.js";
import { planRequest } from "../../ts/masking/plan-request.js";
import { definePolicy, type PolicyInput } from "../../ts/policy/policy.js";
import { WIRES } from "../../ts/wires/index.js";
import { readSteps } from "../../ts/wires/steps.js";
import { sampleConversation, WIRE_NAMES } from "../simulate/conversations.js";
import { everyTurn } from "../support/every-turn.js";

const POLICIES: Record<string, PolicyInput> = {
  plain: { mask: { windowTurns: 2, minChars: 0 } },
  "newest of each tool": { mask: { windowTurns: 1, minChars: 0, keepLastKPerTool: 2 } },
  "rules for tools": {
    mask: {
      windowTurns: 3,
      minChars: 0,
      tools: { "read*": { windowTurns: 1 }, bash: { keepLastK: 1, windowTurns: 4 } },
    },
  },
  "open loop": { mask: { windowTurns: 1, minChars: 0, protectOpenLoop: true } },
};

describe("planReadiness", () => {
  it.each(WIRE_NAMES.flatMap((wire) => Object.keys(POLICIES).map((name) => [wire, name] as const)))(
    "says when the plain policy acts: %s, %s",
    (wire, name) => {
      const policy = definePolicy(everyTurn(POLICIES[name]));
      let edits = 0;
      fc.assert(
        fc.property(sampleConversation(wire), (request) => {
          const list: unknown[] = Reflect.get(request, WIRES.of(wire).listKey);
          const planned = planRequest(request, policy, { wire });
          if ("skip" in planned) throw new Error(planned.skip.detail);
          const { transcript, plans } = planned.outcome;
          const plain = {
            wire: WIRES.of(wire),
            request: { ...request },
            came: { ...request },
            list,
            model: undefined,
            host: undefined,
            transcript,
            plans,
            thinking: undefined,
          };
          const ready = planReadiness(plain, readSteps(WIRES.of(wire), list), compilePolicy(policy));
          edits += ready.length;
          for (let cut = 0; cut <= list.length; cut++) {
            const part = planRequest({ ...request, [WIRES.of(wire).listKey]: list.slice(0, cut) }, policy, { wire });
            const edited = "skip" in part ? [] : part.outcome.edits;
            const expected = edited.map(({ result, replacement }) => [
              result.messageIndex,
              result.blockIndex,
              replacement,
            ]);
            const found = ready
              .filter(({ readyMessage }) => readyMessage < cut)
              .map(({ plan }) => [plan.result.messageIndex, plan.result.blockIndex, plan.replacement]);
            expect(found).toEqual(expected);
          }
        }),
        { numRuns: 60 },
      );
      expect(edits).toBeGreaterThan(100);
    },
  );
});

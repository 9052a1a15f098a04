import fc from "fast-check";
import { expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { ReduceOptions } from "../../ts/contract/backend.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { expectAgreement } from "../support/agreement.js";
import { arbitraryChatBody, arbitraryPolicy } from "../support/arbitrary-chat.js";
import { cases, timeLimit } from "../support/cases.js";
import { everyTurn } from "../support/every-turn.js";
import { describeNative } from "../support/native.js";

const modes = fc.constantFrom<PolicyInput["mode"][]>("reduce", "reduce", "reduce", "observe");
const wires = fc.constantFrom<ReduceOptions[]>({}, {}, { wire: "openai-chat" });

describeNative("native against the baseline, on generated requests", ({ addon, levels }) => {
  const baseline = createBaseline();

  // The fastest level takes most cases: what a level sees of the bytes is proved elsewhere.
  it.each(levels.map((level, index) => [level, index === levels.length - 1 ? 5_000 : 500] as const))(
    "agrees on decisions, counts, edits and the request that comes out: %s",
    (level, runs) => {
      const native = createNative(addon, level);
      let edited = 0;
      const property = fc.property(arbitraryChatBody, arbitraryPolicy, modes, wires, ({ body }, policy, mode, wire) => {
        const report = expectAgreement({ native, baseline }, body, resolvePolicy(everyTurn({ ...policy, mode })), wire);
        edited += (report?.maskedCount ?? 0) + (report?.clippedCount ?? 0);
      });
      fc.assert(property, { numRuns: cases(runs) });
      // The generators are worth their time only as long as many requests have something to edit.
      expect(edited).toBeGreaterThan(cases(runs) / 2);
    },
    timeLimit(180_000),
  );
});

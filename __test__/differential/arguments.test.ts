import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { createNative } from "../../ts/native/backend.js";
import { type Policy, type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { expectAgreement } from "../support/agreement.js";
import { ARGUMENT_WIRES, argumentsConversation, cutAt } from "../support/arguments-conversation.js";
import { cases, timeLimit } from "../support/cases.js";
import { describeNative } from "../support/native.js";
import { createRandom } from "../support/random.js";
import { renderJson, seededStyle } from "../support/render-json.js";

const mask = { windowTurns: 2, minChars: 10 } as const;
const args = { maxChars: 200, inOpenLoop: true } as const;
const POLICIES = (
  [
    { args: {} },
    { mask, args },
    { mask, args: { ...args, digest: null } },
    { mask, args: { ...args, digest: { maxChars: 40, ratio: 0.5 } } },
    { mask, args: { maxChars: 200 } },
    { mask, args: { ...args, tools: ["Write", "apply_*"] } },
    { mask: { ...mask, keepErrors: false, excludeTools: ["Edit"], tools: { exec: { windowTurns: 4 } } }, args },
    { mask, args, pin: ["fileX", "src/file3.ts", { text: "4096", role: "tool" }] },
    { mask, args, cache: { strategy: "every-turn" } },
    { mask, args, cache: { strategy: "stride", strideTurns: 3 } },
    { mask, args, cache: { rent: 0.2, prices: { read: 0.3, write: 0.6 } } },
    { mask, args, cache: { rent: 100 }, budget: { tokens: 1500 } },
    { mask: { ...mask, minChars: 100_000 }, args, cache: { thinking: "drop", rent: 0.2 } },
    { mask, args, cache: { thinking: "keep", freezeThrough: "lastBreakpoint" } },
    { mask, args, arrival: { json: true, repeats: true }, repairSurrogates: true },
    { mask, args, cache: { clearing: "provider" } },
    { mask, args, mode: "observe" },
    { version: 1, mask, args },
  ] satisfies PolicyInput[]
).map((policy) => resolvePolicy(policy));

describeNative("arguments of old calls", ({ addon }) => {
  const native = createNative(addon);
  const baseline = createBaseline();

  describe.each(ARGUMENT_WIRES)("%s", (wire) => {
    it(
      "are shortened alike in both backends, at every step and in every spelling",
      () => {
        const seen = { shortened: 0, imitated: 0, waiting: 0 };
        for (let seed = 0; seed < cases(200); seed++) {
          const random = createRandom(seed);
          const conversation = argumentsConversation(wire, 1 + random.below(16), random);
          const cut = random.chance(0.5) ? conversation.list.length : 1 + random.below(conversation.list.length);
          const policy = POLICIES[random.below(POLICIES.length)] as Policy;
          const body = Buffer.from(renderJson(cutAt(conversation, cut), seededStyle(seed, random)));
          const report = expectAgreement({ native, baseline }, body, policy, { wire });
          seen.shortened += report?.shortenedArgsCount ?? 0;
          seen.imitated += report?.argsImitated ? 1 : 0;
          seen.waiting += report?.cache.waitingCount ?? 0;
        }
        expect(seen.shortened).toBeGreaterThan(cases(200) / 4);
        expect(seen.imitated).toBeGreaterThan(0);
        expect(seen.waiting).toBeGreaterThan(0);
      },
      timeLimit(120_000),
    );
  });
});

// Sessions in which old arguments are shortened and results point to what they repeat: one move does both.
import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { createNative } from "../../ts/native/backend.js";
import { type PolicyInput, resolvePolicy } from "../../ts/policy/policy.js";
import { createRestoreReport } from "../../ts/restore/report.js";
import { restoreBody } from "../../ts/restore/restore-body.js";
import { WIRES } from "../../ts/wires/index.js";
import { readSteps } from "../../ts/wires/steps.js";
import { expectAgreement } from "../support/agreement.js";
import { ARGUMENT_WIRES, argumentsConversation, cutAt, repeatingResult } from "../support/arguments-conversation.js";
import { cases, timeLimit } from "../support/cases.js";
import { describeNative } from "../support/native.js";
import { createRandom } from "../support/random.js";

const prices = { read: 0.1, write: 1.25 };
const lossless = { terminal: true, json: true, paths: true, repeats: true, lineNumbers: "padding" } as const;
const arrival = { ...lossless, dedupe: "first" } as const;
const args = { maxChars: 200, inOpenLoop: true } as const;
const [short, four] = [1, 4].map(
  (windowTurns) => ({ windowTurns, minChars: 0, digest: { maxChars: 200, ratio: 0.3 } }) as const,
);
const POLICIES: Record<string, PolicyInput> = {
  "a window of 4": { arrival, args, mask: four },
  "a window of 4, moves at once": { arrival, args, mask: four, cache: { strategy: "rent", rent: 0, prices } },
  "a short window, rent": { arrival, args, mask: short, cache: { strategy: "rent", rent: 0.2, prices } },
  "arguments alone": { arrival, args, mask: { ...short, minChars: 100_000 }, cache: { rent: 0.2, prices } },
  auto: { arrival, args, mask: short, cache: { strategy: "auto", rent: 0.2, prices } },
  stride: { arrival, args, mask: short, cache: { strategy: "stride", strideTurns: 2 } },
  "every turn": { arrival, args, mask: short, cache: { strategy: "every-turn" } },
  "every turn, the newest whole": {
    arrival: { ...arrival, dedupe: "newest" },
    args,
    mask: four,
    cache: { strategy: "every-turn" },
  },
  "thinking goes": { arrival, args, mask: short, cache: { thinking: "drop", rent: 0.1, prices } },
  "over a budget": { arrival, args, mask: short, cache: { rent: 50, prices }, budget: { tokens: 1500 } },
};

describeNative("arguments and pointers in one session", ({ addon }) => {
  const backends = { native: createNative(addon), baseline: createBaseline() };
  const seen = { shortened: 0, pointers: 0, both: 0, imitated: 0, back: 0 };

  describe.each(ARGUMENT_WIRES)("%s", (wire) => {
    it.each(Object.entries(POLICIES))(
      "are made alike in both backends at every step, and come back, %s",
      async (_, given) => {
        const policy = resolvePolicy(given);
        for (let seed = 1; seed <= cases(6); seed++) {
          const random = createRandom(seed);
          const conversation = argumentsConversation(wire, 6 + random.below(8), random, repeatingResult);
          let pointersBefore = 0;
          for (const cut of readSteps(WIRES.of(wire), conversation.list).cuts) {
            const body = Buffer.from(JSON.stringify(cutAt(conversation, cut)));
            const report = expectAgreement(backends, body, policy, { wire });
            const [shortened, pointers] = [report?.shortenedArgsCount ?? 0, report?.references?.length ?? 0];
            seen.shortened += shortened;
            seen.pointers += pointers;
            seen.both += shortened > 0 && pointers > 0 ? 1 : 0;
            seen.imitated += report?.argsImitated ? 1 : 0;
            seen.back += pointers < pointersBefore ? 1 : 0;
            pointersBefore = pointers;
          }
          const body = Buffer.from(JSON.stringify(conversation.request));
          const reduction = backends.native.reduceBody(body, policy, { wire });
          const back = await restoreBody(reduction.body, createRestoreReport(body, reduction));
          expect(Buffer.from(back.body).equals(body)).toBe(true);
        }
      },
      timeLimit(60_000),
    );
  });

  it("have both, moves that turn pointers into content, and imitations", () => {
    expect(seen.shortened).toBeGreaterThan(cases(1000));
    expect(seen.pointers).toBeGreaterThan(cases(1000));
    expect(seen.both).toBeGreaterThan(cases(200));
    expect(seen.imitated).toBeGreaterThan(cases(40));
    expect(seen.back).toBeGreaterThan(cases(40));
  });
});

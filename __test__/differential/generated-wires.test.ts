import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import type { ReduceOptions } from "../../ts/contract/backend.js";
import type { Wire } from "../../ts/contract/report.js";
import { createNative } from "../../ts/native/backend.js";
import { expectAgreement } from "../support/agreement.js";
import { arbitraryAnthropicRequest } from "../support/arbitrary-anthropic.js";
import { arbitraryGeminiRequest } from "../support/arbitrary-gemini.js";
import { arbitraryResponsesRequest } from "../support/arbitrary-responses.js";
import { arbitraryWirePolicy } from "../support/arbitrary-wire-case.js";
import { cases, timeLimit } from "../support/cases.js";
import { describeNative } from "../support/native.js";
import { arbitraryJsonStyle, renderJson } from "../support/render-json.js";

const REQUESTS: [Wire, fc.Arbitrary<Record<string, unknown>>][] = [
  ["openai-responses", arbitraryResponsesRequest],
  ["anthropic", arbitraryAnthropicRequest],
  ["gemini", arbitraryGeminiRequest],
];

describeNative("native against the baseline, on odd generated requests", ({ addon, levels }) => {
  const baseline = createBaseline();
  // What a level sees of the bytes is proved elsewhere: the fastest takes all cases.
  const native = createNative(addon, levels.at(-1));

  describe.each(REQUESTS)("%s", (wire, arbitraryRequest) => {
    it(
      "agrees on decisions, counts, edits and the request that comes out, and stays as it is when reduced again",
      () => {
        let edited = 0;
        const options = fc.constantFrom<ReduceOptions[]>({ wire }, { wire }, {});
        const property = fc.property(
          arbitraryRequest,
          arbitraryJsonStyle,
          arbitraryWirePolicy,
          options,
          (request, style, policy, given) => {
            const body = Buffer.from(renderJson(request, style));
            const report = expectAgreement({ native, baseline }, body, policy, given);
            edited += (report?.maskedCount ?? 0) + (report?.clippedCount ?? 0);
            const once = native.reduceBody(body, policy, { wire }).body;
            const twice = native.reduceBody(once, policy, { wire });
            expect([twice.changed, twice.body === once]).toEqual([false, true]);
          },
        );
        fc.assert(property, { numRuns: cases(4_000) });
        // The generators are worth their time only as long as many requests have something to edit.
        expect(edited).toBeGreaterThan(cases(4_000) / 20);
      },
      timeLimit(120_000),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBaseline } from "../../ts/baseline/index.js";
import { createNative } from "../../ts/native/backend.js";
import { Policy, resolvePolicy } from "../../ts/policy/policy.js";
import { expectAgreement } from "../support/agreement.js";
import { REQUESTS } from "../support/arbitrary-requests.js";
import { arbitraryWirePolicy } from "../support/arbitrary-wire-case.js";
import { cases, timeLimit } from "../support/cases.js";
import { describeNative } from "../support/native.js";
import { arbitraryJsonStyle, renderJson } from "../support/render-json.js";

/** Texts for which some kind has a smaller form. */
const arbitraryOutput = fc.oneof(
  fc.tuple(fc.string(), fc.integer({ min: 1, max: 12 })).map(([line, count]) => `a\n${`${line}\n`.repeat(count)}b`),
  fc.jsonValue().map((value) => JSON.stringify(value, null, 2)),
  fc.array(fc.stringMatching(/^src\/[a-c]\.ts:[1-9]:x$/), { minLength: 4 }).map((lines) => lines.join("\n")),
  fc
    .array(fc.constantFrom("\u001b[31mred\u001b[0m", "10 %\r20 %\rdone", "", "", "é  "), { minLength: 3 })
    .map((lines) => lines.join("\n")),
  fc
    .integer({ min: 1, max: 30 })
    .map((lines) => Array.from({ length: lines }, (_, at) => `${`${at + 1}`.padStart(6)}→x`).join("\n")),
);

/** The request with such texts in place of some of its strings. */
function withOutputs(value: unknown, outputs: readonly string[], pick: { at: number }): unknown {
  if (typeof value === "string")
    return value.length < 12 || pick.at++ % 3 > 0 ? value : (outputs[pick.at % outputs.length] ?? value);
  if (Array.isArray(value)) return value.map((one) => withOutputs(one, outputs, pick));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withOutputs(one, outputs, pick)]));
}

const arbitraryArrival = fc.record({
  ...{ terminal: fc.boolean(), json: fc.boolean(), paths: fc.boolean(), repeats: fc.boolean(), similar: fc.boolean() },
  lineNumbers: fc.constantFrom(false as const, "padding" as const, "tenth" as const),
  longLines: fc.constantFrom(null, 200),
  clip: fc.constantFrom(null, 400),
  dedupe: fc.constantFrom(false as const, "first" as const, "newest" as const),
});

describeNative("reductions at arrival, on odd generated requests", ({ addon, levels }) => {
  const baseline = createBaseline();
  const native = createNative(addon, levels.at(-1));

  describe.each(REQUESTS)("%s", (wire, arbitraryRequest) => {
    it(
      "are the same in both backends, and what comes out stays as it is",
      () => {
        let shortened = 0;
        const property = fc.property(
          fc.tuple(arbitraryRequest, fc.array(arbitraryOutput, { minLength: 1, maxLength: 5 })),
          arbitraryJsonStyle,
          fc.tuple(arbitraryWirePolicy, arbitraryArrival),
          ([request, outputs], style, [given, arrival]) => {
            const { settings } = resolvePolicy(given);
            const policy = new Policy({ ...settings, version: 2, arrival });
            const body = Buffer.from(renderJson(withOutputs(request, outputs, { at: 0 }), style));
            const report = expectAgreement({ native, baseline }, body, policy, { wire });
            shortened += report?.shortenedCount ?? 0;
            const once = native.reduceBody(body, policy, { wire }).body;
            const twice = native.reduceBody(once, policy, { wire });
            expect(twice.body.length).toBeLessThanOrEqual(once.length);
            // A placeholder tells the chars that came: of a shorter form it may be a digit shorter.
            if (settings.mask.minChars >= 256) expect([twice.changed, twice.body === once]).toEqual([false, true]);
          },
        );
        fc.assert(property, { numRuns: cases(2_000) });
        expect(shortened).toBeGreaterThan(cases(2_000) / 20);
      },
      timeLimit(120_000),
    );

    it("say alike whether a request in which nothing is masked is within its budget", () => {
      const fits = new Set<boolean | undefined>();
      const property = fc.property(
        fc.tuple(arbitraryRequest, fc.array(arbitraryOutput, { minLength: 1, maxLength: 5 })),
        fc.tuple(arbitraryArrival, fc.integer({ min: 1, max: 1_000 })),
        ([request, outputs], [arrival, tokens]) => {
          const policy = resolvePolicy({ arrival, budget: { tokens }, cache: { strategy: "off" } });
          const body = Buffer.from(JSON.stringify(withOutputs(request, outputs, { at: 0 })));
          fits.add(expectAgreement({ native, baseline }, body, policy, { wire })?.fits);
        },
      );
      fc.assert(property, { numRuns: cases(400) });
      expect([fits.has(true), fits.has(false)]).toEqual([true, true]);
    });
  });
});

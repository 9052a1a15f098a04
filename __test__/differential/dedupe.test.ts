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

const lineOf = (at: number) => `const name_${at} = ${"é".repeat(at % 3)}${"x".repeat(30)};`;
const numbered = (first: number, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${`${first + at}`.padStart(6)}→${lineOf(from + at)}`).join("\n");

/** Texts that have lines in common. */
const arbitraryText = fc.oneof(
  fc.tuple(fc.nat(3), fc.integer({ min: 6, max: 12 })).map(([from, count]) => numbered(from + 1, from, count)),
  fc.tuple(fc.nat(5), fc.nat(3)).map(([first, from]) => numbered(first, from, 8)),
  fc.nat(2).map((from) => `head\n${Array.from({ length: 9 }, (_, at) => lineOf(from + at)).join("\n")}\ntail`),
  fc.constantFrom("⟨ File content already provided above ⟩", `Error: ${"broken ".repeat(40)}`, "\ud800".repeat(300)),
);

/** The request with such texts in place of some of its long strings. */
function withTexts(value: unknown, texts: readonly string[], pick: { at: number }): unknown {
  if (typeof value === "string")
    return value.length < 8 || pick.at++ % 3 === 2 ? value : (texts[pick.at % texts.length] ?? value);
  if (Array.isArray(value)) return value.map((one) => withTexts(one, texts, pick));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one, texts, pick)]));
}

const arbitrarySession = fc.record({
  ...{
    lastStep: fc.nat(4),
    isDead: fc.boolean(),
    startStep: fc.nat(3),
    startMoves: fc.boolean(),
    isFrozen: fc.boolean(),
    startBinds: fc.boolean(),
    knownStep: fc.nat(4),
    moves: fc.array(fc.record({ step: fc.integer({ min: 1, max: 4 }), bound: fc.nat(6) }), { maxLength: 2 }),
  },
});

describeNative("pointers to repeated content, on odd generated requests", ({ addon, levels }) => {
  const baseline = createBaseline();
  const native = createNative(addon, levels.at(-1));

  describe.each(REQUESTS)("%s", (wire, arbitraryRequest) => {
    it(
      "are the same in both backends, and what comes out stays as it is",
      () => {
        let deduped = 0;
        const property = fc.property(
          fc.tuple(arbitraryRequest, fc.array(arbitraryText, { minLength: 1, maxLength: 4 })),
          arbitraryJsonStyle,
          fc.tuple(arbitraryWirePolicy, fc.constantFrom("first" as const, "first" as const, "newest" as const)),
          fc.option(arbitrarySession, { nil: undefined, freq: 3 }),
          ([request, texts], style, [given, dedupe], memory) => {
            const { settings } = resolvePolicy(given);
            const arrival = { ...settings.arrival, lineNumbers: "padding" as const, dedupe };
            const mask = { ...settings.mask, minChars: Math.min(settings.mask.minChars, 100) };
            const policy = new Policy({ ...settings, version: 2, arrival, mask });
            const body = Buffer.from(renderJson(withTexts(request, texts, { at: 0 }), style));
            const report = expectAgreement({ native, baseline }, body, policy, { wire, ...(memory && { memory }) });
            deduped += report?.dedupedCount ?? 0;
            const once = native.reduceBody(body, policy, { wire }).body;
            const twice = native.reduceBody(once, policy, { wire });
            expect(twice.body.length).toBeLessThanOrEqual(once.length);
          },
        );
        fc.assert(property, { numRuns: cases(2_000) });
        expect(deduped).toBeGreaterThan(cases(2_000) / 100);
      },
      timeLimit(120_000),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quickWeight } from "../../ts/load/quick-weight.js";
import { loadTokenBackend } from "../../ts/load/token-backend.js";
import { measureRequest, remembering, tokenMeasure } from "../../ts/pipeline/sizes.js";
import { WIRES } from "../../ts/wires/index.js";
import { arbitraryCase, type Json, listOf, makeCase, tokensOf } from "./build.js";

const unit = fc.constantFrom("x", "é", " ", "и", "中", "—", "😀", "\ud83d", "\ude00", "\n", "const ", "0");
const text = fc.tuple(fc.array(unit, { maxLength: 20 }), fc.integer({ min: 1, max: 2_000 })).map(([units, times]) => {
  return units.join("").repeat(times).slice(0, 40_000);
});

describe("the weight of a string", () => {
  it("equals the core's estimate, remembered or not", () => {
    const estimate = (one: string) => loadTokenBackend().weigh(one, "o200k_base");
    const expectSame = (one: string) => {
      expect([quickWeight(one), quickWeight(one)]).toEqual([estimate(one), estimate(one)]);
    };
    fc.assert(fc.property(text, expectSame), { numRuns: 300 });
    for (const chars of [63, 64, 65, 16_384, 16_385]) expectSame("é".repeat(chars));
  });
});

describe("a measure that remembers", () => {
  it("agrees with the plain measure, for a request and what is left of it", () => {
    fc.assert(
      fc.property(arbitraryCase(), fc.nat(), (one, at) => {
        const { wire, request } = one;
        const measure = remembering(WIRES.of(wire), tokenMeasure(WIRES.of(wire), "estimate"));
        expect(measureRequest(WIRES.of(wire), request, measure)).toBe(tokensOf(wire, request));
        const [key, list] = Object.entries(request).find(([, value]) => value === listOf(one, request)) ?? ["", []];
        const less = { ...request, [key]: (list as Json[]).filter((_, index) => (at >> index) % 2 === 0) };
        expect(measureRequest(WIRES.of(wire), less, measure)).toBe(tokensOf(wire, less));
        const more = { ...less, metadata: { user: "someone" } };
        expect(measureRequest(WIRES.of(wire), more, measure)).toBe(tokensOf(wire, more));
        expect(measureRequest(WIRES.of(wire), { ...more, metadata: undefined, extra: 1 }, measure)).toBe(
          tokensOf(wire, { ...more, metadata: undefined, extra: 1 }),
        );
      }),
      { numRuns: 100 },
    );
  });

  it("measures each message once", () => {
    const one = makeCase("openai-chat", 1, 6);
    const wire = WIRES.of(one.wire);
    const plain = tokenMeasure(wire, "estimate");
    let measured = 0;
    const ofMessage = (message: unknown) => {
      measured++;
      return plain.ofMessage(message);
    };
    const measure = remembering(wire, { ...plain, ofMessage });
    const before = measureRequest(wire, one.request, measure);
    expect(measureRequest(wire, { ...one.request }, measure)).toBe(before);
    expect(measured).toBe(listOf(one, one.request).length);
  });
});

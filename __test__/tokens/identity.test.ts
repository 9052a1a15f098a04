import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createBaselineTokens } from "../../ts/baseline/tokens.js";
import { TOKEN_BEGINNINGS } from "../../ts/estimate/token-beginnings.js";
import { weightsOf } from "../../ts/estimate/weights.js";
import { createNativeTokens } from "../../ts/native/tokens.js";
import { describeNative } from "../support/native.js";
import { createRandom } from "../support/random.js";
import { ENCODINGS, makeBytes, makeUnicode } from "../support/tokens.js";

const CASES = 20_000;
const baseline = createBaselineTokens();

describeNative("the estimate is the same number", ({ addon }) => {
  const native = createNativeTokens(addon);
  const levels = ["scalar", "avx2", "avx512"].filter((level) => {
    try {
      addon.estimateOn(Buffer.from("x"), 0, level);
      return true;
    } catch {
      return false;
    }
  });

  it(`for ${CASES} random bytes, on every instruction set and the baseline`, () => {
    const random = createRandom(1);
    for (let number = 0; number < CASES; number++) {
      const bytes = makeBytes(random);
      const code = number % 2;
      const encoding = ENCODINGS[code] ?? "o200k_base";
      const expected = baseline.tokens(bytes, { encoding, exact: false });
      const found = levels.map((level) => addon.estimateOn(bytes, code, level));
      if (found.some((tokens) => tokens !== expected)) expect({ bytes, found }).toEqual({ bytes, found: expected });
      if (native.tokens(bytes, { encoding, exact: false }) !== expected) expect(bytes).toBe(expected);
    }
    expect(levels).toContain("scalar");
  });

  it("is the same for random strings, whole or as bytes", () => {
    const random = createRandom(2);
    for (let number = 0; number < CASES / 4; number++) {
      const text = makeUnicode(random, random.below(120));
      const method = { encoding: ENCODINGS[number % 2] ?? "o200k_base", exact: false };
      const expected = baseline.tokens(text, method);
      const found = [native.tokens(text, method), native.tokens(Buffer.from(text), method)];
      if (found.some((tokens) => tokens !== expected)) expect({ text, found }).toEqual({ text, found: expected });
    }
  });

  it("is the same for strings longer than one encoding step of the baseline, with pairs at the seam", () => {
    for (const before of [16_382, 16_383, 16_384, 32_767]) {
      const text = `${"x".repeat(before)}😀é语${"y".repeat(20_000)}\ud83d`;
      const method = { encoding: "o200k_base", exact: false } as const;
      expect(native.tokens(text, method)).toBe(baseline.tokens(text, method));
      expect(native.tokens(Buffer.from(text), method)).toBe(baseline.tokens(text, method));
    }
  });

  it("is the same weight under each version of a policy", () => {
    const random = createRandom(3);
    for (let number = 0; number < 2_000; number++) {
      const text = makeUnicode(random, random.below(120));
      const encoding = ENCODINGS[number % 2] ?? "o200k_base";
      for (const version of [1, 2] as const) {
        expect(native.weigh(text, encoding, version)).toBe(baseline.weigh(text, encoding, version));
      }
    }
    const long = "слово и word 语言 ".repeat(4_000);
    expect(native.weigh(long, "o200k_base", 1)).toBe(baseline.weigh(long, "o200k_base", 1));
    expect(native.weigh(long, "o200k_base", 2)).toBe(baseline.weigh(long, "o200k_base", 2));
    expect(native.weigh(long, "o200k_base", 1)).not.toBe(native.weigh(long, "o200k_base", 2));
  });

  it("is the same whatever the memory's alignment", () => {
    const memory = Buffer.from("const answer = 42; // é語😀\n".repeat(20));
    for (let start = 0; start < 70; start++) {
      const text = memory.subarray(start);
      expect(native.tokens(text, { encoding: "o200k_base", exact: false })).toBe(
        baseline.tokens(text, { encoding: "o200k_base", exact: false }),
      );
    }
  });
});

describe("the weights", () => {
  it.each(ENCODINGS)("has the same weights of %s in both backends' files", (encoding) => {
    const committed = readFileSync(new URL(`../../crates/tokens/weights/${encoding}-1.bin`, import.meta.url));
    expect(Buffer.from(weightsOf(encoding).buffer).equals(committed)).toBe(true);
  });

  it.each(ENCODINGS)("has the same beginnings of tokens of %s in both backends' files", (encoding) => {
    const committed = readFileSync(new URL(`../../crates/tokens/weights/${encoding}-beginnings.bin`, import.meta.url));
    expect(inflateRawSync(Buffer.from(TOKEN_BEGINNINGS[encoding], "base64")).equals(committed)).toBe(true);
  });

  it("does not change the weights, because version 1 of a policy pins them", () => {
    const text = "The quick brown fox jumps over the lazy dog. const x = await read('file.ts'); 语言 Привет 😀\n";
    const weighed = (version: 1 | 2) =>
      ENCODINGS.map((encoding) => Math.round(baseline.weigh(text.repeat(10), encoding, version) / 1024));
    expect(weighed(1)).toEqual([257, 289]);
    expect(weighed(2)).toEqual([265, 291]);
  });
});

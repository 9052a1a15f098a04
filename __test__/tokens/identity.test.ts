import { describe, expect, it } from "vitest";
import { createRandom } from "../support/random.js";
import { ENCODINGS, makeUnicode, tokenBackends } from "../support/tokens.js";

const CASES = 5_000;

describe("the estimate is the same number on native and on WebAssembly", () => {
  const everyTokens = (text: string | Uint8Array, encoding: (typeof ENCODINGS)[number] = "o200k_base") =>
    tokenBackends.map(([, backend]) => backend.tokens(text, { encoding, exact: false }));
  const allSame = (numbers: readonly number[], text: string) => {
    if (numbers.some((number) => number !== numbers[0])) expect({ text, numbers }).toBe("one number");
  };

  it("for random strings, whole or as bytes", () => {
    const random = createRandom(2);
    for (let number = 0; number < CASES; number++) {
      const text = makeUnicode(random, random.below(120));
      const encoding = ENCODINGS[number % 2] ?? "o200k_base";
      allSame([...everyTokens(text, encoding), ...everyTokens(Buffer.from(text), encoding)], text);
    }
  });

  it("for long strings, with pairs at the seams", () => {
    for (const before of [16_382, 16_383, 16_384, 32_767]) {
      const text = `${"x".repeat(before)}😀é语${"y".repeat(20_000)}\ud83d`;
      allSame([...everyTokens(text), ...everyTokens(Buffer.from(text))], text);
    }
  });

  it("as a weight, before it is rounded", () => {
    const random = createRandom(3);
    const weights = (text: string, encoding: (typeof ENCODINGS)[number]) =>
      tokenBackends.map(([, backend]) => backend.weigh(text, encoding));
    for (let number = 0; number < 2_000; number++) {
      const text = makeUnicode(random, random.below(120));
      allSame(weights(text, ENCODINGS[number % 2] ?? "o200k_base"), text);
    }
    const long = "слово и word 语言 ".repeat(4_000);
    allSame(weights(long, "o200k_base"), long);
  });
});

describe.each(tokenBackends)("the weights of %s", (_, backend) => {
  it("do not change, because decisions are made with them", () => {
    const text = "The quick brown fox jumps over the lazy dog. const x = await read('file.ts'); 语言 Привет 😀\n";
    const weighed = ENCODINGS.map((encoding) => Math.round(backend.weigh(text.repeat(10), encoding) / 1024));
    expect(weighed).toEqual([265, 291]);
  });
});

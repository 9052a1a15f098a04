import { readdirSync, readFileSync } from "node:fs";
import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import type { Encoding } from "../../ts/contract/token-backend.js";
import { createNativeTokens } from "../../ts/native/tokens.js";
import { describeNative } from "../support/native.js";
import { createRandom } from "../support/random.js";
import { recordedTexts } from "../support/recorded-texts.js";
import { ENCODINGS, makeBytes, makeUnicode, tokenBackends } from "../support/tokens.js";

const OPTIONS = { disallowedSpecial: new Set<string>() };
const COUNT = { o200k_base: countO200k, cl100k_base: countCl100k };
/** What gpt-tokenizer counts, after lone surrogates have become U+FFFD. */
const expected = (text: string, encoding: Encoding) => COUNT[encoding](Buffer.from(text).toString(), OPTIONS);

/**
 * Letters, marks and digits of Unicode 17, which newer versions of Node know and the crate's tables, of Unicode 16, do
 * not: gpt-tokenizer splits there as the Node it runs on.
 */
const UNICODE_17: readonly (readonly [first: number, last: number])[] = [
  ...[0x88f, 0xc5c, 0xcdc, 0xa7f1, 0x18cff].map((code) => [code, code] as const),
  [0x1acf, 0x1aff],
  [0xa7ce, 0xa7d5],
  [0x10940, 0x1095f],
  [0x10ec5, 0x10eff],
  [0x11b60, 0x11b67],
  [0x11db0, 0x11def],
  [0x16ea0, 0x16eff],
  [0x18d09, 0x18dff],
  [0x1e6c0, 0x1e6ff],
  [0x323b0, 0x3347f],
];
const isNew = (char: string): boolean => {
  const code = char.codePointAt(0) ?? 0;
  return UNICODE_17.some(([first, last]) => code >= first && code <= last);
};

/** Without those, and without U+FEFF, which is white space in JavaScript's regular expressions but not in OpenAI's. */
const comparable = (text: string): string =>
  Array.from(text, (char) => (char === "\ufeff" || /\p{Cn}/u.test(char) || isNew(char) ? "" : char)).join("");

describeNative("the exact count", ({ addon }) => {
  const native = createNativeTokens(addon);
  const agrees = (text: string) => {
    for (const encoding of ENCODINGS) {
      const found = native.tokens(text, { encoding, exact: true });
      if (found !== expected(text, encoding))
        expect({ text, found }).toEqual({ text, found: expected(text, encoding) });
      const ofBytes = native.tokens(Buffer.from(text), { encoding, exact: true });
      if (ofBytes !== found) expect({ text, ofBytes }).toEqual({ text, ofBytes: found });
    }
  };

  it("equals gpt-tokenizer's count for random Unicode", () => {
    const random = createRandom(3);
    for (let number = 0; number < 4_000; number++) agrees(comparable(makeUnicode(random, random.below(60))));
  });

  it.each([
    ["nothing", ""],
    ["a special token's name", "<|endoftext|><|im_start|>user<|fim_prefix|>"],
    ["runs", `${"a".repeat(300)}${" ".repeat(300)}${"7".repeat(300)}${"\0".repeat(50)}${"=".repeat(200)}`],
    ["lone surrogates", "a\ud800b\udc00\ud83d"],
    ["line ends", "a\r\n\r\nb\n\n\n  c\t\td \n"],
    ["contractions", "don't I'M we'LL they've 's 'S ſ'ſ"],
  ])("equals gpt-tokenizer's count for %s", (_, text) => agrees(text));

  it("equals gpt-tokenizer's count for recorded texts", ({ skip }) => {
    if (recordedTexts === undefined) return skip("TAMIS_SHARED names no folder of recordings");
    const texts = recordedTexts({ every: 97 });
    expect(texts.length).toBeGreaterThan(100);
    texts.forEach(agrees);
  });

  it("equals gpt-tokenizer's count for the JSON corpora", () => {
    const folder = new URL("../fixtures/json-edge-messages/", import.meta.url);
    const files = readdirSync(folder);
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) agrees(comparable(readFileSync(new URL(file, folder)).toString()));
  });

  it.each([
    ["\ufefftext", 2, 2],
    ["a \ufeff b", 3, 3],
    ["x\ufeff\n\ufeff\ufeff y", 4, 5],
    ["\u0085\n a\u0085 b", 7, 7],
  ])("equals OpenAI's own tokens for %j", (text, o200k, cl100k) => {
    expect(native.tokens(text, { encoding: "o200k_base", exact: true })).toBe(o200k);
    expect(native.tokens(text, { encoding: "cl100k_base", exact: true })).toBe(cl100k);
  });

  it("counts invalid UTF-8 like TextDecoder's result", () => {
    const random = createRandom(4);
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    for (let number = 0; number < 1_000; number++) {
      const bytes = makeBytes(random);
      const decoded = decoder.decode(bytes);
      if (decoded !== comparable(decoded)) continue;
      const method = { encoding: ENCODINGS[number % 2] ?? "o200k_base", exact: true };
      expect(native.tokens(bytes, method)).toBe(expected(decoded, method.encoding));
    }
  });

  it("is nearly linear in a single run without a place to split", () => {
    for (const one of ["a", " ", "\0", "/", "é", "😀"]) {
      const time = (bytes: number) => {
        const text = Buffer.from(one.repeat(bytes / Buffer.byteLength(one)));
        const startedAt = process.cpuUsage().user;
        native.tokens(text, { encoding: "o200k_base", exact: true });
        return process.cpuUsage().user - startedAt;
      };
      // The best of three, three times: what else the machine does lengthens some of them.
      const best = (bytes: number) => Math.min(time(bytes), time(bytes), time(bytes));
      const growth = () => best(1 << 18) / Math.max(best(1 << 15), 200);
      time(1 << 12);
      // Quadratic would be 64.
      expect(Math.min(growth(), growth(), growth())).toBeLessThan(24);
    }
  });
});

describe("native and WebAssembly count the same", () => {
  it.each(tokenBackends)("%s", (_, backend) => {
    const random = createRandom(5);
    for (let number = 0; number < 200; number++) {
      const text = comparable(makeUnicode(random, 30));
      expect(backend.tokens(text, { encoding: "cl100k_base", exact: true })).toBe(expected(text, "cl100k_base"));
      expect(backend.tokens(Buffer.from(text), { encoding: "o200k_base", exact: true })).toBe(
        expected(text, "o200k_base"),
      );
    }
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isErrorLine } from "../../ts/text/error-line.js";
import { compilePatterns, looksLikeError, looksLikeSeedError } from "../../ts/text/error-signs.js";
import signs from "../fixtures/error-signs.json" with { type: "json" };

const LIBRARY: [text: string, error: boolean][] = [
  ["", false],
  ["error", true],
  ["Error", true],
  ["fatality", true],
  ["panicked", true],
  ["no error", false],
  ["x\nerror", true],
  ["x\n\nerror", true],
  ["TypeError: x", true],
  ["TypeError : x", false],
  ["TypeError", false],
  ["a.b.C_2Exception: x", true],
  ["_error: x", true],
  ["Exception: x", false],
  ["1error: x", false],
  ["Typeerrors: x", false],
  ["Type-Error: x", false],
  ["ÀError: x", false],
  ["\u017ferror: x", false],
  ["Traceback (most recent call last)", true],
  ["Traceback", false],
  ["{}", false],
  ['{"error":1}', true],
  ['{"error":""}', false],
  ['{"Error":1}', false],
  ['{"status":"error"}', true],
  ["[]", false],
  ['[{"error":1}]', true],
  ['[{"error":null},{"status":"error"}]', true],
  ['\ufeff{"error":1}', false],
  ['{"error":1', false],
  ['{"__proto__":{"error":1}}', false],
  ['{"toString":1}', false],
];

const SEED: [text: string, error: boolean][] = [
  ["TRACEBACK", true],
  ["an exception", true],
  ["Error", true],
  ["x\nerror", true],
  ["an error", false],
  ['x "ERROR" x', true],
  ["Timeout", true],
  ["CONNECT_ERROR", true],
  ["connection Refused", true],
  ["connection\nrefused", false],
  ['{"e\\u0072ror":false}', true],
  ['{"status":"\\u0065rror"}', true],
  [' {"status":"\\u0065rror"}', false],
  ['{"x":{"e\\u0072ror":1}}', false],
  ["fatal", false],
];

/** Which lines are looked at, written the obvious way: every line, with its place. */
function naiveErrorLine(text: string): boolean {
  let start = 0;
  return text.split("\n").some((line) => {
    const at = start;
    start += line.length + 1;
    const near = at < 500 || at >= text.length - 500;
    return near && isErrorLine(line.slice(0, 200));
  });
}

describe("looksLikeError", () => {
  it.each(LIBRARY)("%j: %s", (text, error) => expect(looksLikeError(text)).toBe(error));

  it.each([...signs.errorLines, ...signs.errorTexts])("finds the error in %j", (text) => {
    expect(looksLikeError(text)).toBe(true);
  });

  it.each([...signs.otherLines, ...signs.otherTexts])("finds no error in %j", (text) => {
    expect(looksLikeError(text)).toBe(false);
  });

  it.each([
    [`a.c:3:5: ${"x".repeat(183)}: error:`, true],
    [`a.c:3:5: ${"x".repeat(184)}: error:`, false],
  ])("looks at the first 200 chars of a line: %#", (line, error) => expect(looksLikeError(line)).toBe(error));

  it("takes up to 8 chars between what names an exit code and the code", () => {
    const exit = (blanks: number) => looksLikeError(`exit code${" ".repeat(blanks)}1`);
    expect([exit(8), exit(9)]).toEqual([true, false]);
  });

  it("agrees with the naive version", () => {
    const piece = fc.constantFrom(
      "\n",
      "error",
      "aError:",
      "exit code: ",
      "1",
      "0",
      "a.c:3:5: error: ",
      "x".repeat(240),
      "y".repeat(19),
      "panic",
      ":",
      "A_.Exception: ",
      "z",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 14 }).map((p) => p.join("")),
        (text) => {
          expect(looksLikeError(text)).toBe(naiveErrorLine(text));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each(["a.", "error", ": error", " ", "1", "exit "])("is linear in %j, repeated", (text) => {
    const started = performance.now();
    looksLikeError(text.repeat(2_000_000));
    looksLikeError(`${text}\n`.repeat(500_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("looksLikeSeedError", () => {
  it.each(SEED)("%j: %s", (text, error) => expect(looksLikeSeedError(text)).toBe(error));
});

describe("compilePatterns", () => {
  it("is undefined for no patterns", () => expect(compilePatterns([])).toBeUndefined());

  it("reads every char literally", () => {
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(text, text, text, (before, pattern, after) => {
        expect(compilePatterns([pattern])?.test(before + pattern + after)).toBe(true);
        expect(compilePatterns([{ text: pattern, at: "line" }])?.test(`${before}\n${pattern}`)).toBe(true);
      }),
    );
  });

  it("agrees with a search in ASCII lower case", () => {
    const lower = (text: string) => text.replace(/[A-Z]/g, (c) => c.toLowerCase());
    const text = fc.string({ unit: fc.constantFrom("a", "A", "b", "é", "É", "\u212a", "k", "."), maxLength: 6 });
    fc.assert(
      fc.property(text, text, (pattern, content) => {
        fc.pre(pattern !== "");
        expect(compilePatterns([pattern])?.test(content)).toBe(lower(content).includes(lower(pattern)));
      }),
      { numRuns: 1_000 },
    );
  });
});

// What a replay asks the addon of single texts is what the baseline finds.
import fc from "fast-check";
import { expect, it } from "vitest";
import { KnownForms, shortenText } from "../../ts/arrival/chain.js";
import { type ArrivalSettings, NO_ARRIVAL } from "../../ts/arrival/settings.js";
import { KnownWords } from "../../ts/digest/known-words.js";
import { createNativeTexts } from "../../ts/native/texts.js";
import { cases, timeLimit } from "../support/cases.js";
import { describeNative } from "../support/native.js";

const word = fc.constantFrom(
  ...[
    "src/a.ts",
    "parseBody",
    "4096",
    "plain",
    "Capital",
    "password=x_1",
    "x_1",
    "api_key: src/a.ts",
    "é_1",
    "字src/b.ts",
  ],
  ...["😀 a_b", "\ud800", "\ud800x_2", "AKIA1234567890ABCDEF", "--flag", "//x/y.z", `${"long_".repeat(50)}`, "\u0000"],
);
const words = fc.array(word, { maxLength: 60 }).map((list) => list.join(" "));
const output = fc.oneof(
  words,
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.tuple(words, fc.integer({ min: 1, max: 12 })).map(([line, count]) => `a\n${`${line}\n`.repeat(count)}b`),
  fc.jsonValue().map((value) => JSON.stringify(value, null, 2)),
  fc.array(fc.stringMatching(/^src\/[a-c]\.ts:[1-9]:x$/), { minLength: 4 }).map((lines) => lines.join("\n")),
  fc
    .array(fc.constantFrom("\u001b[31mred\u001b[0m", "10 %\r20 %\rdone", "", "é  ", "\ud800"), { minLength: 3 })
    .map((lines) => lines.join("\n")),
  fc
    .integer({ min: 1, max: 30 })
    .map((lines) => Array.from({ length: lines }, (_, at) => `${`${at + 1}`.padStart(6)}→x`).join("\n")),
);
const settings: fc.Arbitrary<ArrivalSettings> = fc.record({
  ...{ terminal: fc.boolean(), json: fc.boolean(), paths: fc.boolean(), repeats: fc.boolean(), similar: fc.boolean() },
  lineNumbers: fc.constantFrom(false as const, "padding" as const, "tenth" as const),
  longLines: fc.constantFrom(null, 200),
  clip: fc.constantFrom(null, 400),
  dedupe: fc.constant(false as const),
});

describeNative("texts that a replay reads", ({ addon }) => {
  const native = createNativeTexts(addon);

  it("have the same words in the same order", { timeout: timeLimit(60_000) }, () => {
    fc.assert(
      fc.property(fc.array(output, { minLength: 1, maxLength: 4 }), (texts) => {
        const [known, own] = [new KnownWords(native), new KnownWords()];
        for (const text of texts) {
          const listed = ({ ranked, noted }: { ranked: KnownWords; noted: KnownWords }) => [
            Array.from(ranked.ranked(text), (one) => [one.word, one.rank]),
            Array.from(noted.noted(text), (one) => one.word),
          ];
          expect(listed({ ranked: known, noted: known })).toEqual(listed({ ranked: own, noted: own }));
        }
      }),
      { numRuns: cases(1000) },
    );
  });

  it("have words beyond the room for usual texts", () => {
    const text = Array.from({ length: 9000 }, (_, at) => `part_${at}`).join(" ");
    expect([...new KnownWords(native).ranked(text)].length).toBe(9000);
    expect([...new KnownWords(native).ranked(text)].at(-1)).toMatchObject({ word: "part_8999", rank: 1 });
  });

  it("have the same smaller form", { timeout: timeLimit(60_000) }, () => {
    fc.assert(
      fc.property(output, settings, fc.boolean(), fc.boolean(), (text, kinds, isFile, loses) => {
        const arriving = { isFile, mayLose: () => loses };
        const own = shortenText(text, arriving, kinds);
        expect(shortenText(text, arriving, kinds, new KnownForms(native))).toEqual(own);
        expect(shortenText(text, arriving, { ...NO_ARRIVAL, ...kinds }, new KnownForms())).toEqual(own);
      }),
      { numRuns: cases(2000) },
    );
  });
});

import { expect, it } from "vitest";
import { createNative } from "../../ts/native/backend.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { everyTurn } from "../support/every-turn.js";
import { describeNative } from "../support/native.js";
import { bodyOf, turnJson } from "./build.js";

/** Two blocks of 64 bytes and a few more, so that every seam falls on every byte of a text. */
const OFFSETS = Array.from({ length: 2 * 64 + 3 }, (_, offset) => offset);
const DEFAULTS = resolvePolicy(everyTurn({}));

/** One char, or a pair, in every spelling, repeated and among other chars. */
const UNITS = [
  '\\"',
  "\\\\",
  "\\n",
  "\\u0041",
  "\\uD83D\\uDE00",
  "\\ud800",
  "é",
  "漢",
  "😀",
  'a\\"',
  "ab\\\\",
  "abc\\u00e9",
  "a😀é",
];

describeNative("texts that lie across the blocks of the scan", ({ addon, levels }) => {
  it.each(levels)("reads the same chars as JSON.parse: %s", (level) => {
    const backend = createNative(addon, level);
    for (const unit of UNITS) {
      for (const json of [unit, unit.repeat(11), unit.repeat(70)]) {
        const chars = (JSON.parse(`"${json}"`) as string).length;
        for (const offset of OFFSETS) {
          const body = bodyOf([`"${"p".repeat(offset)}"`, turnJson("a", json)]);
          const { report } = backend.reduceBody(body, DEFAULTS, { explain: true, tokens: true });
          const seen = [report.decisions[0]?.charsBefore, report.chars?.before];
          if (seen[0] !== chars || seen[1] !== chars + 2) {
            expect.fail(`${json.slice(0, 20)} (${chars} chars) at offset ${offset}: ${seen}`);
          }
        }
      }
    }
  });
});

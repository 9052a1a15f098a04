// Placeholders and pointers in every recorded request: no dearer than what they replace, and no parts of words in them.
import { countTokens, isWithinTokenLimit } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { nativeBackend } from "../support/native.js";
import { readRecording, recordings } from "../support/recordings.js";

if (recordings === undefined)
  console.log("stand-ins in recordings: skipped, TAMIS_SHARED names no folder with recordings");

const PLACEHOLDER = /^(\[old (?:result|error) left out: \d+ chars)(?:; mentions: ([^;\]\n]*))?\]$/;
const FACT = /^(?:lines \d+-\d+|base64 of \d+ KB|\S+ data URL of \d+ KB|binary text)$/;

it.runIf(recordings !== undefined)(
  "stand-ins in recordings are cheaper than their texts and name whole words",
  () => {
    const backend = nativeBackend();
    const policy = resolvePolicy({ cache: { strategy: "every-turn" } });
    const found = { placeholders: 0, words: 0, pointers: 0 };
    for (const recording of recordings ?? []) {
      const body = readRecording(recording);
      const { edits } = backend.planBody(body, policy, { wire: recording.wire });
      for (const { span, replacement } of edits) {
        const text = textOf(JSON.parse(replacement === "" ? '""' : replacement));
        const before = span === undefined ? "" : body.subarray(span.start, span.end).toString();
        const [, frame = "", words = ""] = PLACEHOLDER.exec(text) ?? [];
        if (text.startsWith("[see above: ") && !text.includes("\n")) {
          found.pointers++;
          expect(isWithinTokenLimit(before, countTokens(text)), text).toBe(false);
        }
        if (frame === "") continue;
        found.placeholders++;
        expect(countTokens(`${frame}]`), text).toBeLessThanOrEqual(12);
        expect(isWithinTokenLimit(before, countTokens(text)), text).toBe(false);
        for (const word of words.split(", ").filter((one) => one !== "" && !FACT.test(one))) {
          found.words++;
          expect(word, text).not.toMatch(/^\.{3}|\.{3}$|u00[0-9a-f]{2}|[A-Za-z0-9+]{60}/);
        }
      }
    }
    expect(found.placeholders).toBeGreaterThan(3_000);
    expect(found.words).toBeGreaterThan(50_000);
    expect(found.pointers).toBeGreaterThan(100);
  },
  120_000,
);

/** The text of a value that replaces another: a string, or an object with one. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const [only] = typeof value === "object" && value !== null ? Object.values(value) : [];
  return typeof only === "string" ? only : "";
}

// Clips of long texts. The native backend's tests read the same fixtures.
import { describe, expect, it } from "vitest";
import { type ClipSettings, shortenClip } from "../../ts/arrival/clip.js";
import { noteWords } from "../../ts/digest/digest.js";
import { isErrorLine, LINE_CHARS } from "../../ts/text/error-line.js";
import { type Generated, generatedTexts, hashOfOutputs, readFixture } from "../support/generated-texts.js";

interface Example {
  name: string;
  text: string;
  maxChars: number;
  original: string | null;
  digest: [maxWords: number, maxChars: number] | null;
  seen: string;
  out: string | null;
}

const { examples, generated } = readFixture<{ examples: Example[]; generated: Generated }>("arrival-clip.json");
const limits = ([maxWords, maxChars]: [number, number]) => ({ maxWords, maxChars });
const SETTINGS: ClipSettings = { maxChars: 400, original: "/x/1.txt", digest: limits([4, 40]) };

describe("a clip", () => {
  it.each(examples)("$name", ({ text, maxChars, original, digest, seen, out }) => {
    const words = new Set<string>();
    noteWords(seen, words);
    const settings = {
      maxChars,
      ...(original === null ? {} : { original }),
      ...(digest === null ? {} : { digest: limits(digest) }),
    };
    expect(shortenClip(text, settings, (word) => words.has(word)) ?? null).toBe(out);
  });

  it("gives the same bytes as the native backend for generated texts", () => {
    expect(hashOfOutputs(generated, (text) => shortenClip(text, SETTINGS))).toBe(generated.hash);
  });

  const clips = generatedTexts(generated).flatMap((text) => {
    const clipped = shortenClip(text, SETTINGS);
    return clipped === undefined ? [] : [{ text, clipped }];
  });

  it("is made of many generated texts", () => {
    expect(clips.length).toBeGreaterThan(500);
  });

  it("keeps every error line", () => {
    for (const { text, clipped } of clips) {
      const kept = new Set(clipped.split("\n"));
      for (const line of text.split("\n")) {
        if (isErrorLine(line.slice(0, LINE_CHARS)))
          expect(
            [...kept].some((one) => one !== "" && line.startsWith(one)),
            line,
          ).toBe(true);
      }
    }
  });

  it("counts what is left out", () => {
    let counted = 0;
    for (const { text, clipped } of clips) {
      const [mark = "", leftOut] = /^\[clipped — ([0-9]+) .*\]$/m.exec(clipped) ?? [];
      const [head = "", rest = ""] = clipped.split(`${mark}\n`);
      const lines = Number(/its ([0-9]+) error lines/.exec(mark)?.[1] ?? (mark.includes("its error line") ? 1 : 0));
      const errors = rest.split("\n").slice(0, lines);
      const tail = rest.split("\n").slice(lines).join("\n");
      // A tail that begins within an error line repeats a part of it.
      if (!text.endsWith(`\n${tail}`)) continue;
      counted++;
      const kept = head.length + errors.join("").length + tail.length - (text.startsWith(head) ? 0 : 1);
      expect(kept + Number(leftOut)).toBe(text.length);
    }
    expect(counted).toBeGreaterThan(500);
  });

  it("is within the limit but for error lines, shorter, and final", () => {
    for (const { text, clipped } of clips) {
      const errors = clipped.split("\n").filter(isErrorLine).join("\n");
      expect(clipped.length - errors.length).toBeLessThanOrEqual(SETTINGS.maxChars);
      expect(Buffer.byteLength(clipped)).toBeLessThan(Buffer.byteLength(text));
      expect(shortenClip(clipped, SETTINGS)).toBeUndefined();
    }
  });

  it("leaves texts with half a surrogate pair", () => {
    for (const { text } of clips.slice(0, 100)) expect(shortenClip(`${text}\ud800`, SETTINGS)).toBeUndefined();
  });

  it("reads long repetitions at once", { timeout: 60_000 }, () => {
    for (const part of ["a", "\n", "error: x\n", "src/a.ts ", "-", "a.", "😀"])
      shortenClip(part.repeat(60_000), SETTINGS);
  });
});

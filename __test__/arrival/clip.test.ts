// Clips of long texts: what they keep, and what they say of the rest.
import fc from "fast-check";
import { expect, it } from "vitest";
import { isErrorLine, LINE_CHARS } from "../../ts/text/error-line.js";
import { describeKind } from "../support/arrival-suite.js";
import { type Generated, generatedTexts, readFixture } from "../support/generated-texts.js";

/** More than the words take that a clip names, so that a clip is within the limit. */
const MAX_CHARS = 2_000;
const { generated } = readFixture<{ generated: Generated }>("arrival-clip.json");
/** Without the mark of a clip, because a text that has it stays. */
const parts = generated.parts.filter((part) => !part.startsWith("[clipped"));
const TEXTS = generatedTexts({ ...generated, parts, count: 500, most: 250 });

describeKind("clip", { clip: MAX_CHARS }, fc.constantFrom(...TEXTS), (shorten) => {
  const clips = TEXTS.flatMap((text) => {
    const clipped = shorten(text);
    return clipped === undefined ? [] : [{ text, clipped }];
  });

  it("is made of many generated texts", () => {
    expect(clips.length).toBeGreaterThan(200);
  });

  it("keeps every error line", () => {
    for (const { text, clipped } of clips) {
      const kept = [...new Set(clipped.split("\n"))].filter((one) => one !== "");
      const errors = text.split("\n").filter((line) => isErrorLine(line.slice(0, LINE_CHARS)));
      for (const line of errors) if (!kept.some((one) => line.startsWith(one))) expect(kept).toContain(line);
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
    expect(counted).toBeGreaterThan(100);
  });

  it("is within the limit but for error lines", () => {
    for (const { clipped } of clips) {
      const errors = clipped.split("\n").filter(isErrorLine).join("\n");
      expect(clipped.length - errors.length).toBeLessThanOrEqual(MAX_CHARS);
    }
  });
});

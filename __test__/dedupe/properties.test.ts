import { describe, expect, it } from "vitest";
import { Repeats } from "../../ts/dedupe/render.js";
import { restoreRepeats } from "../../ts/dedupe/restore.js";
import { cases } from "../support/cases.js";
import { makeRepeatCase, type RepeatCase, renderCase, sentTexts } from "../support/repeats.js";

const made = Array.from({ length: cases(2_000) }, (_, seed) => {
  const given = makeRepeatCase(seed);
  const rendered = renderCase(given);
  return { given, rendered, sent: sentTexts(given, rendered) };
});
const shown = (given: RepeatCase) => JSON.stringify(given, null, 1);

describe("results with pointers, for generated conversations", () => {
  it("are found in most of them, of every kind", () => {
    const kinds = new Map<string, number>();
    for (const { rendered } of made) {
      for (const { type, lines } of rendered.flatMap((one) => one?.references ?? [])) {
        const kind = `${type}${lines === undefined ? "" : " lines"}${lines?.isRenumbered ? " renumbered" : ""}`;
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
    }
    for (const kind of ["file", "tool_result", "file lines", "output lines", "output lines renumbered"]) {
      expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(4);
    }
  });

  it("restore to the original bytes", () => {
    for (const { given, rendered, sent } of made) {
      const restored = restoreRepeats(sent.map((text, index) => ({ text, references: rendered[index]?.references })));
      rendered.forEach((one, index) => {
        if (one !== undefined) expect(restored[index], shown(given)).toBe(given.results[index]?.text);
      });
    }
  });

  it("point only to visible text that no pointer replaced", () => {
    for (const { given, rendered, sent } of made) {
      rendered.forEach((one, index) => {
        for (const { source, lines } of one?.references ?? []) {
          const target = sent[source]?.split("\n");
          const range = lines ?? { from: 0, count: target?.length ?? 0 };
          const pointers = rendered[source]?.references.map((reference) => reference.lines?.at ?? 0) ?? [];
          const isVisible = target !== undefined && range.from + range.count <= target.length;
          const isInOrder = given.keep === "first" ? source < index : source > index;
          const isOriginal = pointers.every((at) => at < range.from || at >= range.from + range.count);
          if (!(isVisible && isInOrder && isOriginal)) expect.fail(shown(given));
        }
      });
    }
  });

  it("are shorter in chars and bytes", () => {
    for (const { given, rendered } of made) {
      rendered.forEach((one, index) => {
        const before = given.results[index]?.text ?? "";
        if (one === undefined) return;
        expect(one.text.length).toBeLessThan(before.length);
        expect(Buffer.byteLength(one.text)).toBeLessThan(Buffer.byteLength(before));
      });
    }
  });

  it("are the same whatever is appended", () => {
    for (const { given, rendered } of made) {
      if (given.keep === "newest") continue;
      for (let count = 1; count < given.results.length; count++) {
        const cut = renderCase({ ...given, results: given.results.slice(0, count) });
        expect(cut, shown(given)).toEqual(rendered.slice(0, count));
      }
    }
  });

  it("stay as they are when they are rendered again", () => {
    for (const { given, sent } of made) {
      const results = given.results.map((result, index) => ({ ...result, text: sent[index] ?? "[masked]" }));
      const again = new Repeats(results).render((index) => given.masked[index] ?? false, given.keep);
      expect(
        again.filter((one) => one !== undefined),
        shown(given),
      ).toEqual([]);
    }
  });

  it("depend on nothing that a masked result says", () => {
    for (const { given, rendered } of made) {
      const results = given.results.map((one, index) => (given.masked[index] ? { ...one, text: "[masked]" } : one));
      expect(renderCase({ ...given, results }), shown(given)).toEqual(rendered);
    }
  });

  it("leave fixed results as they are", () => {
    for (const { given, rendered } of made) {
      const changed = rendered.flatMap((one, index) => (one === undefined ? [] : [given.results[index]]));
      expect(changed.filter((result) => result?.isFixed)).toEqual([]);
    }
  });
});

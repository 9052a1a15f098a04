// Pointers in the place of repeats, in generated conversations. The core's own tests have more of them.
import { describe, expect, it } from "vitest";
import { restoreRepeats } from "../../ts/condensation/lossless/references/restore-repeats.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { cases, timeLimit } from "../support/cases.js";
import { bothBackends } from "../support/native.js";
import { makeRepeatCase } from "../support/repeat-cases.js";
import { pointersAlone, renderResults } from "../support/repeats.js";

const EVERY_TURN: PolicyInput = { cache: { strategy: "every-turn" } };

describe.each(bothBackends())("results with pointers, for generated conversations, %s", (_, backend) => {
  const made = Array.from({ length: cases(500) }, (_, seed) => {
    const { results, keep } = makeRepeatCase(seed);
    // The newest can stay only where no turn's bytes matter.
    const policy: PolicyInput = keep === "newest" ? { ...pointersAlone(keep), ...EVERY_TURN } : pointersAlone(keep);
    const render = (some: Parameters<typeof renderResults>[1]) => renderResults(backend, some, policy);
    return { seed, keep, results, render, sent: render(results) };
  });

  it("have pointers of every kind", () => {
    const kinds = new Map<string, number>();
    for (const { type, lines } of made.flatMap(({ sent }) => sent.flatMap(({ references = [] }) => references))) {
      const kind = `${type}${lines === undefined ? "" : " lines"}${lines?.isRenumbered ? " renumbered" : ""}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    for (const kind of ["file", "tool_result", "file lines", "output lines", "output lines renumbered"]) {
      expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(4);
    }
  });

  it("come back byte for byte from their references", () => {
    for (const { seed, results, sent } of made) {
      const restored = restoreRepeats(sent);
      for (const [at, { text, references }] of sent.entries()) {
        expect(references === undefined ? text : restored[at], `seed ${seed}`).toBe(results[at]?.text);
      }
    }
  });

  it("point only to visible text that no pointer replaced", () => {
    for (const { seed, keep, sent } of made) {
      for (const [at, { references = [] }] of sent.entries()) {
        for (const { source, lines } of references) {
          const target = sent[source]?.text.split("\n") ?? [];
          const { from, count } = lines ?? { from: 0, count: target.length };
          const pointers = sent[source]?.references?.map((reference) => reference.lines?.at ?? 0) ?? [];
          const isInOrder = keep === "first" ? source < at : source > at;
          const isOriginal = pointers.every((pointer) => pointer < from || pointer >= from + count);
          expect([from + count <= target.length, isInOrder, isOriginal], `seed ${seed}`).toEqual([true, true, true]);
        }
      }
    }
  });

  it("are shorter in chars and bytes", () => {
    for (const { seed, results, sent } of made) {
      for (const [at, { text, references }] of sent.entries()) {
        const before = results[at]?.text ?? "";
        if (references === undefined) continue;
        expect(text.length, `seed ${seed}`).toBeLessThan(before.length);
        expect(Buffer.byteLength(text), `seed ${seed}`).toBeLessThan(Buffer.byteLength(before));
      }
    }
  });

  it(
    "are the same whatever is appended",
    () => {
      for (const { seed, keep, results, render, sent } of made) {
        if (keep === "newest") continue;
        for (let count = 1; count < results.length; count++) {
          expect(render(results.slice(0, count)), `seed ${seed}`).toEqual(sent.slice(0, count));
        }
      }
    },
    timeLimit(30_000),
  );

  it("stay as they are when they come back", () => {
    for (const { seed, results, render, sent } of made) {
      const texts = sent.map(({ text }) => text);
      const again = render(results.map((result, at) => ({ ...result, text: texts[at] ?? "" })));
      expect(
        again.map(({ text }) => text),
        `seed ${seed}`,
      ).toEqual(texts);
    }
  });
});

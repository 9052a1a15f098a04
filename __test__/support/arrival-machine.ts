import { describe, expect, it } from "vitest";
import { type Generated, generatedTexts, hashOfOutputs, readFixture } from "./generated-texts.js";

/** A file of fixtures for a machine without settings. */
export interface MachineFixtures {
  /** Texts, and what the machine makes of them; null if it leaves them. */
  examples: { name: string; text: string; out: string | null }[];
  generated: Generated;
}

/** Texts of which a machine that goes back and forth would make much. */
const LONG = ["a", "\n", "[", '{"a":', "/", "a/b\n", "a/b:1:x\n", "error: x\n", "\\", '"', " ", "x/", "é", "😀"];
const LONG_CHARS = 1_000_000;

/** Holds a machine to its fixtures, and to the rules of every machine. Returns the fixtures. */
export function describeMachine(kind: string, shorten: (text: string) => string | undefined): MachineFixtures {
  const fixtures = readFixture<MachineFixtures>(`arrival-${kind}.json`);
  const texts = [...fixtures.examples.map(({ text }) => text), ...generatedTexts(fixtures.generated)];

  describe(`${kind} at arrival`, () => {
    it.each(fixtures.examples)("$name", ({ text, out }) => {
      expect(shorten(text) ?? null).toBe(out);
    });

    it("gives the same bytes as the native backend for generated texts", () => {
      expect(hashOfOutputs(fixtures.generated, shorten)).toBe(fixtures.generated.hash);
    });

    it("makes a text shorter in chars and bytes, or leaves it", () => {
      for (const text of texts) {
        const output = shorten(text);
        if (output === undefined) continue;
        expect(output.length).toBeLessThan(text.length);
        expect(Buffer.byteLength(output)).toBeLessThan(Buffer.byteLength(text));
      }
    });

    it("changes nothing of what it has made", () => {
      for (const text of texts) {
        const output = shorten(text);
        if (output !== undefined) expect(shorten(output)).toBeUndefined();
      }
    });

    it("leaves texts with half a surrogate pair", () => {
      for (const text of texts.slice(0, 300)) expect(shorten(`${text}\ud800`)).toBeUndefined();
    });

    it("reads long repetitions at once", { timeout: 60_000 }, () => {
      for (const part of LONG) shorten(part.repeat(LONG_CHARS / part.length));
    });
  });
  return fixtures;
}

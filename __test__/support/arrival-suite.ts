import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Backend } from "../../ts/contract/backend.js";
import { policyOf, type SettingsInput } from "../../ts/policy/policy.js";
import { bothBackends } from "./native.js";

// What a policy with one kind of reduction at arrival sends of a tool's output, by both builds of the core.

type ArrivalKind = "line-numbers" | "long-lines" | "repeats" | "similar" | "terminal";

/** What is sent of a text; undefined where it stays. */
export type Shorten = (text: string) => string | undefined;

/** Settings that leave everything alone but what `arrival` turns on. */
const nothingBut = (arrival: SettingsInput["arrival"]) => policyOf({ preset: "none", arrival });

/** Makes of a tool's output what a request sends of it. `call` tells whether it is a file's text. */
export function shortenBy(
  backend: Backend,
  arrival: NonNullable<SettingsInput["arrival"]>,
  call: { name: string; input: object } = { name: "bash", input: { command: "make" } },
): Shorten {
  const policy = nothingBut(arrival);
  const use = { type: "tool_use", id: "a", ...call };
  return (text) => {
    const result = { type: "tool_result", tool_use_id: "a", content: text, is_error: false };
    const messages = [
      { role: "user", content: "go" },
      { role: "assistant", content: [use] },
      { role: "user", content: [result] },
    ];
    const body = Buffer.from(JSON.stringify({ max_tokens: 1, messages }));
    const [edit] = backend.planBody(body, policy, { wire: "anthropic" }).edits;
    return edit === undefined ? undefined : (JSON.parse(edit.replacement) as string);
  };
}

/** A kind's properties on both builds: what it makes is shorter, and final. More cases get the same `shorten`. */
export function describeKind(
  title: string,
  arrival: NonNullable<SettingsInput["arrival"]>,
  texts: fc.Arbitrary<string>,
  more: (shorten: Shorten, backend: Backend) => void,
): void {
  describe.each(bothBackends())(`${title} at arrival, %s`, (_, backend) => {
    const shorten = shortenBy(backend, arrival);

    it("makes a text shorter in chars and bytes, once for good, and no text with half a surrogate pair", () => {
      let shortened = 0;
      const property = fc.property(texts, (text) => {
        const shorter = shorten(text);
        if (shorter === undefined) return;
        shortened++;
        expect(shorter.length).toBeLessThan(text.length);
        expect(Buffer.byteLength(shorter)).toBeLessThan(Buffer.byteLength(text));
        expect(shorten(shorter)).toBeUndefined();
        expect(shorten(`${text}\ud83d`)).toBeUndefined();
      });
      fc.assert(property, { numRuns: 600 });
      expect(shortened).toBeGreaterThan(10);
    });

    more(shorten, backend);
  });
}

/** A kind's texts and what each becomes; `option` is the kind's own setting. */
export interface FixtureCase {
  name?: string;
  text: string;
  option?: number;
  out: string | null;
}

/** Holds a kind to the texts of its fixture. */
export function holdsFixture(cases: readonly FixtureCase[], shortenFor: (option: number) => Shorten): void {
  it("makes of each text of the fixture what that says", () => {
    for (const { name, text, option = 0, out } of cases) {
      expect(shortenFor(option)(text) ?? null, name ?? JSON.stringify(text)).toBe(out);
    }
  });
}

/** Texts of the pieces of a kind's fixture, often many times in a row. */
export function textsFor(kind: ArrivalKind): fc.Arbitrary<string> {
  const file = new URL(`../fixtures/arrival-${kind}.json`, import.meta.url);
  const { generated } = JSON.parse(readFileSync(file, "utf8")) as { generated: { pieces: string[] } };
  const piece = fc.constantFrom(...generated.pieces);
  const repeated = fc.tuple(piece, fc.integer({ min: 1, max: 8 })).map(([text, times]) => text.repeat(times));
  const other = fc.string({ unit: "grapheme", maxLength: 6 });
  const part = fc.oneof({ weight: 4, arbitrary: piece }, { weight: 2, arbitrary: repeated }, other);
  return fc.array(part, { maxLength: 24 }).map((parts) => parts.join(""));
}

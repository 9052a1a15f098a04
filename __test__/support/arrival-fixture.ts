// Cases that both backends give the same bytes for: `__test__/fixtures/arrival-*.json`. The native twin, which the unit
// tests of `crates/core` use, is `crates/core/src/arrival/fixture.rs`.
//
//   cases      texts and what they become, by hand; null where the kind leaves them
//   generated  how texts are put together from pieces, how many of them become shorter, and a hash of all that results

import { readFileSync } from "node:fs";

export type ArrivalKind = "line-numbers" | "long-lines" | "terminal";

/** What a kind does to a text; the option is a limit or a mode, 0 where the kind has none. */
export type Shorten = (text: string, option: number) => string | undefined;

export interface ArrivalCase {
  about: string;
  text: string;
  option?: number;
  out: string | null;
}

export interface GeneratedTexts {
  pieces: string[];
  options: number[];
  texts: number;
  /** A text has fewer draws of pieces. */
  most: number;
  /** Texts that become shorter. */
  shortened: number;
  /** FNV-1a over the UTF-8 bytes of all texts as they are in the end. */
  hash: number;
}

export interface ArrivalFixture {
  cases: ArrivalCase[];
  generated: GeneratedTexts;
}

export function arrivalFixture(kind: ArrivalKind): ArrivalFixture {
  return JSON.parse(readFileSync(new URL(`../fixtures/arrival-${kind}.json`, import.meta.url), "utf8"));
}

/** The generated texts and their options, in order. */
export function* generatedTexts({ pieces, options, texts, most }: GeneratedTexts): Generator<[string, number]> {
  for (let number = 0; number < texts; number++) {
    const below = xorshift(Math.imul(number, 0x9e3779b9) | 1);
    const option = options[below(options.length)] ?? 0;
    let text = "";
    for (let left = below(most); left > 0; left--) {
      const piece = pieces[below(pieces.length)] ?? "";
      // Runs need the same piece many times in a row.
      text += piece.repeat(below(3) === 0 ? 1 + below(6) : 1);
    }
    yield [text, option];
  }
}

/** Numbers below a limit. */
function xorshift(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** What a kind makes of all generated texts, to compare with what the fixture says. */
export function outcomeOf(generated: GeneratedTexts, shorten: Shorten): { shortened: number; hash: number } {
  let shortened = 0;
  let hash = 0x811c9dc5;
  for (const [text, option] of generatedTexts(generated)) {
    const shorter = shorten(text, option);
    if (shorter !== undefined) shortened++;
    for (const byte of Buffer.from(shorter ?? text)) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return { shortened, hash: hash >>> 0 };
}

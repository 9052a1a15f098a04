import { readFileSync } from "node:fs";

/** What a file of fixtures says of generated texts. */
export interface Generated {
  /** Texts are made of these. */
  parts: string[];
  /** How many texts. */
  count: number;
  /** Most parts of a text. */
  most: number;
  /** Hash of all outputs, the same on every backend. */
  hash?: string;
}

/** A file of `__test__/fixtures`. */
export function readFixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8")) as T;
}

/** Generated texts. Some parts are repeated, because many machines look for repetition. */
export function generatedTexts({ parts, count, most }: Generated): string[] {
  let state = 1;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % limit;
  };
  return Array.from({ length: count }, () => {
    let text = "";
    for (let left = below(most) + 1; left > 0; left--) {
      const part = parts[below(parts.length)] ?? "";
      text += part.repeat(below(4) === 0 ? below(12) + 1 : 1);
    }
    return text;
  });
}

/** FNV-1a over the outputs as UTF-8, each behind a byte that says whether there is one; in hexadecimal. */
export function hashOfOutputs(generated: Generated, machine: (text: string) => string | undefined): string {
  let hash = 0x811c9dc5;
  const add = (byte: number) => {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  };
  for (const text of generatedTexts(generated)) {
    const output = machine(text);
    add(output === undefined ? 0 : 1);
    for (const byte of Buffer.from(output ?? "")) add(byte);
  }
  return hash.toString(16).padStart(8, "0");
}

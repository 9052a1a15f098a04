const SIGNS = 1 << 20;
const MOST_CHARS = 32;

/** Words, with a quick answer whether a part of a text can be one of them that makes no string of that part. */
export class WordSieve {
  readonly #words = new Set<string>();
  readonly #signs = new Uint8Array(SIGNS);

  get size(): number {
    return this.#words.size;
  }

  add(word: string): void {
    this.#words.add(word);
    this.#signs[signOf(word, 0, word.length)] = 1;
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** Whether the part may be one of the words: sure where it says no. */
  mayHave(text: string, start: number, length: number): boolean {
    return this.#signs[signOf(text, start, length)] === 1;
  }
}

/** A number below {@link SIGNS} from the length and the first chars. */
function signOf(text: string, start: number, length: number): number {
  let sign = length;
  for (let at = start, end = start + Math.min(length, MOST_CHARS); at < end; at++)
    sign = Math.imul(sign ^ text.charCodeAt(at), 0x01000193);
  return (sign ^ (sign >>> 15)) & (SIGNS - 1);
}

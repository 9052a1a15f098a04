// Numbers parts of texts, without a string of each: a conversation has hundreds of thousands of lines.

/** Random, so that no texts can be made that all have one place in the table. */
const odd = (): number => Math.floor(Math.random() * 2 ** 32) | 1;
const [START, FACTOR] = [odd(), odd()];
const FEWEST = 1024;

/** Gives parts of texts numbers, the same to the same part, in the order in which they come first. */
export class LineKeys {
  readonly #texts: string[] = [];
  /** By number: hash, place of the text, begin and end of a part that has it. */
  #parts = new Int32Array(4 * FEWEST);
  /** By the lower bits of the hash: a number and 1, or 0; the next free place where one is taken. */
  #table = new Int32Array(2 * FEWEST);
  #size = 0;

  /** How many numbers there are. */
  get size(): number {
    return this.#size;
  }

  /** The number of the part of `text` from `from` to `end`. Linear in its length. */
  numberOf(text: string, from: number, end: number): number {
    let hash = START;
    for (let at = from; at < end; at++) {
      hash = Math.imul(hash ^ text.charCodeAt(at), FACTOR);
      hash ^= hash >>> 15;
    }
    const mask = this.#table.length - 1;
    let place = hash & mask;
    for (let known = this.#table[place] ?? 0; known !== 0; known = this.#table[place] ?? 0) {
      if (this.#parts[4 * (known - 1)] === hash && this.#isPart(known - 1, text, from, end)) return known - 1;
      place = (place + 1) & mask;
    }
    return this.#add(place, hash, text, from, end);
  }

  #isPart(number: number, text: string, from: number, end: number): boolean {
    const parts = this.#parts;
    const known = this.#texts[parts[4 * number + 1] ?? 0] ?? "";
    const [knownFrom = 0, knownEnd = 0] = [parts[4 * number + 2], parts[4 * number + 3]];
    if (knownEnd - knownFrom !== end - from) return false;
    const distance = knownFrom - from;
    if (known === text && distance === 0) return true;
    for (let at = from; at < end; at++) if (text.charCodeAt(at) !== known.charCodeAt(at + distance)) return false;
    return true;
  }

  #add(place: number, hash: number, text: string, from: number, end: number): number {
    if (this.#texts.at(-1) !== text) this.#texts.push(text);
    const number = this.#size++;
    if (4 * number === this.#parts.length) {
      const parts = new Int32Array(2 * this.#parts.length);
      parts.set(this.#parts);
      this.#parts = parts;
    }
    this.#parts.set([hash, this.#texts.length - 1, from, end], 4 * number);
    this.#table[place] = number + 1;
    if (2 * this.#size >= this.#table.length) this.#grow();
    return number;
  }

  #grow(): void {
    this.#table = new Int32Array(2 * this.#table.length);
    const mask = this.#table.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let place = (this.#parts[4 * number] ?? 0) & mask;
      while (this.#table[place] !== 0) place = (place + 1) & mask;
      this.#table[place] = number + 1;
    }
  }
}

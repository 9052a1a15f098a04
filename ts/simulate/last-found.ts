/** How many texts of a request have each of some numbered words, lines or values. */
export class Visible {
  readonly #counts: Int32Array;

  /** @param numbers How many numbers there are. */
  constructor(numbers: number) {
    this.#counts = new Int32Array(numbers);
  }

  add(numbers: readonly number[], by: 1 | -1): void {
    for (const number of numbers) this.#counts[number] = (this.#counts[number] ?? 0) + by;
  }

  has(number: number): boolean {
    return (this.#counts[number] ?? 0) > 0;
  }
}

/** Chars of all texts up to which two are kept of each thing. */
const MANY_CHARS = 500_000;

/**
 * What was found in the texts that each of some things had last: the last two, because a policy shows a thing as it came and masked,
 * and the next policy often the same; one in large sessions.
 */
export class LastFound<Of, Found> {
  readonly #known = new Map<Of, readonly { text: string; found: Found }[]>();
  #chars = 0;

  /** The same as before where the text is one of the last. */
  of(thing: Of, text: string, find: () => Found): Found {
    const last = this.#known.get(thing) ?? [];
    const known = last.find((one) => one.text === text);
    if (known !== undefined) return known.found;
    const found = find();
    const kept = this.#isLarge ? [] : last.slice(0, 1);
    for (const one of last.slice(kept.length)) this.#chars -= one.text.length;
    this.#chars += text.length;
    this.#known.set(thing, [{ text, found }, ...kept]);
    return found;
  }

  /** Forgets a thing that is not asked for again soon, if the texts take much memory. */
  drop(thing: Of): void {
    if (!this.#isLarge) return;
    for (const { text } of this.#known.get(thing) ?? []) this.#chars -= text.length;
    this.#known.delete(thing);
  }

  get #isLarge(): boolean {
    return this.#chars >= MANY_CHARS;
  }
}

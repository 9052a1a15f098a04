/** What was found in the text that each of some things had last. */
export class LastFound<Of extends object, Found> {
  readonly #known = new WeakMap<Of, { text: string; found: Found }>();

  /** The same as last where the text is. */
  of(thing: Of, text: string, find: () => Found): Found {
    const last = this.#known.get(thing);
    if (last?.text === text) return last.found;
    const found = find();
    this.#known.set(thing, { text, found });
    return found;
  }
}

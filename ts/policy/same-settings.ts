// A policy that a caller writes as a literal in each call is checked and compiled once.

/** Policies that are kept, newest last, and the longest text of one. */
const MOST_KEPT = 64;
const MOST_CHARS = 4_096;
const MOST_DEPTH = 8;

/** Values by the text of the settings that they were made of. */
export class BySettings<T> {
  readonly #values = new Map<string, T>();

  /** The value of equal settings, else that of `make`; settings that are no plain data are not remembered. */
  of(settings: unknown, make: () => T): T {
    const text = textOf(settings, 0);
    if (text === undefined || text.length > MOST_CHARS) return make();
    const known = this.#values.get(text);
    if (known !== undefined) return known;
    const made = make();
    const [oldest] = this.#values.size >= MOST_KEPT ? this.#values.keys() : [];
    if (oldest !== undefined) this.#values.delete(oldest);
    this.#values.set(text, made);
    return made;
  }
}

/** The same text for the same data alone: strings are quoted, numbers and words are not. Undefined for what is no plain data. */
function textOf(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "boolean":
    case "undefined":
      return String(value);
    case "object":
      return value === null ? "null" : textOfObject(value, depth);
    default:
      return undefined;
  }
}

function textOfObject(value: object, depth: number): string | undefined {
  const isList = Array.isArray(value);
  if (depth > MOST_DEPTH || (!isList && Object.getPrototypeOf(value) !== Object.prototype)) return undefined;
  let text = isList ? `[${value.length}` : "{";
  for (const key of Object.keys(value)) {
    const child = textOf((value as Record<string, unknown>)[key], depth + 1);
    if (child === undefined || text.length > MOST_CHARS) return undefined;
    text += `${JSON.stringify(key)}:${child},`;
  }
  return `${text}}`;
}

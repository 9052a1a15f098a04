import { stringEnd } from "../text/json-strings.js";

/** What `JSON.stringify(JSON.parse(text))` would lose, and where. */
export interface RoundTripLoss {
  problem: "negative_zero" | "not_finite" | "big_integer" | "repeated_key" | "too_deep";
  /** Offset in `text`, in chars. */
  offset: number;
}

/** `JSON.stringify` recurses, and overflows a small stack a little above this. */
const MAX_DEPTH = 2_000;

/**
 * Looks for the first thing that parsing and serialising would change: a number whose value would be another, a
 * repeated key, nesting that `JSON.stringify` may not survive. One pass over the tokens of a text that `JSON.parse` has
 * accepted (so this scan checks no grammar), without recursion.
 */
export function findRoundTripLoss(text: string): RoundTripLoss | undefined {
  // One entry for each open container: the keys seen so far, or undefined in a list.
  const open: (Keys | undefined)[] = [];
  let expectsKey = false;
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    switch (c) {
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (open.length >= MAX_DEPTH) return { problem: "too_deep", offset: at };
        open.push(c === OPEN_OBJECT ? new Keys() : undefined);
        expectsKey = c === OPEN_OBJECT;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        expectsKey = false;
        break;
      case COMMA:
        expectsKey = open.at(-1) !== undefined;
        break;
      case QUOTE: {
        const end = stringEnd(text, at);
        if (expectsKey && isRepeated(open.at(-1), text, at, end)) return { problem: "repeated_key", offset: at };
        expectsKey = false;
        at = end;
        break;
      }
      default:
        if (c === MINUS || isDigit(c)) {
          const end = numberEnd(text, at);
          const problem = numberLoss(text, at, end);
          if (problem !== undefined) return { problem, offset: at };
          at = end - 1;
        }
    }
  }
  return undefined;
}

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Comparing a few keys one by one is faster than to make a set of them, for each of a body's many small objects. */
const FEW_KEYS = 16;

/** The keys of one object so far. */
class Keys {
  readonly #few: string[] = [];
  #many: Set<string> | undefined;

  /** Whether the key is new. */
  add(key: string): boolean {
    if (this.#many === undefined && this.#few.length < FEW_KEYS) {
      return !this.#few.includes(key) && this.#few.push(key) > 0;
    }
    this.#many ??= new Set(this.#few);
    const before = this.#many.size;
    return this.#many.add(key).size > before;
  }
}

function isRepeated(keys: Keys | undefined, text: string, at: number, end: number): boolean {
  if (keys === undefined) return false;
  const raw = text.slice(at + 1, end);
  const key = raw.includes("\\") ? String(JSON.parse(text.slice(at, end + 1))) : raw;
  return !keys.add(key);
}

/** Index after the number that starts at `at`. */
function numberEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && isNumberChar(text.charCodeAt(end))) end++;
  return end;
}

function isNumberChar(c: number): boolean {
  return isDigit(c) || c === MINUS || c === 43 || c === 46 || c === 69 || c === 101;
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

/** Every integer with at most this many digits is exact as a double. */
const EXACT_DIGITS = 15;

function numberLoss(text: string, at: number, end: number): RoundTripLoss["problem"] | undefined {
  const negative = text.charCodeAt(at) === MINUS;
  if (end - at <= EXACT_DIGITS && !negative && !/[eE]/.test(text.slice(at, end))) return undefined;
  const token = text.slice(at, end);
  const value = Number(token);
  if (!Number.isFinite(value)) return "not_finite";
  if (Object.is(value, -0)) return "negative_zero";
  return /^-?[0-9]+$/.test(token) && token !== decimalDigits(value) ? "big_integer" : undefined;
}

/** A finite integer as `JSON.stringify` prints it, without an exponent. */
function decimalDigits(value: number): string {
  const [mantissa = "", exponent] = String(value).split("e+");
  if (exponent === undefined) return mantissa;
  const [whole = "", fraction = ""] = mantissa.split(".");
  return whole + fraction.padEnd(Number(exponent), "0");
}

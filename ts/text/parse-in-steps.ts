// Reads a large JSON object without holding the thread: `JSON.parse` takes the members, and the elements of lists that are
// members, one after the other.
import type { Steps } from "../base/steps.js";
import type { JsonRecord } from "./json-value.js";

/** What is read at most. */
export interface ParseLimits {
  bytes: number;
  /** Values in the whole, at any depth. */
  values: number;
  /** Of a member, or an element of a list that is a member. */
  partBytes: number;
}

/** Together these leave no step of reading and looking that takes more than a few milliseconds. */
export const BACKGROUND_LIMITS: ParseLimits = { bytes: 16 * 1024 * 1024, values: 20_000, partBytes: 512 * 1024 };

/** Of a text whose size is known to fit into memory. */
export const ANY_SIZE: ParseLimits = { bytes: Infinity, values: Infinity, partBytes: Infinity };

/** Bytes that one step looks at, about. */
const STEP_BYTES = 64 * 1024;
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * The object of a body in UTF-8; undefined for what is none, and for what is beyond the limits. Of two members with one name the
 * last counts. Linear.
 */
export function* parseInSteps(
  { buffer, byteOffset, byteLength }: Uint8Array,
  limits: ParseLimits = BACKGROUND_LIMITS,
): Steps<JsonRecord | undefined> {
  if (byteLength > limits.bytes) return undefined;
  try {
    return yield* new Parsing(Buffer.from(buffer, byteOffset, byteLength), limits).object();
  } catch {
    return undefined;
  }
}

/** Thrown for what is no JSON, and beyond the limits. */
class Unreadable extends Error {}

class Parsing {
  #at = 0;
  #values = 0;

  constructor(
    readonly body: Buffer,
    readonly limits: ParseLimits,
  ) {}

  *object(): Steps<JsonRecord> {
    const members: [string, unknown][] = [];
    this.#expect(OBJECT);
    for (let more = this.#skip() !== OBJECT_END; more; more = this.#comma()) {
      const start = this.#at;
      this.#string();
      const name: unknown = this.#parse(start, this.#at);
      this.#expect(COLON);
      members.push([String(name), this.#skip() === LIST ? yield* this.#list() : yield* this.#part()]);
    }
    this.#expect(OBJECT_END);
    if (!Number.isNaN(this.#skip())) throw new Unreadable();
    return Object.fromEntries(members);
  }

  *#list(): Steps<unknown[]> {
    const list: unknown[] = [];
    this.#expect(LIST);
    if (this.#skip() !== LIST_END) {
      let start = this.#at;
      for (;;) {
        this.#value();
        const end = this.#at;
        const isLast = this.#skip() !== COMMA;
        // Small elements together, because each call has its own cost.
        if (isLast || end - start >= STEP_BYTES) {
          for (const one of this.#parse(start, end, true) as unknown[]) list.push(one);
          yield;
        }
        if (isLast) break;
        this.#at++;
        this.#skip();
        if (end - start >= STEP_BYTES) start = this.#at;
      }
    }
    this.#expect(LIST_END);
    return list;
  }

  *#part(): Steps<unknown> {
    const start = this.#at;
    this.#value();
    const value = this.#parse(start, this.#at);
    yield;
    return value;
  }

  #parse(start: number, end: number, isList = false): unknown {
    const text = this.body.toString("utf8", start, end);
    return JSON.parse(isList ? `[${text}]` : text);
  }

  /** The next byte that is no space; NaN at the end. */
  #skip(): number {
    const most = this.#at + STEP_BYTES;
    while (this.#at < this.body.length && (this.body[this.#at] as number) <= 0x20) this.#at++;
    if (this.#at >= most) throw new Unreadable();
    return this.body[this.#at] ?? Number.NaN;
  }

  #expect(byte: number): void {
    if (this.#skip() !== byte) throw new Unreadable();
    this.#at++;
  }

  #comma(): boolean {
    if (this.#skip() !== COMMA) return false;
    this.#at++;
    this.#skip();
    return true;
  }

  /** Behind the string that begins here. */
  #string(): void {
    const start = this.#at;
    if (this.body[start] !== QUOTE) throw new Unreadable();
    for (let from = start + 1; ; ) {
      const quote = this.body.indexOf(QUOTE, from);
      if (quote < 0 || quote - start > this.limits.partBytes) throw new Unreadable();
      let slash = quote;
      while (slash > from && this.body[slash - 1] === BACKSLASH) slash--;
      from = quote + 1;
      this.#at = from;
      if ((quote - slash) % 2 === 0) return;
    }
  }

  /** Behind the value that begins here. */
  #value(): void {
    const start = this.#at;
    const end = start + this.limits.partBytes;
    let depth = 0;
    this.#count();
    do {
      const byte = this.body[this.#at];
      if (byte === undefined || this.#at > end) throw new Unreadable();
      if (byte === QUOTE) {
        this.#string();
        continue;
      }
      if (depth === 0 && (byte === COMMA || byte === OBJECT_END || byte === LIST_END || byte <= 0x20)) break;
      this.#at++;
      if (byte === OBJECT || byte === LIST) depth++;
      else if (byte === OBJECT_END || byte === LIST_END) depth--;
      if (byte === COMMA || byte === OBJECT || byte === LIST) this.#count();
      // Numbers and names have no end of their own.
    } while (depth > 0 || isPlain(this.body[this.#at]));
    if (this.#at === start) throw new Unreadable();
  }

  #count(): void {
    if (++this.#values > this.limits.values) throw new Unreadable();
  }
}

/** Whether a byte can be in the middle of a number, or of `true`, `false` and `null`. */
const isPlain = (byte: number | undefined): boolean =>
  byte !== undefined &&
  ((byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x2e ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x45);

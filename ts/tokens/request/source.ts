// Where the strings of a request are: in the request object, or, for an outlined body, still in the body.

import { TamisError } from "../../base/errors.js";
import { inPlainMemory } from "../../base/memory.js";
import type { TokenMethod, TokenReader } from "../../contract/token-backend.js";
import { parseBodyText } from "../../wires/parse-body.js";

/** A request and its strings. Read strings of `request` through this object only. */
export interface RequestSource {
  request: unknown;
  /** The whole string. */
  textOf(value: string): string;
  /** Its first `chars` units, or a few less. */
  headOf(value: string, chars: number): string;
  charsOf(value: string): number;
  tokensOf(values: readonly string[]): Uint32Array;
  /** Tokens of texts that were derived from the request. */
  tokensOfTexts(texts: readonly string[]): Uint32Array;
}

/** Shorter strings are copied to JavaScript, because that costs less than a mark. Names and types are all shorter. */
const LONG_CHARS = 96;
const MARK = "\ufdd0";
/** ASCII without escapes, where the raw string is the text. */
const PLAIN = /^[^\\\x80-\uffff]+$/;
/** Numbers of a string in an outline: begin, end, chars. */
const WORDS = 3;

/** @throws TamisError `OPTION_INVALID` for a body that is no JSON text. */
export function sourceOfBody(body: Uint8Array, reader: TokenReader, method: TokenMethod): RequestSource {
  const bytes = inPlainMemory(body);
  const outline = reader.outline?.(bytes, LONG_CHARS);
  if (outline !== undefined) return new OutlinedSource(bytes, outline, reader, method);
  const parsed = parseBodyText(bytes);
  if (parsed.ok) return sourceOfObject(parsed.value, reader, method);
  throw new TamisError("OPTION_INVALID", `body: ${parsed.skip.reason}: ${parsed.skip.detail}`);
}

export function sourceOfObject(request: unknown, reader: TokenReader, method: TokenMethod): RequestSource {
  return {
    request,
    textOf: (value) => value,
    headOf: (value, chars) => value.slice(0, chars),
    charsOf: (value) => value.length,
    tokensOf: (values) => tokensOfTexts(values, reader, method),
    tokensOfTexts: (texts) => tokensOfTexts(texts, reader, method),
  };
}

function tokensOfTexts(texts: readonly string[], reader: TokenReader, method: TokenMethod): Uint32Array {
  const out = new Uint32Array(texts.length);
  if (texts.length > 0) reader.tokensOfEach(texts, method, out);
  return out;
}

/** An addon's outline of a body. */
interface Outline {
  json: Uint8Array;
  strings: Uint32Array;
}

class OutlinedSource implements RequestSource {
  readonly request: unknown;
  readonly #body: Buffer;
  readonly #strings: Uint32Array;
  readonly #reader: TokenReader;
  readonly #method: TokenMethod;

  constructor(body: Uint8Array, outline: Outline, reader: TokenReader, method: TokenMethod) {
    this.request = JSON.parse(
      Buffer.from(outline.json.buffer, outline.json.byteOffset, outline.json.length).toString(),
    );
    this.#body = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    this.#strings = outline.strings;
    this.#reader = reader;
    this.#method = method;
  }

  textOf(value: string): string {
    const row = rowOf(value);
    if (row === undefined) return value;
    return JSON.parse(`"${this.#raw(row)}"`) as string;
  }

  headOf(value: string, chars: number): string {
    const row = rowOf(value);
    const raw = row === undefined ? "" : this.#raw(row, chars);
    return PLAIN.test(raw) ? raw : this.textOf(value).slice(0, chars);
  }

  charsOf(value: string): number {
    const row = rowOf(value);
    return row === undefined ? value.length : (this.#strings[row + 2] ?? 0);
  }

  tokensOfTexts(texts: readonly string[]): Uint32Array {
    return tokensOfTexts(texts, this.#reader, this.#method);
  }

  tokensOf(values: readonly string[]): Uint32Array {
    const out = new Uint32Array(values.length);
    const rows = values.map(rowOf);
    const long = rows.filter((row) => row !== undefined);
    const spans = Uint32Array.from(long.flatMap((row) => [this.#strings[row] ?? 0, this.#strings[row + 1] ?? 0]));
    const longTokens = new Uint32Array(long.length);
    if (long.length > 0) this.#reader.tokensOfSpans?.(this.#body, spans, this.#method, longTokens);
    const short = values.filter((_, at) => rows[at] === undefined);
    const shortTokens = this.tokensOfTexts(short);
    let [nextLong, nextShort] = [0, 0];
    rows.forEach((row, at) => {
      out[at] = (row === undefined ? shortTokens[nextShort++] : longTokens[nextLong++]) ?? 0;
    });
    return out;
  }

  /** The raw string, or its first bytes. Latin-1 is enough for a head, because only encoded data needs one. */
  #raw(row: number, mostBytes?: number): string {
    const [start = 0, end = 0] = this.#strings.subarray(row, row + 2);
    if (mostBytes === undefined || end - start <= mostBytes) return this.#body.toString("utf8", start, end);
    return this.#body.toString("latin1", start, start + mostBytes);
  }
}

function rowOf(value: string): number | undefined {
  return value.startsWith(MARK) ? WORDS * Number(value.slice(MARK.length)) : undefined;
}

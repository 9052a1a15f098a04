// Gives an original out by its handle, whole or in parts. A handle is never guessed: what the store does not have for this
// tenant is one and the same text, whatever the reason.

import { check, checkKeys, isCount } from "../base/option-check.js";
import { headOf } from "../text/clip.js";
import { isRecord } from "../text/json-value.js";
import { checkObject } from "./handle.js";
import { checkSource, readValue, type StoreSource } from "./read-value.js";

/** Which original, and which of its lines. */
export interface RetrieveRequest {
  /** The 32 hex digits behind `ref=` in a placeholder; what is around them does not count. */
  handle: string;
  /** First line, from 1. @default 1 */
  offset?: number | undefined;
  /** Most lines. @default all of them */
  limit?: number | undefined;
}

/** Limits of what is given out. */
export interface RetrieveLimits {
  /** Most chars of one answer (UTF-16 units), a last line that says what is missing aside. @default 50000 */
  maxChars?: number | undefined;
}

/** An original, or that it cannot be had. */
export interface Retrieved {
  /** Whether the store has it. */
  found: boolean;
  /** The lines asked for; or, if it cannot be had, a text that says so. */
  text: string;
  /** Lines of the whole original; 0 if it cannot be had. */
  lines: number;
}

const DEFAULT_MAX_CHARS = 50_000;

/** What is said of every handle that the store does not have, whatever the reason. */
export const NOT_KEPT =
  "There is no original of this handle: it was never kept here, or is not kept any more. Call the tool again if you need its output.";
/** What is said while the store fails. */
export const NOT_NOW = "The store of originals does not answer now. Try once more, or call the tool again.";

/**
 * Reads an original from a store. Never rejects because of the store or the request: a handle that is unknown, expired, of
 * another tenant or of another value is answered with one fixed text.
 *
 * @throws TamisError `OPTION_INVALID` for wrong limits, a missing store, a short key or a wrong tenant.
 */
export async function retrieve(
  request: RetrieveRequest,
  source: StoreSource,
  limits: RetrieveLimits = {},
): Promise<Retrieved> {
  checkObject("request", request);
  checkSource(source);
  checkKeys(limits, ["maxChars"]);
  const { handle, offset, limit } = request;
  const { maxChars = DEFAULT_MAX_CHARS } = limits;
  check("maxChars", maxChars, isCount(1), "a whole number of chars, 1 or more");
  // Models copy a handle with what is around it; a longer word only contains the digits of one.
  const found = await readValue(/(?<!\w)[0-9a-f]{32}(?!\w)/.exec(String(handle))?.[0] ?? "", source);
  if (!("token" in found)) {
    return { found: false, text: found.reason === "store_failed" ? NOT_NOW : NOT_KEPT, lines: 0 };
  }
  const text = textOf(found.token);
  return { found: true, ...partOf(text, lineNumber(offset, 1), lineNumber(limit, Number.POSITIVE_INFINITY), maxChars) };
}

/** A model may send anything as a number. */
function lineNumber(value: unknown, fallback: number): number {
  const number = Number(value);
  return value != null && number >= 1 ? Math.floor(number) : fallback;
}

/** What is said of an image or a document: in base64 it would fill the model's context and show nothing. */
export const NO_TEXT =
  "The original is an image or a document, which cannot be shown as text. Call the tool again if you need to see it.";

/** Types of images and documents, on all wires. */
const MEDIA_TYPES: ReadonlySet<unknown> = new Set([
  "image",
  "document",
  "image_url",
  "input_image",
  "input_file",
  "file",
]);

function isMedium(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const isOfGemini = ["inlineData", "inline_data", "fileData", "file_data"].some((key) => isRecord(value[key]));
  return isOfGemini || MEDIA_TYPES.has(value.type);
}

/** The text of a value: a string's own, and that of an object with nothing but one string; else the value as JSON. */
function textOf(token: Uint8Array): string {
  const json = Buffer.from(token.buffer, token.byteOffset, token.length).toString("utf8");
  const value: unknown = JSON.parse(json);
  if (typeof value === "string") return value;
  if (isMedium(value)) return NO_TEXT;
  const [only, another] = Object.values(Object(value));
  return typeof only === "string" && another === undefined ? only : json;
}

function partOf(text: string, offset: number, limit: number, maxChars: number): { text: string; lines: number } {
  const lines = text.split("\n");
  const first = offset - 1;
  if (first >= lines.length) {
    return { text: `[the original has ${lines.length} lines, none from ${offset} on]`, lines: lines.length };
  }
  const wanted = lines.slice(first, first + limit).join("\n");
  const shown = headOf(wanted, maxChars);
  if (shown.length === wanted.length) return { text: shown, lines: lines.length };
  const last = first + shown.split("\n").length;
  const next = last < lines.length ? `; offset ${last + 1} is behind it` : "";
  const goOn = last > offset ? `; ask again with offset ${last}` : `, which is longer than an answer${next}`;
  const note = `[cut here at ${maxChars} chars, in line ${last} of ${lines.length}${goOn}]`;
  return { text: `${shown}\n${note}`, lines: lines.length };
}

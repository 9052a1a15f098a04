// Puts replaced values back into a reduced body, from a report or a store. Content itself is never trusted: a placeholder
// that somebody forged has no handle that the store knows for the tenant, and a report names places by their bytes.
import { inPlainMemory } from "../base/memory.js";
import { type ByteSplice, type Place, spliceBytes } from "../text/json-bytes.js";
import { stringEnd } from "../text/json-strings.js";
import { checkBytes, checkObject } from "./handle.js";
import { checkSource, readValue, type StoreSource } from "./read-value.js";
import { hashOf, type RestoreReport } from "./report.js";

/** A value that could not be put back. */
export interface MissingOriginal {
  /** JSON Pointer of the value, from a report; the byte offset of the placeholder as `#N`, from a store. */
  place: string;
  /** The handle; undefined for a report. */
  handle: string | undefined;
  /**
   * - `unknown`: the store does not have it: forgotten, never put, or another tenant's;
   * - `wrong_hash`: the store gave another value than the handle's;
   * - `store_failed`: the store failed; `detail` says how;
   * - `body_changed`: the body is not the one of the report.
   */
  reason: "unknown" | "wrong_hash" | "store_failed" | "body_changed";
  /** For people. */
  detail?: string;
}

/** A body with its values put back. */
export interface Restored {
  /** The body; the given one if nothing was put back. */
  body: Uint8Array;
  /** Values that were put back. */
  restoredCount: number;
  /** Values that stay as they are. */
  missing: MissingOriginal[];
}

/**
 * Puts back what a reduction replaced, byte for byte. Never rejects because of the store: what cannot be had is listed.
 * Linear.
 *
 * @param body A reduced body. With a report, messages may have been added at its end since.
 * @throws TamisError `OPTION_INVALID` for a body that is no bytes, a missing store, a short key or a wrong tenant.
 */
export async function restoreBody(body: Uint8Array, source: RestoreReport | StoreSource): Promise<Restored> {
  checkBytes("body", body);
  checkObject("options", source);
  const bytes = inPlainMemory(body);
  return "store" in source ? await fromStore(bytes, source) : fromReport(bytes, source);
}

function fromReport(body: Uint8Array, report: RestoreReport): Restored {
  const { edits, prefixBytes, prefixHash } = report;
  if (prefixBytes > body.length || hashOf(body, prefixBytes) !== prefixHash) {
    const missing = edits.map(({ path }) => ({ place: path, handle: undefined, reason: "body_changed" as const }));
    return { body, restoredCount: 0, missing };
  }
  const pieces = edits.map(({ at, replacement, original }) => ({
    start: at,
    end: at + Buffer.byteLength(replacement),
    bytes: original,
  }));
  return spliced(body, pieces, []);
}

async function fromStore(body: Uint8Array, source: StoreSource): Promise<Restored> {
  checkSource(source);
  const pieces: ByteSplice[] = [];
  const missing: MissingOriginal[] = [];
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
  for (const { handle, start, end } of findHandles(text)) {
    const found = await readValue(handle, source);
    const place = "token" in found ? placeOf(found.token, text, { start, end }) : undefined;
    if ("token" in found && place !== undefined) pieces.push({ ...place, bytes: found.token });
    else missing.push({ place: `#${start}`, handle, ...("token" in found ? { reason: "body_changed" } : found) });
  }
  return spliced(body, pieces, missing);
}

/** What a value replaces: the string with its handle, or for an object the object around it that was made for that string. */
function placeOf(token: Uint8Array, text: string, { start, end }: Place): Place | undefined {
  if (token[0] === QUOTE) return { start, end };
  const before = AROUND.exec(text.slice(Math.max(0, start - MAX_BEFORE_CHARS), start));
  const behind = /^[ \t\n\r]*\}/.exec(text.slice(end, end + MAX_BEFORE_CHARS));
  if (token[0] !== BRACE || before === null || behind === null) return undefined;
  return { start: start - before[0].length, end: end + behind[0].length };
}

/** The beginning of an object with a placeholder alone, or of a text about an image or document. */
const AROUND =
  /\{[ \t\n\r]*(?:"output"|(?:"type"[ \t\n\r]*:[ \t\n\r]*"(?:text|input_text)"[ \t\n\r]*,[ \t\n\r]*)?"text")[ \t\n\r]*:[ \t\n\r]*$/;

const [QUOTE, BRACE] = [0x22, 0x7b];
/** As many chars as the beginning of an object with one member may take. */
const MAX_BEFORE_CHARS = 100;

function spliced(body: Uint8Array, pieces: readonly ByteSplice[], missing: MissingOriginal[]): Restored {
  if (pieces.length === 0) return { body, restoredCount: 0, missing };
  return { body: new Uint8Array(spliceBytes(body, pieces)), restoredCount: pieces.length, missing };
}

// Finds the strings of a JSON text that name a handle: placeholders, and results that were clipped.

/** A string with a handle, quotes included. */
interface FoundHandle extends Place {
  handle: string;
}

/**
 * A placeholder with a handle as JSON spells it: one line in brackets, or that and the head of the result. A line without
 * them may be anyone's.
 */
const PLACEHOLDER =
  /^[[<({](?:[^\\]|\\[^n])*?(?: ref=|; original: (?:[^\\]|\\[^n]){0,1200}?(?:\/|\\\\))([0-9a-f]{32})(?:\.txt)?\)?[\])}>](?:\\n|$)/;
/** No placeholder is longer, escapes and digest included. */
const MAX_PLACEHOLDER_CHARS = 6_000;
/** The end of the line that says what a clip has left out. */
const CLIP_END = /; original: (?:ref=|(?:[^\\]|\\[^n]){0,1200}?(?:\/|\\\\))([0-9a-f]{32})(?:\.txt)?\]\\n/y;
const CLIP_END_START = "; original: ";
/** No such line is longer, escapes and digest included. */
const MAX_CLIP_CHARS = 6_000;

/** Every string value of a JSON text, given byte by byte, that names a handle. Linear. */
function* findHandles(text: string): Generator<FoundHandle> {
  if (!text.includes("ref=") && !text.includes(CLIP_END_START)) return;
  const clips = new ClipLines(text);
  for (let at = text.indexOf('"'); at >= 0; ) {
    const end = stringEnd(text, at);
    if (end < 0) return;
    const handle = placeholderHandle(text, at + 1, end) ?? clips.handleIn(at + 1, end);
    if (handle !== undefined && !isName(text, end + 1)) yield { handle, start: at, end: end + 1 };
    at = text.indexOf('"', end + 1);
  }
}

function placeholderHandle(text: string, from: number, end: number): string | undefined {
  if (!"[<({".includes(text.charAt(from))) return undefined;
  const isCut = end - from > MAX_PLACEHOLDER_CHARS;
  const found = PLACEHOLDER.exec(text.slice(from, isCut ? from + MAX_PLACEHOLDER_CHARS : end));
  const isWhole = found !== null && (!isCut || found[0].endsWith("\\n"));
  return isWhole ? found[1] : undefined;
}

/** The ends of lines that say what a clip has left out. Each is looked for once, because strings are asked for in order. */
class ClipLines {
  readonly #text: string;
  #next: number;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf(CLIP_END_START);
  }

  /** The handle in the first such line between two places. */
  handleIn(from: number, end: number): string | undefined {
    for (; this.#next >= 0 && this.#next < end; this.#next = this.#text.indexOf(CLIP_END_START, this.#next + 1)) {
      const at = this.#next;
      CLIP_END.lastIndex = at;
      const found = at < from ? undefined : CLIP_END.exec(this.#text)?.[1];
      if (found !== undefined && isClipLine(this.#text.slice(Math.max(from, at - MAX_CLIP_CHARS), at))) return found;
    }
    return undefined;
  }
}

/** Whether what is in front of the handle ends with a line that a clip begins. */
function isClipLine(before: string): boolean {
  const line = before.slice(before.lastIndexOf("\\n") + 1).replace(/^n/, "");
  return line.startsWith("[clipped ");
}

/** Whether the string that ends before `at` is the name of a member. */
function isName(text: string, at: number): boolean {
  let next = at;
  while (next < text.length && " \t\n\r".includes(text.charAt(next))) next++;
  return text[next] === ":";
}

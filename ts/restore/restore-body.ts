// Puts replaced values back into a reduced body, from a report or a store. Content itself is never trusted: a placeholder
// that somebody forged has no handle that the store knows for the tenant, and a report names places by their bytes.

import { inPlainMemory } from "../base/memory.js";
import { stringEnd } from "../text/json-strings.js";
import type { ContentStore } from "./content-store.js";
import { type HandleScope, handleOf } from "./handle.js";
import { hashOf, type RestoreReport } from "./report.js";

/** A store, and whose content of it may be put back. */
export interface StoreSource extends HandleScope {
  /** The store. */
  store: ContentStore;
}

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
 * @throws TamisError `OPTION_INVALID` for a short key or a wrong tenant.
 */
export async function restoreBody(body: Uint8Array, source: RestoreReport | StoreSource): Promise<Restored> {
  const bytes = inPlainMemory(body);
  return "store" in source ? await fromStore(bytes, source) : fromReport(bytes, source);
}

interface Piece {
  from: number;
  to: number;
  bytes: Uint8Array;
}

function fromReport(body: Uint8Array, report: RestoreReport): Restored {
  const { edits, prefixBytes, prefixHash } = report;
  if (prefixBytes > body.length || hashOf(body, prefixBytes) !== prefixHash) {
    const missing = edits.map(({ path }) => ({ place: path, handle: undefined, reason: "body_changed" as const }));
    return { body, restoredCount: 0, missing };
  }
  const pieces = edits.map(({ at, replacement, original }) => ({
    from: at,
    to: at + Buffer.byteLength(replacement),
    bytes: Buffer.from(original),
  }));
  return spliced(body, pieces, []);
}

async function fromStore(body: Uint8Array, source: StoreSource): Promise<Restored> {
  // A key or tenant that is wrong is the caller's mistake, and no property of the body.
  handleOf(new Uint8Array(), source);
  const pieces: Piece[] = [];
  const missing: MissingOriginal[] = [];
  for (const { handle, from, to } of findHandles(body)) {
    const found = await read(handle, source);
    if ("token" in found) pieces.push({ from, to, bytes: found.token });
    else missing.push({ place: `#${from}`, handle, ...found });
  }
  return spliced(body, pieces, missing);
}

async function read(
  handle: string,
  source: StoreSource,
): Promise<{ token: Uint8Array } | Pick<MissingOriginal, "reason" | "detail">> {
  try {
    const token = await source.store.get(handle, { tenant: source.tenant });
    if (token === undefined) return { reason: "unknown" };
    return handleOf(token, source) === handle && isJson(token) ? { token } : { reason: "wrong_hash" };
  } catch (error) {
    return { reason: "store_failed", detail: error instanceof Error ? error.message : String(error) };
  }
}

function isJson(token: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(token).toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

interface FoundHandle {
  handle: string;
  /** Bytes of the string in the body, quotes included. */
  from: number;
  to: number;
}

/** A placeholder with a handle as JSON spells it: one line in brackets, or that and the head of the result. */
const PLACEHOLDER = /^\[(?:[^\\]|\\[^n])*? ref=([0-9a-f]{32})\)?\](?:\\n|$)/;
/** No placeholder is longer, escapes and digest included. */
const MAX_PLACEHOLDER_CHARS = 6_000;

/** Every string value of a JSON text that is a placeholder with a handle. */
function* findHandles(body: Uint8Array): Generator<FoundHandle> {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
  for (let at = text.indexOf('"'); at >= 0; ) {
    const end = stringEnd(text, at);
    if (end < 0) return;
    const handle = text.charCodeAt(at + 1) === OPENING_BRACKET ? handleIn(text, at + 1, end) : undefined;
    if (handle !== undefined && !isName(text, end + 1)) yield { handle, from: at, to: end + 1 };
    at = text.indexOf('"', end + 1);
  }
}

function handleIn(text: string, from: number, end: number): string | undefined {
  const isCut = end - from > MAX_PLACEHOLDER_CHARS;
  const found = PLACEHOLDER.exec(text.slice(from, isCut ? from + MAX_PLACEHOLDER_CHARS : end));
  const isWhole = found !== null && (!isCut || found[0].endsWith("\\n"));
  return isWhole ? found[1] : undefined;
}

/** Whether the string that ends before `at` is the name of a member. */
function isName(text: string, at: number): boolean {
  let next = at;
  while (" \t\n\r".includes(text.charAt(next)) && next < text.length) next++;
  return text[next] === ":";
}

const OPENING_BRACKET = 0x5b;

function spliced(body: Uint8Array, pieces: readonly Piece[], missing: MissingOriginal[]): Restored {
  if (pieces.length === 0) return { body, restoredCount: 0, missing };
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const piece of pieces) {
    parts.push(body.subarray(from, piece.from), piece.bytes);
    from = piece.to;
  }
  parts.push(body.subarray(from));
  return { body: new Uint8Array(Buffer.concat(parts)), restoredCount: pieces.length, missing };
}

import { messageOf } from "../base/errors.js";
import { LIMITS } from "../base/limits.js";
import { inPlainMemory } from "../base/memory.js";
import type { Skip } from "../contract/report-basis.js";
import { withoutQuote } from "../text/json-value.js";

// The BOM is kept, so that JSON.parse refuses it as it does everywhere else.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A body as a value and as the text it was parsed from, or why it is neither. */
export type ParsedText = { ok: true; value: unknown; text: string } | { ok: false; skip: Skip };

/** Reads bytes as strict UTF-8 and JSON. */
export function parseBodyText(body: Uint8Array): ParsedText {
  if (body.length === 0) return refuse("empty", "the body has no bytes; send a JSON request");
  if (body.length > LIMITS.bodyBytes) {
    return refuse("too_large", `the body has ${body.length} bytes; at most ${LIMITS.bodyBytes} are read`);
  }
  const text = decode(body);
  if (text === undefined) return refuse("invalid_utf8", invalidUtf8Detail(body));
  try {
    return { ok: true, value: JSON.parse(text), text };
  } catch (error) {
    return refuse("invalid_json", invalidJsonDetail(text, error));
  }
}

function refuse(reason: Skip["reason"], detail: string): { ok: false; skip: Skip } {
  return { ok: false, skip: { reason, detail } };
}

function decode(body: Uint8Array): string | undefined {
  try {
    // TextDecoder refuses shared memory, which others may be writing to: read a copy.
    return decoder.decode(inPlainMemory(body));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function invalidUtf8Detail(body: Uint8Array): string {
  return `byte ${firstInvalidByte(body)} is not valid UTF-8; send the body uncompressed and in UTF-8`;
}

/** Offset of the first sequence that strict UTF-8 refuses. A lenient decoder writes U+FFFD there. */
function firstInvalidByte(body: Uint8Array): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let offset = 0;
  for (const char of bytes.toString("utf8")) {
    const isReplacement = char === "\ufffd";
    if (isReplacement && !(bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd)) break;
    offset += Buffer.byteLength(char);
  }
  return offset;
}

function invalidJsonDetail(text: string, error: unknown): string {
  const message = messageOf(error);
  if (text.startsWith("\ufeff")) return "the body is not JSON: byte 0 begins a byte order mark; remove it";
  const position = /at position (\d+)/.exec(message)?.[1];
  const where = position === undefined ? "" : ` at byte ${byteOffset(text, Number(position))}`;
  const what = withoutQuote(message).replace(/ (in JSON )?at position \d+.*$/s, "");
  return `the body is not JSON${where}: ${what}; send a complete JSON request`;
}

function byteOffset(text: string, chars: number): number {
  return Buffer.byteLength(text.slice(0, chars));
}

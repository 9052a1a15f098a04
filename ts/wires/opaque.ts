// The weight of strings that are data, not text: a provider bills them by other rules. The native twin is
// `crates/core/src/weight/opaque.rs`.
//
//   "signature": "EqQB…"                           179/1024 token a char
//   "type": "redacted_thinking", "data": "EmwK…"   the same
//   "data": "iVBORw0KGgo…"                         an image: by its size
//   "url": "data:application/pdf;base64,…"         anything else: as a signature, at most 1,500 tokens
//   "response": { "data": "iVBORw0KGgo…" }         text: a tool's own answer

import { type ImageSize, readImageSize } from "./image-size.js";

/** Members with signatures and encrypted text. */
export const SEALED: ReadonlySet<string> = new Set([
  ...["signature", "encrypted_content", "thoughtSignature", "thought_signature"],
]);
/** In objects of these types, `data` is encrypted reasoning. */
export const SEALED_TYPES: ReadonlySet<unknown> = new Set(["redacted_thinking", "reasoning.encrypted"]);
/** Objects of this type are images that were generated; `result` is the data. */
const GENERATED = "image_generation_call";
/** A tool's own answer: whatever is in it, the model reads it as text. */
export const FREE = "response";
/** Members that may have the data of an image or a document. */
const DATA: ReadonlySet<string> = new Set(["data", "url", "image_url", "file_data"]);

/**
 * 1/1024 tokens of a char of sealed text: 0.175 tokens, fitted on the growth of real bills (Claude Code, 2026-11). As
 * text it would weigh four times as much.
 */
const SEALED_CHAR = 179;
/** Tokens that signatures and encrypted text of so many chars are billed as. */
export const sealedTokens = (chars: number): number => Math.ceil((SEALED_CHAR * chars) / 1024);
/** 1/1024 tokens of an image whose size is not known. */
const MEDIUM = 1500 * 1024;
/** Shorter strings are labels and addresses. */
const LEAST_CHARS = 64;
/** Chars of base64 in which an image's size is looked for, and chars of text; a multiple of 4. */
const HEAD_CHARS = 16_384;

const DATA_URL = /^data:[!-+\--~]{0,120};base64,/;
const BASE64 = /^[A-Za-z0-9+/_-]*/;
/** What may be behind the first line of data. */
const LINES = /^[A-Za-z0-9+/_=\r\n-]*$/;

/**
 * Weight of a member's string in 1/1024 token, if it is data.
 *
 * @param type The `type` before it.
 * @returns undefined for text, which weighs by its bytes.
 */
export function opaqueWeight(name: string, value: string, type?: unknown): number | undefined {
  if (SEALED.has(name) || (name === "data" && SEALED_TYPES.has(type))) return SEALED_CHAR * value.length;
  const isData = DATA.has(name) || (name === "result" && type === GENERATED);
  if (!isData || value.length < LEAST_CHARS) return undefined;
  const prefix = DATA_URL.exec(value)?.[0].length ?? 0;
  const start = value.slice(prefix, prefix + HEAD_CHARS);
  const head = BASE64.exec(start)?.[0] ?? "";
  // A document may be plain text that begins with a path, or a line of hyphens.
  if (prefix === 0 && (head.length < LEAST_CHARS || !LINES.test(start))) return undefined;
  const size = readImageSize(Buffer.from(head, "base64"));
  return size === undefined ? Math.min(MEDIUM, SEALED_CHAR * value.length) : 1024 * imagePatches(size);
}

const EDGE = 1568;
const MOST_PATCHES = 1568;
const PATCH = 28;

/**
 * Patches of 28 × 28 pixels after scaling down to 1,568 pixels and as many patches: Anthropic's formula, to which those
 * of other providers are near. Source: platform.claude.com/docs, "Vision", 2026-08.
 */
function imagePatches({ width, height }: ImageSize): number {
  const long = Math.max(width, height, EDGE);
  const patches = (side: number) => Math.ceil(Math.max(1, Math.floor((side * EDGE) / long)) / PATCH);
  return Math.min(MOST_PATCHES, patches(width) * patches(height));
}

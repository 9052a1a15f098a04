// The weight of strings that are data, not text: a provider bills them by other rules. The native twin is
// `crates/core/src/weight/opaque.rs`.
//
//   "signature": "EqQB…"                     179/1024 token a char
//   "data": "iVBORw0KGgo…"                   an image: by its size
//   "url": "data:application/pdf;base64,…"   anything else: as a signature, at most 1,500 tokens

import { type ImageSize, readImageSize } from "./image-size.js";

/** Members with signatures and encrypted text. */
export const SEALED: ReadonlySet<string> = new Set([
  ...["signature", "encrypted_content", "thoughtSignature", "thought_signature"],
]);
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
/** Chars of base64 in which an image's size is looked for; a multiple of 4. */
const HEAD_CHARS = 16_384;

const DATA_URL = /^data:[!-+\--~]{0,120};base64,/;
const BASE64 = /^[A-Za-z0-9+/_-]*/;

/**
 * Weight of a member's string in 1/1024 token, if it is data.
 *
 * @returns undefined for text, which weighs by its bytes.
 */
export function opaqueWeight(name: string, value: string): number | undefined {
  if (SEALED.has(name)) return SEALED_CHAR * value.length;
  if (!DATA.has(name) || value.length < LEAST_CHARS) return undefined;
  const prefix = DATA_URL.exec(value)?.[0].length ?? 0;
  const head = BASE64.exec(value.slice(prefix, prefix + HEAD_CHARS))?.[0] ?? "";
  if (prefix === 0 && head.length < LEAST_CHARS) return undefined;
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

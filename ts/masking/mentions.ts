// The digest in a placeholder: the words of a masked result that the model may need again.
//
//   [Observation masked: old tool result (tool_call_id=c1, tool=grep, chars=9120); mentions: src/a.ts, parseBody, 8080]
//                                                                                └─────────── mentions ───────────┘

import { withoutHandle } from "./handle-mark.js";
import type { PlaceholderForm } from "./placeholder.js";

const OPENING = "; mentions: ";

/** Most chars of a digest, by any policy. */
export const MAX_DIGEST_CHARS = 4_000;

/** Most chars that a digest adds to a placeholder. */
export const MAX_MENTIONS_CHARS = OPENING.length + MAX_DIGEST_CHARS;

/** Chars that a digest adds to a placeholder beside its own. */
export const OPENING_CHARS = OPENING.length;

/** A placeholder of `form` with a digest, which goes before the closing bracket. */
export function withMentions(placeholder: string, { tail }: PlaceholderForm, digest: string): string {
  return placeholder.slice(0, placeholder.length - tail.length) + OPENING + digest + tail;
}

/** A digest's words: nothing in one can close a placeholder, or be read as anything but a list of names. */
const WORDS = /[A-Za-z0-9_./~@$-]+(?:, [A-Za-z0-9_./~@$-]+)*/y;

/** Where the digest that begins at `from` ends; `from` if none of an allowed length begins there. */
export function endOfMentions(text: string, from: number): number {
  if (!text.startsWith(OPENING, from)) return from;
  WORDS.lastIndex = from + OPENING.length;
  if (!WORDS.test(text)) return from;
  const end = WORDS.lastIndex;
  WORDS.lastIndex = 0;
  return end - from <= MAX_MENTIONS_CHARS ? end : from;
}

/** The digests in a placeholder that came back; empty if there is none. */
export function mentionsIn(placeholder: string): string {
  const start = placeholder.indexOf(OPENING);
  if (start < 0) return "";
  const [line = ""] = placeholder.slice(start + OPENING.length).split("\n", 1);
  return withoutHandle(line);
}

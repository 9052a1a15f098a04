import type { TextBackend } from "../contract/text-backend.js";
import { createNativeTexts } from "../native/texts.js";
import { makeOfCore } from "./core.js";

/** Shorter texts are never replaced by a pointer, in UTF-8. */
const LEAST_HASHED_BYTES = 17;

let loaded: TextBackend | undefined;

/** What the core says of single texts in this process. Throws like `makeOfCore`. */
export function loadTextBackend(): TextBackend {
  loaded ??= makeOfCore(createNativeTexts);
  return loaded;
}

/** Whether a text is the one that a pointer with this hash stands for. Linear. */
export const hasHash = (text: string, hash: string): boolean =>
  Buffer.byteLength(text) >= LEAST_HASHED_BYTES && loadTextBackend().hash(text) === hash;

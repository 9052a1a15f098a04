import type { TextBackend } from "../contract/text-backend.js";
import { createNativeTexts } from "../native/texts.js";
import { makeOfCore } from "./core.js";

let loaded: TextBackend | undefined;

/** What the core says of single texts in this process. Throws like `makeOfCore`. */
export function loadTextBackend(): TextBackend {
  loaded ??= makeOfCore(createNativeTexts);
  return loaded;
}

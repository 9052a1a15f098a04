import type { TextBackend } from "../contract/text-backend.js";
import { createNativeTexts } from "../native/texts.js";
import { makeOfAddon } from "./backend.js";

let loaded: { backend: TextBackend | undefined } | undefined;

/** What reads single texts in this process; undefined for the baseline, which has nothing faster. Throws like `loadBackend`. */
export function loadTextBackend(): TextBackend | undefined {
  loaded ??= { backend: makeOfAddon(createNativeTexts) };
  return loaded.backend;
}

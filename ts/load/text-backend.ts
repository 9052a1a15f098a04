import type { TextBackend } from "../contract/text-backend.js";
import { loadAddon } from "../native/addon.js";
import { createNativeTexts } from "../native/texts.js";
import { loadBackend } from "./backend.js";

let loaded: { backend: TextBackend | undefined } | undefined;

/** What reads single texts in this process; undefined for the baseline, which has nothing faster. Throws like `loadBackend`. */
export function loadTextBackend(): TextBackend | undefined {
  loaded ??= { backend: choose() };
  return loaded.backend;
}

function choose(): TextBackend | undefined {
  if (loadBackend().backend.name === "baseline") return undefined;
  const native = loadAddon();
  return "addon" in native ? createNativeTexts(native.addon) : undefined;
}

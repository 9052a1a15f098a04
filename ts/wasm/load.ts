import { readFileSync } from "node:fs";
import { packed } from "#packed-wasm";
import { requireHere } from "../base/require-here.js";
import { IS_BUILT } from "../base/version.js";
import type { Addon } from "../native/addon.js";
import { addonOf, inflated } from "./compile.js";
import { givenVocabulary } from "./vocabulary.js";

/**
 * Loads the core over WebAssembly: from `tamis.wasm` beside the bundle or of the checkout's own build, else from the copy
 * that a bundler took along (`#packed-wasm`). Returns the reason, for people, where there is none, where the platform
 * refuses to compile, or where the file is another version's; never throws.
 */
export function loadWasm(): { addon: Addon } | { reason: string } {
  // Whole names: tools that copy what a program needs take a name that is put together for every file of the folder.
  const path = found(() => requireHere.resolve(IS_BUILT ? "./tamis.wasm" : "../binding/tamis.wasm"));
  if (path !== undefined) return addonOf(() => readFileSync(path), path, readVocabulary);
  const copy = packed;
  if (copy === undefined) return { reason: "tamis.wasm is not installed" };
  return addonOf(() => inflated(copy), "WebAssembly", readVocabulary);
}

function readVocabulary(): Uint8Array | undefined {
  const given = givenVocabulary();
  if (given !== undefined) return given;
  const path = found(() => requireHere.resolve(IS_BUILT ? "./vocabularies.bin" : "../binding/vocabularies.bin"));
  return path === undefined ? undefined : readFileSync(path);
}

function found(resolve: () => string): string | undefined {
  try {
    return resolve();
  } catch {
    return undefined;
  }
}

// Takes the place of `ts/load/backend.ts` in the bundle for edge runtimes.
import type { LoadedBackend } from "../../load/backend.js";
import { createNoBackend } from "../../load/no-backend.js";
import { createNative } from "../../native/backend.js";
import { addonOf, inflated } from "../../wasm/compile.js";
import { givenVocabulary } from "../../wasm/vocabulary.js";

let core: string | object | undefined;
let loaded: LoadedBackend | undefined;

/**
 * Says what is loaded at the first call.
 *
 * @param source A module that the platform compiled, or the packed bytes of one.
 */
export function useCore(source: string | object): void {
  core ??= source;
}

/** The core over WebAssembly: outside of Node there is no addon. */
export function loadBackend(): LoadedBackend {
  loaded ??= load();
  return loaded;
}

function load(): LoadedBackend {
  const source = core ?? "";
  const find = () => (typeof source === "string" ? inflated(source) : source);
  const found = addonOf(find, "WebAssembly", givenVocabulary);
  if ("addon" in found)
    return {
      ...found,
      backend: createNative(found.addon, undefined, "wasm"),
      reason: "tamis/edge has no native addon",
    };
  const reason = `${found.reason}; a page must allow 'wasm-unsafe-eval' in its content-security policy`;
  return { backend: createNoBackend(reason), reason };
}

// Loads each implementation in one process, whatever `TAMIS_BACKEND` says, to check them.
import { packageVersion } from "../../base/version.js";
import type { Backend } from "../../contract/backend.js";
import { createNative, loadNative } from "../../native/backend.js";
import { howToGetNative, platformTriple } from "../../native/platform.js";
import { loadWasm } from "../../wasm/load.js";

/** A backend, or why there is none, for people. */
export type Found = { backend: Backend } | { reason: string };

/** The addon and the core over WebAssembly, as far as they load. */
export function loadBackends(): { native: Found; wasm: Found } {
  const wasm = loadWasm();
  return {
    native: loadNative(),
    wasm: "addon" in wasm ? { backend: createNative(wasm.addon, undefined, "wasm") } : wasm,
  };
}

/** Advice for this machine about a missing native backend. */
export function nativeHint(): string {
  return howToGetNative(platformTriple(), packageVersion());
}

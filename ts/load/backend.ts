import { variable } from "../base/environment.js";
import { TamisError } from "../base/errors.js";
import { packageVersion } from "../base/version.js";
import type { Backend } from "../contract/backend.js";
import type { Addon } from "../native/addon.js";
import { createNative, loadNative } from "../native/backend.js";
import { howToGetNative, platformTriple } from "../native/platform.js";
import { loadWasm } from "../wasm/load.js";
import { createNoBackend } from "./no-backend.js";

export interface LoadedBackend {
  backend: Backend;
  /** Why it is not the native one; undefined if it is. */
  reason: string | undefined;
  /** What the backend calls; undefined where none could be loaded. */
  addon?: Addon | undefined;
}

const VALID = ["native", "wasm"];

export interface Loaders {
  native: typeof loadNative;
  wasm: () => { addon: Addon } | { reason: string };
}

const LOADERS: Loaders = { native: loadNative, wasm: loadWasm };

/**
 * Chooses a backend: the forced one, else native, else WebAssembly, else one that passes everything through.
 *
 * @param forced The value of the environment variable `TAMIS_BACKEND`. Undefined or empty forces none.
 * @throws TamisError `OPTION_INVALID` for another value, `BACKEND_UNAVAILABLE` if the forced one cannot load.
 */
export function chooseBackend(forced: string | undefined, loaders: Partial<Loaders> = {}): LoadedBackend {
  const { native: tryNative, wasm: tryWasm } = { ...LOADERS, ...loaders };
  if (forced !== undefined && forced !== "" && !VALID.includes(forced)) {
    const message = `TAMIS_BACKEND is ${JSON.stringify(forced.slice(0, 40))}; valid values: ${VALID.join(", ")}`;
    throw new TamisError("OPTION_INVALID", message);
  }
  const native = forced === "wasm" ? { reason: "TAMIS_BACKEND=wasm" } : tryNative();
  if ("backend" in native) return { ...native, reason: undefined };
  if (forced === "native") {
    const message = `TAMIS_BACKEND=native, but the native backend cannot be loaded: ${native.reason}. ${remedy()}`;
    throw new TamisError("BACKEND_UNAVAILABLE", message);
  }
  const wasm = tryWasm();
  if ("addon" in wasm)
    return { backend: createNative(wasm.addon, undefined, "wasm"), reason: native.reason, addon: wasm.addon };
  if (forced === "wasm") throw new TamisError("BACKEND_UNAVAILABLE", `TAMIS_BACKEND=wasm, but ${wasm.reason}`);
  const reason = `${native.reason}; ${wasm.reason}. ${remedy()}`;
  return { backend: createNoBackend(reason), reason };
}

const remedy = () => howToGetNative(platformTriple(), packageVersion());

let loaded: LoadedBackend | undefined;

/** The backend of this process, chosen at the first call. Throws like {@link chooseBackend}. */
export function loadBackend(): LoadedBackend {
  loaded ??= chooseBackend(variable("TAMIS_BACKEND"));
  return loaded;
}

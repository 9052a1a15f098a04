import { variable } from "../base/environment.js";
import { TamisError } from "../base/errors.js";
import { packageVersion } from "../base/version.js";
import { createBaseline } from "../baseline/index.js";
import type { Backend } from "../contract/backend.js";
import type { Addon } from "../native/addon.js";
import { createNative, loadNative } from "../native/backend.js";
import { howToGetNative, platformTriple } from "../native/platform.js";
import { loadWasm, WASM_MISSING } from "../wasm/load.js";

/** The backend in use. */
export interface LoadedBackend {
  backend: Backend;
  /** Why it is not the native one; undefined if it is. */
  reason: string | undefined;
  /** What the backend calls; undefined for the baseline. */
  addon?: Addon | undefined;
}

const VALID = ["native", "wasm", "baseline"];

/** How each of the backends is loaded. */
export interface Loaders {
  native: typeof loadNative;
  wasm: typeof loadWasm;
}

const LOADERS: Loaders = { native: loadNative, wasm: loadWasm };

/**
 * Chooses a backend: the forced one, else native, else WebAssembly, else the baseline.
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
  if (forced === "baseline") return { backend: createBaseline(), reason: "TAMIS_BACKEND=baseline" };
  const native = forced === "wasm" ? { reason: "TAMIS_BACKEND=wasm" } : tryNative();
  if ("backend" in native) return { ...native, reason: undefined };
  if (forced === "native") {
    const hint = howToGetNative(platformTriple(), packageVersion());
    const message = `TAMIS_BACKEND=native, but the native backend cannot be loaded: ${native.reason}. ${hint}`;
    throw new TamisError("BACKEND_UNAVAILABLE", message);
  }
  const wasm = tryWasm();
  if ("addon" in wasm)
    return { backend: createNative(wasm.addon, undefined, "wasm"), reason: native.reason, addon: wasm.addon };
  if (forced === "wasm") throw new TamisError("BACKEND_UNAVAILABLE", `TAMIS_BACKEND=wasm, but ${wasm.reason}`);
  const reason = wasm.reason === WASM_MISSING ? native.reason : `${native.reason}; ${wasm.reason}`;
  return { backend: createBaseline(), reason };
}

let loaded: LoadedBackend | undefined;

/** The backend of this process, chosen at the first call. Throws like {@link chooseBackend}. */
export function loadBackend(): LoadedBackend {
  loaded ??= chooseBackend(variable("TAMIS_BACKEND"));
  return loaded;
}

/** What `make` makes of the addon in use; undefined where the baseline is. Throws like {@link chooseBackend}. */
export function makeOfAddon<T>(make: (addon: Addon, name: "native" | "wasm") => T): T | undefined {
  const { addon, backend } = loadBackend();
  return addon === undefined ? undefined : make(addon, backend.name === "wasm" ? "wasm" : "native");
}

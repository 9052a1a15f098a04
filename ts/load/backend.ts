import { variable } from "../base/environment.js";
import { TamisError } from "../base/errors.js";
import { packageVersion } from "../base/version.js";
import { createBaseline } from "../baseline/index.js";
import type { Backend } from "../contract/backend.js";
import { type Addon, loadAddon } from "../native/addon.js";
import { loadNative } from "../native/backend.js";
import { howToGetNative, platformTriple } from "../native/platform.js";

/** The backend in use. */
export interface LoadedBackend {
  backend: Backend;
  /** Why it is not the native one; undefined if it is. */
  reason: string | undefined;
}

const VALID = ["native", "baseline"];

/**
 * Chooses a backend: the forced one, else native, else the baseline.
 *
 * @param forced The value of the environment variable `TAMIS_BACKEND`. Undefined or empty forces none.
 * @throws TamisError `OPTION_INVALID` for another value, `BACKEND_UNAVAILABLE` if native is forced and cannot load.
 */
export function chooseBackend(forced: string | undefined, tryNative: typeof loadNative = loadNative): LoadedBackend {
  if (forced !== undefined && forced !== "" && !VALID.includes(forced)) {
    const message = `TAMIS_BACKEND is ${JSON.stringify(forced.slice(0, 40))}; valid values: ${VALID.join(", ")}`;
    throw new TamisError("OPTION_INVALID", message);
  }
  if (forced === "baseline") return { backend: createBaseline(), reason: "TAMIS_BACKEND=baseline" };
  const native = tryNative();
  if ("backend" in native) return { backend: native.backend, reason: undefined };
  if (forced === "native") {
    const hint = howToGetNative(platformTriple(), packageVersion());
    const message = `TAMIS_BACKEND=native, but the native backend cannot be loaded: ${native.reason}. ${hint}`;
    throw new TamisError("BACKEND_UNAVAILABLE", message);
  }
  return { backend: createBaseline(), reason: native.reason };
}

let loaded: LoadedBackend | undefined;

/** The backend of this process, chosen at the first call. Throws like {@link chooseBackend}. */
export function loadBackend(): LoadedBackend {
  loaded ??= chooseBackend(variable("TAMIS_BACKEND"));
  return loaded;
}

/** What `make` makes of the addon; undefined where the baseline is in use. Throws like {@link chooseBackend}. */
export function makeOfAddon<T>(make: (addon: Addon) => T): T | undefined {
  if (loadBackend().backend.name === "baseline") return undefined;
  const native = loadAddon();
  return "addon" in native ? make(native.addon) : undefined;
}

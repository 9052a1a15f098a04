import { TamisError } from "../base/errors.js";
import type { Addon } from "../native/addon.js";
import { loadBackend } from "./backend.js";

/**
 * What `make` makes of the core: of the addon, or of WebAssembly.
 *
 * @throws TamisError `BACKEND_UNAVAILABLE`, with the reason and what to do, where neither can be loaded; like
 *   `loadBackend`.
 */
export function makeOfCore<T>(make: (addon: Addon, name: "native" | "wasm") => T): T {
  const { addon, backend, reason } = loadBackend();
  if (addon !== undefined) return make(addon, backend.name === "wasm" ? "wasm" : "native");
  throw new TamisError("BACKEND_UNAVAILABLE", `neither the addon nor WebAssembly can be loaded: ${reason}`);
}

import { TamisError } from "../base/errors.js";
import { packageVersion } from "../base/version.js";
import type { Addon } from "../native/addon.js";
import { howToGetNative, platformTriple } from "../native/platform.js";
import { loadBackend, makeOfAddon } from "./backend.js";

/**
 * What `make` makes of the core: of the addon, or of WebAssembly.
 *
 * @throws TamisError `BACKEND_UNAVAILABLE`, with the reason and what to do, where neither is in use.
 */
export function makeOfCore<T>(make: (addon: Addon) => T): T {
  const made = makeOfAddon(make);
  if (made !== undefined) return made;
  const hint = howToGetNative(platformTriple(), packageVersion());
  throw new TamisError("BACKEND_UNAVAILABLE", `the core is not loaded: ${loadBackend().reason}. ${hint}`);
}

import { TamisError } from "./errors.js";

/**
 * What `load` gives.
 *
 * @param name The package's name.
 * @param use What needs it, for people: `TOML`.
 * @throws TamisError `PEER_MISSING` where the package is not found: a bundle that was moved away from its `node_modules`.
 */
export function loadPeer<T>(name: string, use: string, load: () => unknown): T {
  try {
    return load() as T;
  } catch (cause) {
    if (Object(cause).code !== "MODULE_NOT_FOUND") throw cause;
    const message = `${use} needs the package ${name}, which is not found from here: npm install ${name} beside the program, or keep tamis out of the bundle`;
    throw new TamisError("PEER_MISSING", message, { cause });
  }
}

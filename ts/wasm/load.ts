import { readFileSync } from "node:fs";
import { requireHere } from "../base/require-here.js";
import { IS_BUILT } from "../base/version.js";
import type { Addon } from "../native/addon.js";
import { PROTOCOL_VERSION } from "../native/protocol.js";
import { createWasmAddon } from "./addon.js";
import type { Exports } from "./instance.js";

/** Where the build writes both files, seen from this one: from `dist` where it is bundled, else from `ts/wasm`. */
const BUILT = IS_BUILT ? "." : "../binding";

/** Why there is no WebAssembly where the package does not have it. */
export const WASM_MISSING = "tamis.wasm is not installed";

/** The part of the platform's `WebAssembly` that is used; runtimes may lack it, or refuse to compile. */
interface Platform {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
}

/**
 * Loads the core over WebAssembly, from `tamis.wasm` beside the bundle or of the checkout's own build. Returns the reason,
 * for people, where there is none, where the platform refuses to compile, or where the file is another version's; never
 * throws.
 */
export function loadWasm(): { addon: Addon } | { reason: string } {
  const path = pathOf("tamis.wasm");
  if (path === undefined) return { reason: WASM_MISSING };
  const platform = (globalThis as { WebAssembly?: Platform }).WebAssembly;
  if (platform === undefined) return { reason: "this runtime has no WebAssembly" };
  try {
    const module = new platform.Module(readFileSync(path));
    const make = () => new platform.Instance(module, {}).exports as Exports;
    const addon = createWasmAddon(make, readVocabulary);
    if (addon.PROTOCOL_VERSION === PROTOCOL_VERSION) return { addon: addon as Addon };
    return {
      reason: `${path} has protocol version ${addon.PROTOCOL_VERSION}, this is ${PROTOCOL_VERSION}; build it again`,
    };
  } catch (error) {
    return { reason: `${path} cannot be compiled: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function readVocabulary(): Uint8Array | undefined {
  const path = pathOf("vocabularies.bin");
  return path === undefined ? undefined : readFileSync(path);
}

function pathOf(name: string): string | undefined {
  try {
    return requireHere.resolve(`${BUILT}/${name}`);
  } catch {
    return undefined;
  }
}

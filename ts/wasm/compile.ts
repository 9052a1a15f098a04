// Makes the addon's interface of a module of WebAssembly, in whatever form it is there.
import { messageOf } from "../base/system-errors.js";
import type { Addon } from "../native/addon.js";
import { PROTOCOL_VERSION } from "../native/protocol.js";
import { createWasmAddon } from "./addon.js";
import type { Exports } from "./instance.js";

/** The part of the platform's `WebAssembly` that is used; runtimes may lack it, or refuse to compile. */
interface Platform {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
}

/**
 * The addon of a module.
 *
 * @param find Reads its bytes, or gives the module that the platform compiled.
 * @param name Of the module, for people.
 * @param vocabulary Finds the packed vocabularies at the first exact count; undefined where there are none.
 * @returns The reason, for people, where the platform has no WebAssembly or refuses to compile (a page needs
 *   `'wasm-unsafe-eval'` in its content-security policy), and where the module is another version's.
 */
export function addonOf(
  find: () => Uint8Array | object,
  name: string,
  vocabulary: () => Uint8Array | undefined,
): { addon: Addon } | { reason: string } {
  const platform = (globalThis as { WebAssembly?: Platform }).WebAssembly;
  if (platform === undefined) return { reason: "this runtime has no WebAssembly" };
  try {
    const found = find();
    const module = found instanceof Uint8Array ? new platform.Module(found) : found;
    const addon = createWasmAddon(() => new platform.Instance(module, {}).exports as Exports, vocabulary);
    if (addon.PROTOCOL_VERSION === PROTOCOL_VERSION) return { addon: addon as Addon };
    return {
      reason: `${name} has protocol version ${addon.PROTOCOL_VERSION}, this is ${PROTOCOL_VERSION}; build it again`,
    };
  } catch (error) {
    return { reason: `${name} cannot be compiled: ${messageOf(error)}` };
  }
}

/** The bytes of a module that is packed as base64 of raw deflate. */
export function inflated(packed: string): Uint8Array {
  return process.getBuiltinModule("node:zlib").inflateRawSync(Buffer.from(packed, "base64"));
}

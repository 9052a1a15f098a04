// Between condensation, which knows no native code, and the core.
import type { LosslessBackend } from "../contract/lossless.js";
import { createNativeLossless } from "../native/lossless.js";
import { makeOfCore } from "./core.js";

let loaded: LosslessBackend | undefined;

/** The lossless phase by the core of this process. Throws like `makeOfCore`. */
export function loadLossless(): LosslessBackend {
  loaded ??= makeOfCore(createNativeLossless);
  return loaded;
}

import type { LosslessBackend } from "../contract/lossless.js";
import { createNativeLossless } from "../native/lossless.js";
import { makeOfAddon } from "./backend.js";

let loaded: { run: LosslessBackend | undefined } | undefined;

/** The lossless phase of this process's backend; undefined where that is the baseline. Throws like `loadBackend`. */
export function loadLossless(): LosslessBackend | undefined {
  loaded ??= { run: makeOfAddon(createNativeLossless) };
  return loaded.run;
}

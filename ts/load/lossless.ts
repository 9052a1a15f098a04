import type { LosslessBackend } from "../contract/lossless.js";
import { loadAddon } from "../native/addon.js";
import { createNativeLossless } from "../native/lossless.js";
import { loadBackend } from "./backend.js";

let loaded: { run: LosslessBackend | undefined } | undefined;

/** The lossless phase of this process's backend; undefined where that is the baseline. Throws like `loadBackend`. */
export function loadLossless(): LosslessBackend | undefined {
  loaded ??= { run: choose() };
  return loaded.run;
}

function choose(): LosslessBackend | undefined {
  if (loadBackend().backend.name === "baseline") return undefined;
  const native = loadAddon();
  return "addon" in native ? createNativeLossless(native.addon) : undefined;
}

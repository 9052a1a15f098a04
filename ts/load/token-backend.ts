import { createBaselineTokens } from "../baseline/tokens.js";
import type { TokenBackend } from "../contract/token-backend.js";
import { loadAddon } from "../native/addon.js";
import { createNativeTokens } from "../native/tokens.js";
import { loadBackend } from "./backend.js";

let loaded: TokenBackend | undefined;

/** The token functions of this process's backend. Throws like `loadBackend`. */
export function loadTokenBackend(): TokenBackend {
  loaded ??= choose();
  return loaded;
}

function choose(): TokenBackend {
  if (loadBackend().backend.name === "baseline") return createBaselineTokens();
  const native = loadAddon();
  return "addon" in native ? createNativeTokens(native.addon) : createBaselineTokens();
}

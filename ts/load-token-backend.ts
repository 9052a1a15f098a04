import { createBaselineTokens } from "./baseline/tokens.js";
import { loadBackend } from "./load-backend.js";
import { loadAddon } from "./native-addon.js";
import { createNativeTokens } from "./native-tokens.js";
import type { TokenBackend } from "./token-backend.js";

let loaded: TokenBackend | undefined;

/** The token side of the backend of this process. Throws as `loadBackend`. */
export function loadTokenBackend(): TokenBackend {
  loaded ??= choose();
  return loaded;
}

function choose(): TokenBackend {
  if (loadBackend().backend.name === "baseline") return createBaselineTokens();
  const native = loadAddon();
  return "addon" in native ? createNativeTokens(native.addon) : createBaselineTokens();
}

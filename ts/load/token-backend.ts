import { createBaselineTokens } from "../baseline/tokens.js";
import type { TokenBackend } from "../contract/token-backend.js";
import { createNativeTokens } from "../native/tokens.js";
import { makeOfAddon } from "./backend.js";

let loaded: TokenBackend | undefined;

/** The token functions of this process's backend. Throws like `loadBackend`. */
export function loadTokenBackend(): TokenBackend {
  loaded ??= makeOfAddon(createNativeTokens) ?? createBaselineTokens();
  return loaded;
}

import type { TokenBackend } from "../contract/token-backend.js";
import { createNativeTokens } from "../native/tokens.js";
import { makeOfCore } from "./core.js";

let loaded: TokenBackend | undefined;

/** The token functions of this process's backend. Throws like `makeOfCore`. */
export function loadTokenBackend(): TokenBackend {
  loaded ??= makeOfCore(createNativeTokens);
  return loaded;
}

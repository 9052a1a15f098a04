import { createBaselineTokens } from "../../baseline/tokens.js";
import type { TokenBackend } from "../../contract/token-backend.js";

let loaded: TokenBackend | undefined;

/** The token functions in TypeScript. */
export function loadTokenBackend(): TokenBackend {
  loaded ??= createBaselineTokens();
  return loaded;
}

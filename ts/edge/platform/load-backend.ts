import { createBaseline } from "../../baseline/index.js";
import type { LoadedBackend } from "../../load/backend.js";

let loaded: LoadedBackend | undefined;

/** The backend in TypeScript: outside of Node there is no addon. */
export function loadBackend(): LoadedBackend {
  loaded ??= { backend: createBaseline(), reason: "tamis/edge has no native addon" };
  return loaded;
}

// Both implementations in one process, whatever `TAMIS_BACKEND` says: to compare and to time them.
import type { Backend } from "../backend.js";
import { createBaseline } from "../baseline/index.js";
import { loadNative } from "../native-backend.js";
import { howToGetNative, platformTriple } from "../platform.js";
import { packageVersion } from "../version.js";

export interface Backends {
  baseline: Backend;
  native: Backend | undefined;
  /** Why there is no native one. */
  nativeReason: string | undefined;
}

/** The baseline, and the native backend where it loads. */
export function loadBackends(): Backends {
  const loaded = loadNative();
  const baseline = createBaseline();
  return "backend" in loaded
    ? { baseline, native: loaded.backend, nativeReason: undefined }
    : { baseline, native: undefined, nativeReason: loaded.reason };
}

/** What to do here about a missing native backend. */
export function nativeHint(): string {
  return howToGetNative(platformTriple(), packageVersion());
}

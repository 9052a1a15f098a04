// Loads both implementations in one process, whatever `TAMIS_BACKEND` says, to compare and to time them.

import { packageVersion } from "../../base/version.js";
import { createBaseline } from "../../baseline/index.js";
import type { Backend } from "../../contract/backend.js";
import { loadNative } from "../../native/backend.js";
import { howToGetNative, platformTriple } from "../../native/platform.js";

export interface Backends {
  baseline: Backend;
  native: Backend | undefined;
  /** Why there is no native backend. */
  nativeReason: string | undefined;
}

/** The baseline, and the native backend if it loads. */
export function loadBackends(): Backends {
  const loaded = loadNative();
  const baseline = createBaseline();
  return "backend" in loaded
    ? { baseline, native: loaded.backend, nativeReason: undefined }
    : { baseline, native: undefined, nativeReason: loaded.reason };
}

/** Advice for this machine about a missing native backend. */
export function nativeHint(): string {
  return howToGetNative(platformTriple(), packageVersion());
}

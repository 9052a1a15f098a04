// Loaded only where originals are written.
import type { Reduction } from "../../contract/report.js";
import { createRestoreReport } from "../../restore/index.js";
import { writeFileAtomic } from "../shared/io.js";

/** Writes what a reduction replaced, for `tamis reduce --restore`. */
export function writeOriginals(body: Uint8Array, reduction: Reduction<Uint8Array>, path: string): void {
  writeFileAtomic(path, `${JSON.stringify(createRestoreReport(body, reduction), null, 2)}\n`);
}

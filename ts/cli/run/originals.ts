import { existsSync } from "node:fs";
import { handleOfResult } from "../../masking/handle-mark.js";
import { OriginalFiles } from "../../restore/original-files.js";

/** The tenant of originals that have one owner. */
const TENANT = "default";

/** Finds the file of a result's original; undefined where none was kept. */
export function originalFinder(folder: string): (result: Parameters<typeof handleOfResult>[0]) => string | undefined {
  let files: OriginalFiles | undefined;
  return (result) => {
    files ??= new OriginalFiles(folder, {}, process.env.TAMIS_RESTORE_KEY);
    const handle = handleOfResult(result, { key: files.key, tenant: TENANT });
    const path = handle === undefined ? undefined : files.pathOf(handle);
    return path !== undefined && existsSync(path) ? path : undefined;
  };
}

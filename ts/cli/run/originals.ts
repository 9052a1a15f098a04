import { OriginalFiles } from "../../restore/original-files.js";

/** The tenant of originals that have one owner. */
const TENANT = "default";

/** Finds the file of a result's original; undefined where none was kept. */
export function originalFinder(folder: string): (result: Parameters<OriginalFiles["fileOf"]>[0]) => string | undefined {
  let files: OriginalFiles | undefined;
  return (result) => {
    files ??= new OriginalFiles(folder, {}, process.env.TAMIS_RESTORE_KEY);
    return files.fileOf(result, TENANT);
  };
}

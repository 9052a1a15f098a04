import { mkdirSync, mkdtempSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and the parents that are missing; one that exists is left as it is. Node's own `recursive` never returns
 * where the system has a parent but says that it has none, as under `/proc`.
 *
 * @param mode Permissions of the folders that are made. @default the process's default for new folders
 * @throws Node's system errors.
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (isFolder(path)) return;
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === path) throw error;
    makeFolder(parent, mode);
    makeLast(path, mode);
  }
}

/** Makes a folder whose parent exists; another process may have been faster. */
function makeLast(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

/** Makes a folder of a name that nothing has, which begins with `prefix`. @returns its path. @throws Node's system errors. */
export const makeNewFolder = (prefix: string): string => mkdtempSync(prefix);

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Puts a file in the place of another, as a whole and for good: a reader sees the old or the new one, and when this
 * returns the new one is on disk. What fails leaves the old one.
 *
 * @param mode Of the new file. @default what the process gives to new files
 * @throws Node's system errors.
 */
export function replaceFile(target: string, data: Uint8Array | string, mode?: number): void {
  const temporary = `${target}.${process.pid}.tmp`;
  // `wx`: never write through a link that somebody else put under the temporary name.
  const file = openSync(temporary, "wx", mode ?? 0o666);
  try {
    try {
      if (mode !== undefined) fchmodSync(file, mode & 0o777);
      writeFileSync(file, data);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  }
  syncFolder(dirname(target));
}

/** Puts the names in a folder on disk: a new file is there for good when its folder is. */
export function syncFolder(folder: string): void {
  // Windows has no way to do so, and does not need it.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

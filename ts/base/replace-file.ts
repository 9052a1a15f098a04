import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Replaces a file as a whole and durably. A reader sees the old or the new file, and when this returns the new one is
 * on disk. After a failure the old file remains.
 *
 * @param mode Permissions of the new file. @default the process's default for new files
 * @throws Node's system errors; where it cannot be begun, with the target as their `path`.
 */
export function replaceFile(target: string, data: Uint8Array | string, mode?: number): void {
  const temporary = `${target}.${process.pid}.tmp`;
  const file = openNew(temporary, target, mode);
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

/** `wx` never writes through a link that another user created under the temporary name. */
function openNew(temporary: string, target: string, mode = 0o666): number {
  try {
    return openSync(temporary, "wx", mode);
  } catch (error) {
    throw Object.assign(error as Error, { path: target });
  }
}

/** Writes a folder's names to disk. A new file is durable only once its folder is. */
export function syncFolder(folder: string): void {
  // Windows has no such operation and does not need it.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

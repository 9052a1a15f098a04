import { closeSync, constants, lstatSync, readFileSync } from "node:fs";
import { TamisError } from "../base/errors.js";
import { createSafely, openToRead } from "../base/write-safely.js";
import { createKey } from "./handle.js";

const PRIVATE_FILE = 0o600;
const KEY_BYTES = 32;

/**
 * Reads the key of handles from a file, and makes the file if there is none. Only its owner can read it. Of several
 * processes at once the first one's key is taken.
 *
 * @param own What a new file gets. @default a new key
 * @throws TamisError `STORE_UNUSABLE` for a file that has something else; a system error.
 */
export function readKeyFile(path: string, own: Uint8Array = createKey()): Uint8Array {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    try {
      createSafely(path, own, PRIVATE_FILE);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  const key = readNoLink(path);
  if (key.length === KEY_BYTES) return new Uint8Array(key);
  throw new TamisError("STORE_UNUSABLE", `${path}: expected a key of ${KEY_BYTES} bytes, found ${key.length}`);
}

/** Reads a file, but not what a link leads to. */
export function readNoLink(path: string): Buffer {
  // Windows has no such flag.
  const file = openToRead(path, constants.O_NOFOLLOW ?? 0);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

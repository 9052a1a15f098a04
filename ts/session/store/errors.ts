import { messageOf, TamisError } from "../../base/errors.js";

const FAILED: Record<string, string> = {
  SQLITE_FULL: "the disk is full; nothing was written. Free some space and try again",
  SQLITE_IOERR: "reading or writing failed; nothing was written",
  SQLITE_BUSY: "another process has been writing for too long; nothing was written. Try again",
  SQLITE_LOCKED: "another process has been writing for too long; nothing was written. Try again",
  SQLITE_READONLY: "the file or its folder is read-only; nothing was written",
  SQLITE_TOOBIG: "the turn is larger than a database takes; nothing was written",
};

const UNUSABLE: Record<string, string> = {
  SQLITE_NOTADB: "this is no store of sessions (not an SQLite database)",
  SQLITE_CORRUPT: "the file is damaged or cut off; restore it from a copy",
  SQLITE_CANTOPEN: "it cannot be opened; the file and its folder must be writable",
  ENOTDIR: "a part of its path is not a folder",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "it is on a read-only file system",
  ENOSPC: "the disk is full",
};

/**
 * Converts any error of the database or the file system to a TamisError. Passes Tamis's own errors through.
 *
 * @param place The store's file.
 */
export function storeError(error: unknown, place: string): TamisError {
  if (TamisError.isInstance(error)) return error;
  const code = String(read(error, "code") ?? "");
  const base = code.replace(/^(SQLITE_[A-Z]+).*$/, "$1");
  const failed = FAILED[base];
  if (failed !== undefined) return new TamisError("STORE_FAILED", `${place}: ${failed} (${code})`, { cause: error });
  const unusable = UNUSABLE[base];
  if (unusable !== undefined) return new TamisError("STORE_UNUSABLE", `${place}: ${unusable}`, { cause: error });
  const message = messageOf(error);
  if (/\bno such (?:table|column): /.test(message)) {
    const text = `${place}: its tables are not those of a store of sessions (${message})`;
    return new TamisError("STORE_UNUSABLE", text, { cause: error });
  }
  return new TamisError("STORE_FAILED", `${place}: ${message}`, { cause: error });
}

/** The index of the failed statement in its batch. */
export const failedStatement = (error: unknown): number | undefined => {
  const index = read(error, "statementIndex");
  return typeof index === "number" && /overflow/.test(String(read(error, "message"))) ? index : undefined;
};

function read(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

import { TamisError } from "../../base/errors.js";
import { serverFault } from "./server-faults.js";
import type { OpenDatabase } from "./sql.js";

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
  SQLITE_AUTH: "the server refuses the credentials",
  ENOTDIR: "a part of its path is not a folder",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "it is on a read-only file system",
  ENOSPC: "the disk is full",
};

/** Where an error came from. */
export type Where = Pick<OpenDatabase, "place" | "isLocal">;

/**
 * Converts any error of the database, its server or the file system to a TamisError. Passes Tamis's own errors through.
 *
 * @param options.reading The operation was to write nothing.
 * @param options.first The error of an earlier attempt at the same write, if that attempt may have written.
 */
export function storeError(
  error: unknown,
  { place, isLocal }: Where,
  { reading = false, first }: { reading?: boolean; first?: unknown } = {},
): TamisError {
  if (TamisError.isInstance(error)) return error;
  const fault = isLocal ? undefined : serverFault(error);
  if (fault !== undefined) {
    const isUnknown = fault.isUncertain || first !== undefined;
    const written = isUnknown ? "; whether it was written is not known" : "; nothing was written";
    const isPlain = reading || (fault.code === "STORE_UNUSABLE" && !isUnknown);
    const cause = first ?? error;
    return new TamisError(fault.code, `${place}: ${fault.reason}${isPlain ? "" : written}`, { cause });
  }
  const code = String(read(error, "code") ?? "");
  const base = code.replace(/^(SQLITE_[A-Z]+).*$/, "$1");
  const failed = FAILED[base];
  if (failed !== undefined) return new TamisError("STORE_FAILED", `${place}: ${failed} (${code})`, { cause: error });
  const unusable = UNUSABLE[base];
  if (unusable !== undefined) return new TamisError("STORE_UNUSABLE", `${place}: ${unusable}`, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
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

/** Whether a failed write may have happened nevertheless. */
export function isUncertain(error: unknown, { isLocal }: Where): boolean {
  const raw = TamisError.isInstance(error) ? error.cause : error;
  return !isLocal && raw !== undefined && serverFault(raw)?.isUncertain === true;
}

/** Whether the database refused the statement: a guard failed, or a key exists already. */
export const isRefusal = (error: unknown): boolean =>
  failedStatement(error) !== undefined || String(read(error, "code")).startsWith("SQLITE_CONSTRAINT");

export const isBusy = (error: unknown): boolean => /^SQLITE_(?:BUSY|LOCKED)/.test(String(read(error, "code")));

export const isTimeout = (error: unknown): boolean => read(error, "name") === "TimeoutError";

function read(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

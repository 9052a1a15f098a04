import { readFileSync } from "node:fs";
import { TamisError } from "../base/errors.js";
import { explainSystemError } from "../base/system-errors.js";
import { writeSafely } from "../base/write-safely.js";
import type { ContextSession } from "./context-session.js";
import type { ImportOptions } from "./import.js";

/**
 * Writes a session's export to a file that only its owner can read. Replaces the file as a whole: after any failure the
 * old or the new one is there.
 *
 * @throws TamisError `STORE_FAILED` with the file and the reason.
 */
export function exportToFile(session: ContextSession, path: string): void {
  const json = session.export();
  try {
    writeSafely(path, json, { newMode: 0o600 });
  } catch (cause) {
    throw new TamisError("STORE_FAILED", `cannot write ${path}: ${explainSystemError(cause)}`, { cause });
  }
}

/**
 * Imports a file like `ContextSession.import`.
 *
 * @throws TamisError `SESSION_INVALID` with the file and the faulty value.
 */
export async function importFromFile(session: ContextSession, path: string, options: ImportOptions = {}) {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new TamisError("SESSION_INVALID", `cannot read ${path}: ${explainSystemError(cause)}`, { cause });
  }
  try {
    return await session.import(bytes, options);
  } catch (error) {
    if (!TamisError.isInstance(error) || error.code !== "SESSION_INVALID") throw error;
    throw new TamisError("SESSION_INVALID", `${path}: ${error.message}`, { issues: error.issues, cause: error });
  }
}

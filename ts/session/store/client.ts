// The database behind a store: a file in WAL mode with full sync.
import { chmodSync, closeSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf, TamisError } from "../../base/errors.js";
import { makeFolder } from "../../base/make-folder.js";
import { isNewFile, requireOwn, useWal } from "../../base/private-database.js";
import { redact } from "../../base/redact.js";
import { openSqlite, requireSqlite } from "../../base/sqlite.js";
import { openToAppend, syncFolder } from "../../base/write-safely.js";
import { storeError } from "./errors.js";
import {
  DEFAULT_BUSY_TIMEOUT_MS,
  type OpenDatabase,
  type SqlClient,
  type SqlStatement,
  type StoreOptions,
} from "./sql.js";

/** What names no file, and why. */
const NO_FILE: readonly [pattern: RegExp, reason: string][] = [
  [/^(?:file:)?:memory:|[?&]mode=memory\b/i, "a store is on disk; sessions without a store are in memory"],
  [/^$|\0/, "this names no file"],
  [/^(?!file:)[a-z][a-z\d+.-]+:\/\//i, "expected a path or a file: URL"],
];

/**
 * The path of a store's file. A `file:` URL without a slash is relative to the working folder, as SQLite reads it.
 *
 * @throws TamisError `STORE_UNUSABLE` for what names no file.
 */
function pathOf(location: string): string {
  const refuse = (reason: string) => new TamisError("STORE_UNUSABLE", `${redact(location)}: ${reason}`);
  const wrong = NO_FILE.find(([pattern]) => pattern.test(location));
  if (wrong !== undefined) throw refuse(wrong[1]);
  if (!/^file:/i.test(location)) return resolve(location);
  try {
    const [, relative] = /^file:(?!\/)([^?#]*)/i.exec(location) ?? [];
    return relative === undefined ? fileURLToPath(location) : resolve(decodeURIComponent(relative));
  } catch (error) {
    throw refuse(messageOf(error));
  }
}

/**
 * @param location A path or a `file:` URL.
 * @throws TamisError `PEER_MISSING`, `STORE_UNUSABLE`, `OPTION_INVALID`.
 */
export async function openDatabase(location: string, options: StoreOptions): Promise<OpenDatabase> {
  const { busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS } = options;
  const use = "sessions on disk need";
  await requireSqlite(use);
  const path = pathOf(location);
  prepareFile(path);
  let client: SqlClient | undefined;
  try {
    client = await openSqlite(path, { use, busyTimeoutMs });
    await requireOwn(client, path, { what: WHAT, tables: { tamis_store: [] } });
    keepFromOthers(path);
    await setDurable(client);
    await requireUtf8(client, path);
    return { client, place: path };
  } catch (error) {
    client?.close();
    throw storeError(error, path);
  }
}

const WHAT = "store of sessions";

/** Tables in UTF-16 are not Tamis's. Their texts would be read as something else. */
async function requireUtf8(client: SqlClient, path: string): Promise<void> {
  const { rows } = await client.execute({ sql: "PRAGMA encoding", args: [] });
  const encoding = String(rows[0]?.encoding);
  if (encoding === "UTF-8") return;
  throw new TamisError("STORE_UNUSABLE", `${path}: this is no store of sessions (its texts are in ${encoding})`);
}

const ASK_SYNC = { sql: "PRAGMA synchronous", args: [] };
const FULL = 2;

/** Makes a commit return only when its bytes are on disk. */
async function setDurable(client: SqlClient): Promise<void> {
  await useWal(client);
  await client.execute({ sql: "PRAGMA synchronous=FULL", args: [] });
  const { rows } = await client.execute(ASK_SYNC);
  if (rows[0]?.synchronous !== FULL) throw new Error("the database does not sync fully");
}

/**
 * Fails the transaction if the connection would not sync at commit. Clients open new connections by themselves, and a
 * new connection may lack the setting. (RAISE exists only in triggers; abs() of the smallest integer overflows and
 * fails.)
 */
export const FULL_SYNC_GUARD: SqlStatement = {
  sql: "SELECT CASE (SELECT synchronous FROM pragma_synchronous) WHEN 2 THEN 1 ELSE abs(-9223372036854775808) END",
  args: [],
};

/**
 * Creates the file for its owner alone. SQLite gives its companion files the same mode. Refuses a file that is no
 * database.
 */
function prepareFile(path: string): void {
  try {
    if (!isNewFile(path, WHAT)) return;
    makeFolder(dirname(path), 0o700);
    closeSync(openToAppend(path, 0o600));
    syncFolder(dirname(path));
  } catch (error) {
    throw storeError(error, path);
  }
}

/** Removes other users' rights and adds none for the owner. Leaves a file of another user unchanged. */
function keepFromOthers(path: string): void {
  const { mode } = statSync(path);
  try {
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}

// The database behind a store: a file of this machine in WAL mode with full sync, or a libSQL server.
import { chmodSync, closeSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { TamisError } from "../../base/errors.js";
import { loadLibsql } from "../../base/libsql.js";
import { makeFolder } from "../../base/make-folder.js";
import { openToAppend, openToRead, syncFolder } from "../../base/write-safely.js";
import { storeError } from "./errors.js";
import { pathOf } from "./place.js";
import { type ClientMaker, connectServer, isServer } from "./server.js";
import {
  DEFAULT_BUSY_TIMEOUT_MS,
  type OpenDatabase,
  type SqlClient,
  type SqlStatement,
  type StoreOptions,
} from "./sql.js";

/**
 * @param location A path, a `file:` URL, or the URL of a server (`libsql:`, `https:`, `http:`, `wss:`, `ws:`).
 * @throws TamisError `PEER_MISSING`, `STORE_UNUSABLE`, `OPTION_INVALID`.
 */
export async function openDatabase(location: string, options: StoreOptions): Promise<OpenDatabase> {
  const { createClient } = await loadLibsql("sessions on disk need");
  const { busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS } = options;
  if (isServer(location)) return connectServer(createClient as unknown as ClientMaker, location, options);
  const path = pathOf(location);
  prepareFile(path);
  try {
    const config = { url: pathToFileURL(path).href, timeout: busyTimeoutMs };
    const client = createClient(config) as unknown as SqlClient;
    await setDurable(client);
    await requireUtf8(client, path);
    return { client, isLocal: true, place: path, busyTimeoutMs: 0 };
  } catch (error) {
    throw storeError(error, { place: path, isLocal: true });
  }
}

/** Tables in UTF-16 are not Tamis's. Their texts would be read as something else. */
async function requireUtf8(client: SqlClient, path: string): Promise<void> {
  const { rows } = await client.execute({ sql: "PRAGMA encoding", args: [] });
  const encoding = String(rows[0]?.encoding);
  if (encoding === "UTF-8") return;
  throw new TamisError("STORE_UNUSABLE", `${path}: this is no store of sessions (its texts are in ${encoding})`);
}

const ASK_SYNC = { sql: "PRAGMA synchronous", args: [] };
const FULL = 2;
const WAL_ATTEMPTS = 50;

/** Makes a commit return only when its bytes are on disk. */
async function setDurable(client: SqlClient): Promise<void> {
  // Changing the mode needs the file alone, and does not wait for it as writes do.
  for (let attempt = 1; ; attempt++) {
    try {
      const asked = await client.execute({ sql: "PRAGMA journal_mode", args: [] });
      if (asked.rows[0]?.journal_mode !== "wal") await client.execute({ sql: "PRAGMA journal_mode=WAL", args: [] });
      break;
    } catch (error) {
      const isBusy = typeof error === "object" && error !== null && "code" in error && error.code === "SQLITE_BUSY";
      if (!isBusy || attempt === WAL_ATTEMPTS) throw error;
      await new Promise((done) => setTimeout(done, 20));
    }
  }
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
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) {
      makeFolder(dirname(path), 0o700);
      closeSync(openToAppend(path, 0o600));
      syncFolder(dirname(path));
    } else if (!found.isFile()) {
      throw new TamisError("STORE_UNUSABLE", `${path}: it is ${found.isDirectory() ? "a folder" : "no regular file"}`);
    } else {
      if (found.size > 0) checkHeader(path);
      if ((found.mode & 0o077) !== 0) keepFromOthers(path, found.mode);
    }
  } catch (error) {
    throw storeError(error, { place: path, isLocal: true });
  }
}

/** Removes other users' rights and adds none for the owner. Leaves a file of another user unchanged. */
function keepFromOthers(path: string, mode: number): void {
  try {
    chmodSync(path, mode & 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}

const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;

/** Refuses a file that was cut off: SQLite itself would read as much of it as there is. */
function checkHeader(path: string): void {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openToRead(path);
  try {
    readSync(file, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) {
    throw new TamisError("STORE_UNUSABLE", `${path}: this is no store of sessions (not an SQLite database)`);
  }
  const pageSize = header.readUInt16BE(16);
  const pages = header.readUInt32BE(28);
  // SQLite restores what the write-ahead log still contains. Another process may be moving it into the file, and removes it
  // after that: so the size is asked for last.
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  const isCutOff = (log?.size ?? 0) === 0 && statSync(path).size < pages * (pageSize === 1 ? 65_536 : pageSize);
  if (isCutOff) {
    throw new TamisError("STORE_UNUSABLE", `${path}: the file is cut off; restore it from a copy`);
  }
}

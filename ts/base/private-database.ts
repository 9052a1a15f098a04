// SQLite files of this program's own, for their owner alone. A file of another program is left as it is.

import { chmodSync, closeSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { messageOf, TamisError } from "./errors.js";
import { makeFolder } from "./make-folder.js";
import { openSqlite, requireSqlite, type SqlClient, type SqliteOptions } from "./sqlite.js";
import { openToAppend, openToRead } from "./write-safely.js";

/** The error for a file of ours that cannot be used. */
export const unusableFile = (file: string, cause: unknown): TamisError =>
  new TamisError("STORE_UNUSABLE", `${file}: ${messageOf(cause)}`, { cause });

/** How a file of this program's is opened. */
export interface DatabaseOptions extends SqliteOptions {
  /** What the file is, for people: `ledger`. */
  what: string;
  /** The tables, by name: the statements that make them and their indexes where there are none. */
  tables: Readonly<Record<string, readonly string[]>>;
}

/**
 * Opens an SQLite file in WAL mode, and makes it if there is none: only its owner can read it.
 *
 * @throws TamisError `PEER_MISSING`; `STORE_UNUSABLE`, also for a file that another program made, which stays unchanged.
 */
export async function openPrivateDatabase(file: string, options: DatabaseOptions): Promise<SqlClient> {
  await requireSqlite(options.use);
  let client: SqlClient | undefined;
  try {
    const isNew = isNewFile(file, options.what);
    if (isNew) {
      makeFolder(dirname(file), 0o700);
      closeSync(openToAppend(file, 0o600));
    }
    client = await openSqlite(file, options);
    await requireOwn(client, file, options);
    if (isNew || (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    await useWal(client);
    await client.batch(
      Object.values(options.tables).flatMap((statements) => statements.map((sql) => ({ sql, args: [] }))),
      "write",
    );
    return client;
  } catch (cause) {
    client?.close();
    throw TamisError.isInstance(cause) ? cause : unusableFile(file, cause);
  }
}

/** @throws TamisError `STORE_UNUSABLE` for what is no file of SQLite's */
export function isNewFile(file: string, what: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return true;
  if (!found.isFile()) throw unusableFile(file, `it is ${found.isDirectory() ? "a folder" : "no regular file"}`);
  const problem = found.size === 0 ? undefined : headerProblem(file, what);
  if (problem !== undefined) throw unusableFile(file, problem);
  return false;
}

/** Tables that SQLite, its server, and a program that copies databases make for themselves. */
export const isOfSqlite = (name: string): boolean => /^(?:sqlite|libsql|_litestream)_/.test(name);

/** @throws TamisError `STORE_UNUSABLE` for a database that has something, and none of the tables */
export async function requireOwn(
  client: SqlClient,
  file: string,
  { what, tables }: Pick<DatabaseOptions, "what" | "tables">,
): Promise<void> {
  const { rows } = await client.execute({ sql: "SELECT name FROM sqlite_master", args: [] });
  const names = rows.map(({ name }) => String(name)).filter((name) => !isOfSqlite(name));
  const isOwn = names.some((name) => Object.hasOwn(tables, name));
  const marks = await client.execute({
    sql: "SELECT application_id AS id, user_version AS version FROM pragma_application_id, pragma_user_version",
    args: [],
  });
  const isMarked = marks.rows.some(({ id, version }) => id !== 0 || version !== 0);
  if (isOwn || (names.length === 0 && !isMarked)) return;
  const problem = `this is no ${what} (a database of something else, which is left as it is); name another file`;
  throw unusableFile(file, problem);
}

const WAL_ATTEMPTS = 50;

/** Changing the mode needs the file alone, and does not wait for it as writes do. */
export async function useWal(client: SqlClient): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const asked = await client.execute({ sql: "PRAGMA journal_mode", args: [] });
      if (asked.rows[0]?.journal_mode !== "wal") await client.execute({ sql: "PRAGMA journal_mode=WAL", args: [] });
      return;
    } catch (error) {
      const isBusy = typeof error === "object" && error !== null && "code" in error && error.code === "SQLITE_BUSY";
      if (!isBusy || attempt === WAL_ATTEMPTS) throw error;
      await new Promise((done) => setTimeout(done, 20));
    }
  }
}

const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;

/** Why a file is no database, though SQLite would read as much of it as there is; undefined for nothing. */
function headerProblem(path: string, what: string): string | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openToRead(path);
  try {
    readSync(file, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) return `this is no ${what} (not an SQLite database)`;
  const pageSize = header.readUInt16BE(16);
  const pages = header.readUInt32BE(28);
  // SQLite restores what the write-ahead log still contains. Another process may be moving it into the file, and removes it
  // after that: so the size is asked for last.
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  const isCutOff = (log?.size ?? 0) === 0 && statSync(path).size < pages * (pageSize === 1 ? 65_536 : pageSize);
  return isCutOff ? "the file is cut off; restore it from a copy" : undefined;
}

// The tables of a store, version by version. A released version is never edited; the next version changes it.
import { TamisError } from "../../base/errors.js";
import { isOfSqlite } from "../../base/private-database.js";
import type { OpenDatabase, SqlStatement } from "./sql.js";
import { columnsOf, decodeRow, selectSafely } from "./texts.js";

/** The statements that lead from each version to the next. The first list creates the tables. */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE sessions (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      name TEXT UNIQUE,
      agent TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      state TEXT,
      owner_token TEXT,
      owner_pid INTEGER,
      owner_host TEXT,
      owner_started TEXT,
      owner_seen INTEGER
    )`,
    `CREATE TABLE turns (
      session INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      role TEXT NOT NULL,
      timestamp TEXT NOT NULL,
      content TEXT,
      rest TEXT,
      PRIMARY KEY (session, seq)
    )`,
  ],
];

const plain = (sql: string): SqlStatement => ({ sql, args: [] });

/**
 * Brings the tables to the newest version in one transaction. Creates them in an empty database.
 *
 * @throws TamisError `STORE_UNUSABLE` for a database of another program, or of a newer Tamis.
 */
export async function migrate(database: OpenDatabase, steps = MIGRATIONS): Promise<void> {
  const { client, place } = database;
  for (let attempt = 1; ; attempt++) {
    const version = await versionOf(database);
    if (version > steps.length) {
      const message = `${place}: a newer Tamis made this store (schema ${version}; this one knows ${steps.length}); update tamis`;
      throw new TamisError("STORE_UNUSABLE", message);
    }
    if (version === steps.length) return checkTables(database);
    try {
      await client.batch([...claimVersion(version, steps.length), ...steps.slice(version).flat().map(plain)], "write");
      return;
    } catch (error) {
      // Another process may have been faster. Look again, once.
      if (attempt > 1) throw error;
    }
  }
}

/** Fails if the version has changed since it was read. */
function claimVersion(from: number, to: number): SqlStatement[] {
  if (from === 0) {
    return [
      plain("CREATE TABLE tamis_store (schema INTEGER NOT NULL)"),
      { sql: "INSERT INTO tamis_store (schema) VALUES (?)", args: [to] },
    ];
  }
  return [
    {
      sql: "SELECT CASE (SELECT schema FROM tamis_store) WHEN ? THEN 1 ELSE abs(-9223372036854775808) END",
      args: [from],
    },
    { sql: "UPDATE tamis_store SET schema = ?", args: [to] },
  ];
}

/** The version; 0 for an empty database. */
async function versionOf({ client, place }: OpenDatabase): Promise<number> {
  const ask = `SELECT ${selectSafely(columnsOf("name"))} FROM sqlite_master WHERE type = 'table'`;
  const { rows } = await client.execute(plain(ask));
  const names = rows.map((row) => String(decodeRow(row).name));
  const own = names.filter((name) => !isOfSqlite(name));
  if (own.length === 0) return 0;
  if (!own.includes("tamis_store")) {
    throw new TamisError("STORE_UNUSABLE", `${place}: this is no store of sessions (a database of something else)`);
  }
  const versions = await client.execute(plain(`SELECT ${selectSafely(columnsOf("schema"))} FROM tamis_store`));
  const version = Number(String(versions.rows.map(decodeRow)[0]?.schema));
  if (Number.isSafeInteger(version) && version >= 1) return version;
  throw new TamisError("STORE_UNUSABLE", `${place}: the version of this store cannot be read; restore it from a copy`);
}

/** Fails if a table or column of the newest version is missing. */
async function checkTables({ client }: Pick<OpenDatabase, "client">): Promise<void> {
  await client.execute(
    plain("SELECT key, id, name, agent, created_at, updated_at, state, owner_token FROM sessions LIMIT 0"),
  );
  await client.execute(plain("SELECT session, seq, role, timestamp, content, rest FROM turns LIMIT 0"));
}

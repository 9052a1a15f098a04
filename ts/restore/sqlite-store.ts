// A store as a table of an SQLite file, for processes of one machine.

import { resolve } from "node:path";
import { openPrivateDatabase, unusableFile } from "../base/private-database.js";
import type { SqlClient, SqlStatement } from "../base/sqlite.js";
import type { ContentStore, StoreLimits, StoreScope } from "./content-store.js";
import { type ResolvedLimits, resolveLimits } from "./limits.js";

/** A store in an SQLite file. */
export interface SqliteStore extends ContentStore {
  /** Closes the file. The store cannot be used afterwards. */
  close(): void;
}

const BUSY_TIMEOUT_MS = 5_000;

const TABLES = {
  tamis_content: [
    "CREATE TABLE IF NOT EXISTS tamis_content (tenant TEXT NOT NULL, handle TEXT NOT NULL, token BLOB NOT NULL, " +
      "bytes INTEGER NOT NULL, put_at INTEGER NOT NULL, PRIMARY KEY (tenant, handle)) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS tamis_content_age ON tamis_content (put_at)",
  ],
};

/** Forgets what is expired, and the oldest values behind the newest that fit. */
const FORGET =
  "DELETE FROM tamis_content WHERE put_at <= ? OR (tenant, handle) IN (SELECT tenant, handle FROM (SELECT tenant, handle, " +
  "SUM(bytes) OVER (ORDER BY put_at DESC, tenant, handle) AS total FROM tamis_content) WHERE total > ?)";

/**
 * Opens an SQLite file as a store, and makes it if there is none. Only its owner can read it. Where Node has SQLite itself, a
 * thread of its own waits for the disk.
 *
 * @throws TamisError `PEER_MISSING` where Node has no SQLite and the package `@libsql/client` is not there; `STORE_UNUSABLE`,
 * also for a file of another program, which stays as it is; `OPTION_INVALID`.
 */
export async function openSqliteStore(path: string, options: StoreLimits = {}): Promise<SqliteStore> {
  const limits = resolveLimits(options);
  const file = resolve(path);
  const client = await openPrivateDatabase(file, {
    ...{ use: "a store of originals in SQLite needs", what: "store of originals" },
    ...{ busyTimeoutMs: BUSY_TIMEOUT_MS, tables: TABLES, inThread: true },
  });
  try {
    await client.execute({ sql: "SELECT tenant, handle, token, bytes, put_at FROM tamis_content LIMIT 0", args: [] });
  } catch (error) {
    client.close();
    throw unusableFile(file, error);
  }
  return new Sqlite(client, limits);
}

class Sqlite implements SqliteStore {
  readonly #client: SqlClient;
  readonly #limits: ResolvedLimits;
  /** Bytes that were put since the table was measured. */
  #unmeasured = Number.POSITIVE_INFINITY;

  constructor(client: SqlClient, limits: ResolvedLimits) {
    this.#client = client;
    this.#limits = limits;
  }

  async get(handle: string, { tenant }: StoreScope): Promise<Uint8Array | undefined> {
    const { now, ttlMs } = this.#limits;
    const sql = "SELECT token FROM tamis_content WHERE tenant = ? AND handle = ? AND put_at > ?";
    const { rows } = await this.#client.execute({ sql, args: [tenant, handle, now() - ttlMs] });
    const token = rows[0]?.token;
    return token instanceof Uint8Array ? token : undefined;
  }

  async put(handle: string, token: Uint8Array, { tenant }: StoreScope): Promise<void> {
    const { now, ttlMs, maxBytes } = this.#limits;
    if (token.length > maxBytes) throw new Error(`a value of ${token.length} bytes is above the store's limit`);
    const sql = "INSERT OR REPLACE INTO tamis_content (tenant, handle, token, bytes, put_at) VALUES (?, ?, ?, ?, ?)";
    const statements: SqlStatement[] = [{ sql, args: [tenant, handle, token, token.length, now()] }];
    this.#unmeasured += token.length;
    const isDue = this.#unmeasured > maxBytes / MEASURES_PER_LIMIT;
    if (isDue) statements.push({ sql: FORGET, args: [now() - ttlMs, maxBytes] });
    await this.#client.batch(statements, "write");
    if (isDue) this.#unmeasured = 0;
  }

  close(): void {
    this.#client.close();
  }
}

/** The table is measured each time that it may have grown by this part of its limit. */
const MEASURES_PER_LIMIT = 20;

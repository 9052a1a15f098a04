// SQLite files: by Node's own SQLite, else by the optional package @libsql/client. Either reads what the other wrote.
import { pathToFileURL } from "node:url";
import { TamisError } from "./errors.js";
import { installCommand } from "./install-command.js";
import { NodeDatabase, nodeSqlite } from "./node-sqlite.js";
import { openInThread } from "./sqlite-thread.js";
import type { SqlClient, SqlResult, SqlStatement } from "./sqlite-types.js";

export type { SqlClient, SqlResult, SqlRow, SqlStatement, SqlValue } from "./sqlite-types.js";

/**
 * The package.
 *
 * @param use What needs it, with its verb: `sessions on disk need`.
 * @throws TamisError `PEER_MISSING`
 */
export async function loadLibsql(use: string): Promise<typeof import("@libsql/client")> {
  try {
    return await import("@libsql/client");
  } catch (cause) {
    throw new TamisError("PEER_MISSING", `${use} the package @libsql/client: ${installCommand("@libsql/client")}`, {
      cause,
    });
  }
}

/**
 * Fails where nothing here reads SQLite files.
 *
 * @param use As {@link loadLibsql} has it.
 * @throws TamisError `PEER_MISSING`
 */
export async function requireSqlite(use: string): Promise<void> {
  if (nodeSqlite() === undefined) await loadLibsql(use);
}

/** How a file is opened. */
export interface SqliteOptions {
  /** As {@link loadLibsql} has it. */
  use: string;
  /** Time to wait for another process's lock, in milliseconds. */
  busyTimeoutMs: number;
  /** Whether a thread of its own waits for the disk, where Node's own SQLite is used. @default false */
  inThread?: boolean | undefined;
}

/**
 * Opens a file, and makes it if there is none; its folder must be there.
 *
 * @throws TamisError `PEER_MISSING`; errors of SQLite.
 */
export async function openSqlite(file: string, { use, busyTimeoutMs, inThread }: SqliteOptions): Promise<SqlClient> {
  const sqlite = nodeSqlite();
  if (sqlite === undefined) {
    const { createClient } = await loadLibsql(use);
    const config = { url: pathToFileURL(file).href, timeout: busyTimeoutMs };
    return fromLibsql(createClient(config) as unknown as LibsqlClient);
  }
  const threaded = inThread ? await openInThread({ file, busyTimeoutMs }) : undefined;
  return threaded ?? onThisThread(new NodeDatabase(sqlite, file, busyTimeoutMs));
}

const onThisThread = (database: NodeDatabase): SqlClient => ({
  execute: async (statement) => database.execute(statement),
  batch: async (statements) => database.batch(statements),
  close: () => database.close(),
});

/** What the package returns: rows with its own members beside the columns, and blobs as buffers. */
interface LibsqlResult {
  rows: ArrayLike<Record<string, unknown>>;
  rowsAffected: number;
}

/** The part of the package's client that is used. Its types may be missing. */
interface LibsqlClient {
  execute(statement: SqlStatement): Promise<LibsqlResult>;
  batch(statements: SqlStatement[], mode: "write"): Promise<LibsqlResult[]>;
  close(): void;
}

/** The package's client for a file. */
export const fromLibsql = (client: LibsqlClient): SqlClient => ({
  execute: async (statement) => plain(await client.execute(statement)),
  batch: async (statements, mode) => (await client.batch(statements, mode)).map(plain),
  close: () => client.close(),
});

const plain = ({ rows, rowsAffected }: LibsqlResult): SqlResult => ({
  rows: Array.from(rows, (row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value instanceof ArrayBuffer ? new Uint8Array(value) : value]),
    ),
  ),
  rowsAffected,
});

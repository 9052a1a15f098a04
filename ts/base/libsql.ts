// SQLite files by way of the optional package @libsql/client.
import { chmodSync, closeSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { TamisError } from "./errors.js";
import { makeFolder } from "./make-folder.js";
import { openToAppend } from "./write-safely.js";

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
    throw new TamisError("PEER_MISSING", `${use} the package @libsql/client: npm install @libsql/client`, { cause });
  }
}

/** The part of a client that makes tables. */
interface TableMaker {
  execute(statement: { sql: string; args: [] }): Promise<unknown>;
  batch(statements: { sql: string; args: [] }[], mode: "write"): Promise<unknown>;
}

/** The error for a file of ours that cannot be used. */
export const unusableFile = (file: string, cause: unknown): TamisError =>
  new TamisError("STORE_UNUSABLE", `${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });

/** How a file is opened. */
interface DatabaseOptions {
  /** As {@link loadLibsql} has it. */
  use: string;
  /** Time to wait for another process's lock, in milliseconds. */
  busyTimeoutMs: number;
  /** Statements that make tables and indexes where there are none. */
  tables: readonly string[];
}

/**
 * Opens an SQLite file in WAL mode, and makes it if there is none: only its owner can read it.
 *
 * @throws TamisError `PEER_MISSING`, `STORE_UNUSABLE`.
 */
export async function openPrivateDatabase<Client>(file: string, options: DatabaseOptions): Promise<Client> {
  const { createClient } = await loadLibsql(options.use);
  try {
    return (await open(file, createClient as unknown as MakeClient, options)) as Client;
  } catch (cause) {
    throw unusableFile(file, cause);
  }
}

type MakeClient = (config: { url: string; timeout: number }) => TableMaker;

async function open(
  file: string,
  makeClient: MakeClient,
  { busyTimeoutMs, tables }: DatabaseOptions,
): Promise<unknown> {
  makeFolder(dirname(file), 0o700);
  closeSync(openToAppend(file, 0o600));
  chmodSync(file, 0o600);
  const client = makeClient({ url: pathToFileURL(file).href, timeout: busyTimeoutMs });
  await client.execute({ sql: "PRAGMA journal_mode=WAL", args: [] });
  await client.batch(
    tables.map((sql) => ({ sql, args: [] })),
    "write",
  );
  return client;
}

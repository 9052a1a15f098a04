// A store as other modules see it: an SQL client, and how it was opened.

export type SqlValue = string | number | null;
export type SqlRow = Record<string, unknown>;

export interface SqlStatement {
  sql: string;
  args: SqlValue[];
}

/** The part of `@libsql/client` that is used. The package is an optional peer, so its types may be missing. */
export interface SqlClient {
  execute(statement: SqlStatement): Promise<{ rows: SqlRow[]; rowsAffected: number }>;
  batch(statements: SqlStatement[], mode: "write"): Promise<{ rows: SqlRow[]; rowsAffected: number }[]>;
  close(): void;
}

/** How to open a store. */
export interface StoreOptions {
  /** How long a write waits for other processes' writes, in milliseconds. @default 5000 */
  busyTimeoutMs?: number | undefined;
  /** Servers: what they ask for. It goes nowhere else and is in no message. @default none */
  authToken?: string | undefined;
  /** How long to wait for a server's answer, in milliseconds. @default 30000 */
  serverTimeoutMs?: number | undefined;
}

export const DEFAULT_BUSY_TIMEOUT_MS = 5_000;

/** An open database. */
export interface OpenDatabase {
  client: SqlClient;
  /** True for a file of this machine, false for a server. */
  isLocal: boolean;
  /** Its name in messages. */
  place: string;
  /** How long to retry while a server reports other writers. SQLite itself waits for files. */
  busyTimeoutMs: number;
}

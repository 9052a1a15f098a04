// A store as the rest sees it: a client that takes SQL, and how it was opened.

export type SqlValue = string | number | null;
export type SqlRow = Record<string, unknown>;

export interface SqlStatement {
  sql: string;
  args: SqlValue[];
}

/** What is used of `@libsql/client`, which is an optional peer: its types may be missing. */
export interface SqlClient {
  execute(statement: SqlStatement): Promise<{ rows: SqlRow[]; rowsAffected: number }>;
  batch(statements: SqlStatement[], mode: "write"): Promise<{ rows: SqlRow[]; rowsAffected: number }[]>;
  close(): void;
}

/** How to open a store. */
export interface StoreOptions {
  /** How long a write waits for other processes', in milliseconds. @default 5000 */
  busyTimeoutMs?: number | undefined;
  /** Servers: what they ask for. It goes nowhere else and is in no message. */
  authToken?: string | undefined;
  /** Servers: how long to wait for an answer, in milliseconds. @default 30000 */
  serverTimeoutMs?: number | undefined;
}

export const DEFAULT_BUSY_TIMEOUT_MS = 5_000;

/** An open database. */
export interface OpenDatabase {
  client: SqlClient;
  /** A file of this machine, as opposed to a server. */
  isLocal: boolean;
  /** As it is named in messages. */
  place: string;
  /** How long to try again where a server says that others are writing; SQLite waits for files by itself. */
  busyTimeoutMs: number;
}

// A store as other modules see it: an SQL client, and how it was opened.

import type { SqlClient } from "../../base/sqlite-types.js";

export type { SqlClient, SqlRow, SqlStatement, SqlValue } from "../../base/sqlite-types.js";

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

export interface OpenDatabase {
  client: SqlClient;
  /** True for a file of this machine, false for a server. */
  isLocal: boolean;
  /** Its name in messages. */
  place: string;
  /** How long to retry while a server reports other writers. SQLite itself waits for files. */
  busyTimeoutMs: number;
}

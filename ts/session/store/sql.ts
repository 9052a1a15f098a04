// A store as other modules see it: an SQL client, and how it was opened.

import type { SqlClient } from "../../base/sqlite-types.js";

export type { SqlClient, SqlRow, SqlStatement, SqlValue } from "../../base/sqlite-types.js";

/** How to open a store. */
export interface StoreOptions {
  /** How long a write waits for other processes' writes, in milliseconds. @default 5000 */
  busyTimeoutMs?: number | undefined;
}

export const DEFAULT_BUSY_TIMEOUT_MS = 5_000;

export interface OpenDatabase {
  client: SqlClient;
  /** Its path. */
  place: string;
}

import { TamisError } from "../../base/errors.js";
import type { SessionLog } from "../keeper.js";
import { NOW_MS, type Owner } from "./owner.js";
import { insertTurn } from "./rows.js";
import type { SqlStatement } from "./sql.js";

/** What a log needs to write to its session. */
export interface LogTarget {
  /** Runs a transaction that requires this owner to have the session. */
  commit(statements: SqlStatement[]): Promise<void>;
  release(): Promise<void>;
  /** The session's row. */
  key: number;
}

export function createLog({ commit, release, key }: LogTarget): SessionLog {
  const setState = (state: object): SqlStatement => ({
    sql: `UPDATE sessions SET state = ?, updated_at = ?, owner_seen = ${NOW_MS} WHERE key = ?`,
    args: [JSON.stringify(state), new Date().toISOString(), key],
  });
  return {
    append: (turns, state) => commit([...turns.map((turn) => insertTurn(key, turn)), setState(state)]),
    replaceFrom: (index, turns, state) => {
      const remove = { sql: "DELETE FROM turns WHERE session = ? AND seq >= ?", args: [key, index] };
      return commit([remove, ...turns.map((turn) => insertTurn(key, turn)), setState(state)]);
    },
    rename: (name) => commit([{ sql: "UPDATE sessions SET name = ? WHERE key = ?", args: [name, key] }]),
    release,
  };
}

/** Fails the transaction if this owner (null: no owner) does not have the session, or if the session is gone. */
export const ownerGuard = (key: number, token: string | null): SqlStatement => ({
  sql: `SELECT CASE WHEN EXISTS (SELECT 1 FROM sessions WHERE key = ? AND owner_token IS ?)
    THEN 1 ELSE abs(-9223372036854775808) END`,
  args: [key, token],
});

/** The error for a session that another process has. */
export function inUse(session: string, { pid, host }: Owner, thisHost: string): TamisError {
  const where = host === thisHost ? "" : ` on ${host}`;
  return new TamisError("SESSION_IN_USE", `session ${session} is in use by process ${pid}${where}`);
}

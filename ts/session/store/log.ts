import { TamisError } from "../../errors.js";
import type { SessionLog } from "../session-log.js";
import type { SqlStatement } from "./client.js";
import type { Owner } from "./owner.js";
import { insertTurn } from "./rows.js";

/** What writing to a session takes. */
export interface LogTarget {
  /** Runs a transaction in which this owner still has the session. */
  commit(statements: SqlStatement[]): Promise<void>;
  release(): Promise<void>;
  /** The session's row. */
  key: number;
  owner: Owner;
}

/** The log of one claimed session. */
export function createLog({ commit, release, key }: LogTarget): SessionLog {
  const setState = (state: object): SqlStatement => ({
    sql: "UPDATE sessions SET state = ?, updated_at = ?, owner_seen = ? WHERE key = ?",
    args: [JSON.stringify(state), new Date().toISOString(), Date.now(), key],
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

/** Fails the transaction where somebody else has the session, or it is gone. */
export function ownerGuard(key: number, token: string | null): SqlStatement {
  return {
    sql: `SELECT CASE WHEN EXISTS (SELECT 1 FROM sessions WHERE key = ? AND owner_token IS ?)
      THEN 1 ELSE abs(-9223372036854775808) END`,
    args: [key, token],
  };
}

/** A session that another process has. */
export function inUse(session: string, { pid, host }: Owner, thisHost: string): TamisError {
  const where = host === thisHost ? "" : ` on ${host}`;
  return new TamisError("SESSION_IN_USE", `session ${session} is in use by process ${pid}${where}`);
}

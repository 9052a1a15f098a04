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
  /** Whether a write got no answer, so that it may or may not have happened. */
  isUnsure(): boolean;
  /** The session's row. */
  key: number;
  /** How many turns it has. */
  entries: number;
}

/** The log of one claimed session. */
export function createLog({ commit, release, isUnsure, key, entries }: LogTarget): SessionLog {
  let known = entries;
  let unsureFrom: number | undefined;
  const setState = (state: object): SqlStatement => ({
    sql: `UPDATE sessions SET state = ?, updated_at = ?, owner_seen = ${NOW_MS} WHERE key = ?`,
    args: [JSON.stringify(state), new Date().toISOString(), key],
  });
  const write = async (from: number, until: number, statements: SqlStatement[]) => {
    try {
      await commit(statements);
      [known, unsureFrom] = [until, undefined];
    } catch (error) {
      if (isUnsure()) unsureFrom = Math.min(unsureFrom ?? from, from);
      throw error;
    }
  };
  return {
    get unsureFrom() {
      return unsureFrom;
    },
    append: (turns, state) =>
      write(known, known + turns.length, [...turns.map((turn) => insertTurn(key, turn)), setState(state)]),
    replaceFrom: (index, turns, state) => {
      const remove = { sql: "DELETE FROM turns WHERE session = ? AND seq >= ?", args: [key, index] };
      const statements = [remove, ...turns.map((turn) => insertTurn(key, turn)), setState(state)];
      return write(index, index + turns.length, statements);
    },
    rename: (name) => commit([{ sql: "UPDATE sessions SET name = ? WHERE key = ?", args: [name, key] }]),
    release,
  };
}

/** Fails the transaction if none of these owners (null: no owner) has the session, or if the session is gone. */
export function ownerGuard(key: number, tokens: readonly (string | null)[]): SqlStatement {
  const isOne = tokens.map(() => "owner_token IS ?").join(" OR ");
  return {
    sql: `SELECT CASE WHEN EXISTS (SELECT 1 FROM sessions WHERE key = ? AND (${isOne}))
      THEN 1 ELSE abs(-9223372036854775808) END`,
    args: [key, ...tokens],
  };
}

/** The error for a session that another process has. */
export function inUse(session: string, { pid, host }: Owner, thisHost: string): TamisError {
  const where = host === thisHost ? "" : ` on ${host}`;
  return new TamisError("SESSION_IN_USE", `session ${session} is in use by process ${pid}${where}`);
}

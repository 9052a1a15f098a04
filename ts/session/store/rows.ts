import type { SessionRecord } from "../state.js";
import type { Turn } from "../turn.js";
import type { SqlRow, SqlStatement } from "./sql.js";

/** Adds a turn after a session's last. */
export function insertTurn(session: number, turn: Turn): SqlStatement {
  const { role, timestamp, content, ...rest } = turn;
  // SQLite's text is UTF-8 up to a NUL. Any other text is stored as JSON, which escapes it.
  const isPlain = !/\p{Surrogate}/u.test(content) && !content.includes("\0");
  const more = isPlain ? rest : { ...rest, content };
  return {
    sql: `INSERT INTO turns (session, seq, role, timestamp, content, rest)
      SELECT ?, coalesce(max(seq) + 1, 0), ?, ?, ?, ? FROM turns WHERE session = ?`,
    args: [
      session,
      role,
      timestamp,
      isPlain ? content : null,
      Object.keys(more).length === 0 ? null : JSON.stringify(more),
      session,
    ],
  };
}

/** Reads a row as a turn. */
export function readTurn({ role, timestamp, content, rest }: SqlRow): Turn {
  const turn = { role, content, timestamp } as Turn;
  return typeof rest === "string" ? Object.assign(turn, JSON.parse(rest)) : turn;
}

export function readState(value: unknown): SessionRecord | undefined {
  return typeof value === "string" ? (JSON.parse(value) as SessionRecord) : undefined;
}

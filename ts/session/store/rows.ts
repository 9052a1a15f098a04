import { isRecord } from "../../text/json-value.js";
import { isWellFormed } from "../../text/surrogates.js";
import { NO_TOTALS, type SessionRecord } from "../state.js";
import { type Turn, type TurnInput, toTurn } from "../turn.js";
import { CALM } from "../warnings.js";
import type { SqlRow, SqlStatement } from "./sql.js";
import { DamagedText } from "./texts.js";

/** Adds a turn after a session's last. */
export function insertTurn(session: number, turn: Turn): SqlStatement {
  const { role, timestamp, content, ...rest } = turn;
  // SQLite's text is UTF-8 up to a NUL. Any other text is stored as JSON, which escapes it.
  const isPlain = isWellFormed(content) && !content.includes("\0");
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

/**
 * Reads a row as a turn.
 *
 * @throws Error if it is none.
 */
export function readTurn({ role, timestamp, content, rest }: SqlRow): Turn {
  for (const [name, value] of Object.entries({ role, timestamp, content, rest })) {
    if (value instanceof DamagedText) throw new Error(`${name} ${value.reason}`);
  }
  const more: unknown = typeof rest === "string" ? JSON.parse(rest) : {};
  if (!isRecord(more)) throw new Error("rest is no object");
  const turn = { role, content, timestamp, ...more } as TurnInput;
  if (typeof turn.content !== "string") throw new Error("content is no text");
  return toTurn(turn, "it");
}

/**
 * Reads a session's state.
 *
 * @throws Error if it is none.
 */
export function readState(value: unknown): SessionRecord | undefined {
  if (value === null || value === undefined) return undefined;
  const state: unknown = JSON.parse(String(value));
  if (!isRecord(state)) throw new Error("no object");
  const { limit = CALM, totals = NO_TOTALS } = state;
  requireKinds(limit, "boolean", Object.keys(CALM), "limit");
  requireKinds(totals, "number", Object.keys(NO_TOTALS), "totals");
  return state as unknown as SessionRecord;
}

function requireKinds(value: unknown, kind: string, known: readonly string[], name: string): void {
  if (!isRecord(value)) throw new Error(`${name} is no object`);
  const wrong = known.find((key) => key in value && typeof value[key] !== kind);
  if (wrong !== undefined) throw new Error(`${name}.${wrong} is no ${kind}`);
}

import { isAlive, ownerOf } from "./owner.js";
import type { SqlRow } from "./sql.js";
import { DamagedText } from "./texts.js";

/** A stored session, without its turns. */
export interface SessionInfo {
  /** The session's id. */
  id: string;
  /** Its name; undefined where it has none. */
  name: string | undefined;
  /** Who speaks as the assistant. */
  agent: string;
  /** ISO 8601. */
  createdAt: string;
  /** When it last changed, ISO 8601. */
  updatedAt: string;
  /** The number of entries, of every role. */
  entries: number;
  /** The number of turns of the user and the assistant. */
  turns: number;
  /** The beginning of the first user turn. */
  firstWords: string;
  /** The id of the process that has the session. */
  inUseBy: number | undefined;
}

/** A turn that contains the searched text. */
export interface SearchHit {
  /** Id of the session. */
  id: string;
  /** Name of the session; undefined where it has none. */
  name: string | undefined;
  /** 0-based index among the session's entries. */
  entry: number;
  /** Who speaks in the turn. */
  role: string;
  /** The text with its surroundings. */
  excerpt: string;
}

export const textOrNone = (value: unknown): string | undefined =>
  typeof value === "string" || value instanceof DamagedText ? String(value) : undefined;

/** A session's name in messages. */
export const nameOf = (row: SqlRow): string => textOrNone(row.name) ?? String(row.id);

export function toInfo(row: SqlRow): SessionInfo {
  const owner = ownerOf(row);
  return {
    id: String(row.id),
    name: textOrNone(row.name),
    agent: String(row.agent),
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
    entries: Number(row.entries),
    turns: Number(row.turns),
    firstWords: textOrNone(row.words) ?? "",
    inUseBy: owner !== undefined && isAlive(owner) ? owner.pid : undefined,
  };
}

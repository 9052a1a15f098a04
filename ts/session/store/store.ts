import { randomInt, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { TamisError } from "../../errors.js";
import type { ClaimedSession, SessionKeeper, SessionLog } from "../session-log.js";
import { type Turn, type TurnInput, toTurn } from "../turn.js";
import {
  FULL_SYNC_GUARD,
  type OpenDatabase,
  openDatabase,
  type SqlRow,
  type SqlStatement,
  type StoreOptions,
} from "./client.js";
import { failedStatement, storeError } from "./errors.js";
import { createLog, inUse, ownerGuard } from "./log.js";
import { isAlive, makeOwner, type Owner, ownerOf, ownerValues, SET_OWNER } from "./owner.js";
import { insertTurn, readState, readTurn } from "./rows.js";
import { migrate } from "./schema.js";

/** A stored session, without its turns. */
export interface SessionInfo {
  id: string;
  name: string | undefined;
  agent: string;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
  /** Entries of every role. */
  entries: number;
  /** The beginning of its first user turn. */
  firstWords: string;
  /** The process that has it. */
  inUseBy: number | undefined;
}

/** A turn that holds a text that was looked for. */
export interface SearchHit {
  id: string;
  name: string | undefined;
  /** 0-based, among the session's entries. */
  entry: number;
  role: string;
  /** The text with what stands around it. */
  excerpt: string;
}

/**
 * Opens a store of sessions: an SQLite file, made where there is none, or a libSQL server that several machines share.
 *
 * @param location A path, a `file:` URL, or a server's URL (`libsql:`, `https:` …).
 * @throws TamisError `PEER_MISSING` without `@libsql/client`; `STORE_UNUSABLE` for a folder, a file of something else,
 * a cut-off one, or one of a newer Tamis.
 */
export async function openStore(location: string, options: StoreOptions = {}): Promise<SessionStore> {
  const database = await openDatabase(location, options);
  try {
    await migrate(database);
  } catch (error) {
    database.client.close();
    throw storeError(error, database.place);
  }
  return new SessionStore(database);
}

const READ_AT_ONCE = 2_000;
const EXCERPT_CHARS = 120;
const CLAIM_ATTEMPTS = 5;
const PREFIX_CHARS = 4;
/** Keys are drawn, so that processes need not agree on the next one. */
const MOST_KEY = 2 ** 47;

/** Sessions on disk. What a method resolves to is there; what rejects has changed nothing. */
export class SessionStore implements SessionKeeper {
  readonly #database: OpenDatabase;

  constructor(database: OpenDatabase) {
    this.#database = database;
  }

  /** Where it is: a path, or a URL. */
  get place(): string {
    return this.#database.place;
  }

  /** All sessions, the one last written to first. */
  async list(): Promise<SessionInfo[]> {
    const rows = await this.#read(
      `SELECT s.*, (SELECT count(*) FROM turns t WHERE t.session = s.key) AS entries,
        (SELECT substr(content, 1, ?) FROM turns t WHERE t.session = s.key AND role = 'user' ORDER BY seq LIMIT 1) AS words
        FROM sessions s ORDER BY updated_at DESC, key DESC`,
      [EXCERPT_CHARS],
    );
    return rows.map(toInfo);
  }

  /** Turns that hold a text, in upper or lower case, newest sessions first. */
  async search(text: string, options: { limit?: number } = {}): Promise<SearchHit[]> {
    const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
    const rows = await this.#read(
      `SELECT s.id, s.name, t.seq, t.role,
        substr(t.content, max(1, instr(lower(t.content), lower(?)) - 40), ?) AS excerpt
        FROM turns t JOIN sessions s ON s.key = t.session
        WHERE t.content LIKE ? ESCAPE '\\' ORDER BY s.updated_at DESC, t.session, t.seq LIMIT ?`,
      [text, EXCERPT_CHARS, pattern, options.limit ?? 50],
    );
    return rows.map((row) => ({
      id: String(row.id),
      name: textOrNone(row.name),
      entry: Number(row.seq),
      role: String(row.role),
      excerpt: String(row.excerpt),
    }));
  }

  /** The turns of a session, whoever has it. */
  async read(session: string): Promise<Turn[]> {
    return this.#turnsOf(Number((await this.#find(session)).key));
  }

  /**
   * Adds turns to a session that no process has, without claiming it: any number of processes may do so at the same
   * time, and their turns follow each other.
   *
   * @throws TamisError `SESSION_IN_USE`, `SESSION_NOT_FOUND`, `SESSION_INVALID`, `STORE_FAILED`.
   */
  async append(session: string, inputs: readonly TurnInput[]): Promise<void> {
    const turns = inputs.map((input, at) => toTurn(input, `turns[${at}]`));
    const row = await this.#free(session);
    const key = Number(row.key);
    const touch = { sql: "UPDATE sessions SET updated_at = ? WHERE key = ?", args: [new Date().toISOString(), key] };
    await this.#commit(row, null, [...turns.map((turn) => insertTurn(key, turn)), touch]);
  }

  /** Gives a session that no process has another name. */
  async rename(session: string, name: string): Promise<void> {
    const row = await this.#free(session);
    await this.#commit(row, null, [
      { sql: "UPDATE sessions SET name = ? WHERE key = ?", args: [name, Number(row.key)] },
    ]);
  }

  /** Deletes a session that no process has, with its turns. */
  async delete(session: string): Promise<void> {
    const row = await this.#free(session);
    const key = Number(row.key);
    await this.#commit(row, null, [
      { sql: "DELETE FROM turns WHERE session = ?", args: [key] },
      { sql: "DELETE FROM sessions WHERE key = ?", args: [key] },
    ]);
  }

  /** Makes a session of its own of what a session is now; whoever has it. Returns the copy's id. */
  async copy(session: string, name: string): Promise<string> {
    const row = await this.#find(session);
    const id = randomUUID();
    const now = new Date().toISOString();
    await this.#commit(row, textOrNone(row.owner_token) ?? null, [
      {
        sql: `INSERT INTO sessions (id, name, agent, created_at, updated_at, state)
          SELECT ?, ?, agent, ?, ?, state FROM sessions WHERE key = ?`,
        args: [id, name, now, now, Number(row.key)],
      },
      {
        sql: `INSERT INTO turns SELECT (SELECT key FROM sessions WHERE id = ?), seq, role, timestamp, content, rest
          FROM turns WHERE session = ?`,
        args: [id, Number(row.key)],
      },
    ]);
    return id;
  }

  async create({ id, name, agent, state, turns }: Omit<ClaimedSession, "log">): Promise<SessionLog> {
    const owner = makeOwner();
    const now = new Date().toISOString();
    const key = randomInt(1, MOST_KEY);
    await this.#batch([
      {
        sql: "INSERT INTO sessions (key, id, name, agent, created_at, updated_at, state) VALUES (?, ?, ?, ?, ?, ?, ?)",
        args: [key, id, name ?? null, agent, now, now, state === undefined ? null : JSON.stringify(state)],
      },
      { sql: `UPDATE sessions SET ${SET_OWNER} WHERE key = ?`, args: [...ownerValues(owner), key] },
      ...turns.map((turn) => insertTurn(key, turn)),
    ]);
    return this.#logOf({ key, id }, owner);
  }

  async claim(session: string): Promise<ClaimedSession> {
    const owner = makeOwner();
    for (let attempt = 1; ; attempt++) {
      const row = await this.#free(session);
      const key = Number(row.key);
      try {
        const set = { sql: `UPDATE sessions SET ${SET_OWNER} WHERE key = ?`, args: [...ownerValues(owner), key] };
        await this.#commit(row, null, [set]);
      } catch (error) {
        if (TamisError.isInstance(error) && error.code === "SESSION_IN_USE" && attempt < CLAIM_ATTEMPTS) continue;
        throw error;
      }
      return {
        id: String(row.id),
        agent: String(row.agent),
        name: textOrNone(row.name),
        state: readState(row.state),
        turns: await this.#turnsOf(key),
        log: this.#logOf(row, owner),
      };
    }
  }

  /** Sessions that are open stay claimed until they are closed, or until this process ends. */
  close(): void {
    this.#database.client.close();
  }

  #logOf(row: SqlRow, owner: Owner): SessionLog {
    const key = Number(row.key);
    return createLog({
      key,
      owner,
      commit: (statements) => this.#commit(row, owner.token, statements),
      release: async () => {
        const free = { sql: "UPDATE sessions SET owner_token = NULL WHERE key = ? AND owner_token = ?" };
        await this.#batch([{ ...free, args: [key, owner.token] }]);
      },
    });
  }

  async #turnsOf(key: number): Promise<Turn[]> {
    const turns: Turn[] = [];
    for (let next = 0; ; next = turns.length) {
      const sql =
        "SELECT role, timestamp, content, rest FROM turns WHERE session = ? AND seq >= ? ORDER BY seq LIMIT ?";
      const rows = await this.#read(sql, [key, next, READ_AT_ONCE]);
      for (const row of rows) turns.push(readTurn(row));
      if (rows.length < READ_AT_ONCE) return turns;
    }
  }

  /** By id, else by name, else by the beginning of an id. */
  async #find(session: string): Promise<SqlRow> {
    const found = await this.#read(
      `SELECT * FROM sessions WHERE id = ? OR name = ? OR (length(?) >= ? AND substr(id, 1, length(?)) = ?)`,
      [session, session, session, PREFIX_CHARS, session, session],
    );
    const exact = found.find(({ id }) => id === session) ?? found.find(({ name }) => name === session);
    if (exact !== undefined) return exact;
    const [only, second] = found;
    if (only !== undefined && second === undefined) return only;
    const what = second === undefined ? "there is no session" : "several sessions begin with";
    throw new TamisError("SESSION_NOT_FOUND", `${what} ${JSON.stringify(session)} in ${this.place}`);
  }

  /** The row of a session that no process has; a claim of one that is gone is ended. */
  async #free(session: string): Promise<SqlRow> {
    const row = await this.#find(session);
    const owner = ownerOf(row);
    if (owner === undefined) return row;
    if (isAlive(owner)) throw inUse(String(row.name ?? row.id), owner, hostname());
    const end = { sql: "UPDATE sessions SET owner_token = NULL WHERE key = ? AND owner_token = ?" };
    await this.#batch([{ ...end, args: [Number(row.key), owner.token] }]);
    return row;
  }

  /** A transaction in which the session is still there and still this owner's (null: nobody's). */
  async #commit(row: SqlRow, token: string | null, statements: SqlStatement[]): Promise<void> {
    const session = String(row.id);
    const guards = this.#database.isLocal ? [FULL_SYNC_GUARD] : [];
    try {
      await this.#database.client.batch([...guards, ownerGuard(Number(row.key), token), ...statements], "write");
    } catch (error) {
      if (failedStatement(error) !== guards.length) throw this.#explain(error);
      const owner = ownerOf(await this.#find(session));
      if (owner !== undefined) throw inUse(session, owner, hostname());
      throw new TamisError("SESSION_IN_USE", `session ${session} was taken over by another process meanwhile`);
    }
  }

  async #batch(statements: SqlStatement[]): Promise<void> {
    const guards = this.#database.isLocal ? [FULL_SYNC_GUARD] : [];
    try {
      await this.#database.client.batch([...guards, ...statements], "write");
    } catch (error) {
      throw this.#explain(error);
    }
  }

  async #read(sql: string, args: SqlStatement["args"]): Promise<SqlRow[]> {
    try {
      return (await this.#database.client.execute({ sql, args })).rows;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #explain(error: unknown): TamisError {
    if (/UNIQUE constraint failed: sessions\.(id|name)/.test(error instanceof Error ? error.message : "")) {
      return new TamisError("SESSION_INVALID", `${this.place}: another session has that id or name`, { cause: error });
    }
    return storeError(error, this.place);
  }
}

const textOrNone = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function toInfo(row: SqlRow): SessionInfo {
  const owner = ownerOf(row);
  return {
    id: String(row.id),
    name: textOrNone(row.name),
    agent: String(row.agent),
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
    entries: Number(row.entries),
    firstWords: textOrNone(row.words) ?? "",
    inUseBy: owner !== undefined && isAlive(owner) ? owner.pid : undefined,
  };
}

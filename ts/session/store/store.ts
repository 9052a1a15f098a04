import { randomInt, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { messageOf, TamisError } from "../../base/errors.js";
import type { ClaimedSession, SessionKeeper, SessionLog } from "../keeper.js";
import type { SessionRecord } from "../state.js";
import { type Turn, type TurnInput, toTurn } from "../turn.js";
import { openDatabase } from "./client.js";
import { storeError } from "./errors.js";
import { nameOf, type SearchHit, type SessionInfo, textOrNone, toInfo } from "./info.js";
import { createLog, inUse } from "./log.js";
import { isAlive, makeOwner, NOW_MS, type Owner, ownerOf, ownerValues, SET_OWNER } from "./owner.js";
import { insertTurn, readState } from "./rows.js";
import { migrate } from "./schema.js";
import type { OpenDatabase, SqlRow, SqlStatement, StoreOptions } from "./sql.js";
import { columnsOf, damaged, requireTexts, selectSafely } from "./texts.js";
import { Transactions } from "./transactions.js";

/**
 * Opens a store of sessions: an SQLite file, created if missing.
 *
 * @param location A path or a `file:` URL.
 * @throws TamisError `PEER_MISSING` without `@libsql/client` where Node has no `node:sqlite`; `STORE_UNUSABLE` for a folder, a
 * file of another program, a truncated file, or a file of a newer Tamis.
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

const EXCERPT_CHARS = 120;
const CLAIM_ATTEMPTS = 5;
const PREFIX_CHARS = 4;
const SESSION_COLUMNS = [
  ...["key", "id", "name", "agent", "state"],
  ...["owner_token", "owner_pid", "owner_host", "owner_started", "owner_seen"],
];
/** Keys are random, so that processes need not agree on the next one. */
const MOST_KEY = 2 ** 47;

/**
 * Sessions on disk. What a method resolves to is stored. What rejects has changed nothing.
 */
export class SessionStore implements SessionKeeper {
  readonly #database: Transactions;
  /** Tokens of claims that could not be released. No process uses their sessions. */
  readonly #lost = new Set<string>();

  /** @param database An open database. Applications call {@link openStore}. */
  constructor(database: OpenDatabase) {
    this.#database = new Transactions(database);
  }

  /** The store's path. */
  get place(): string {
    return this.#database.place;
  }

  /** All sessions, most recently written first. */
  async list(): Promise<SessionInfo[]> {
    const rows = await this.#database.read(
      `SELECT ${selectSafely({
        ...columnsOf(...SESSION_COLUMNS),
        ...columnsOf("created_at", "updated_at"),
        now: NOW_MS,
        entries: "(SELECT count(*) FROM turns t WHERE t.session = s.key)",
        turns: "(SELECT count(*) FROM turns t WHERE t.session = s.key AND role IN ('user', 'assistant'))",
        words: `(SELECT substr(content, 1, ?) FROM turns t
          WHERE t.session = s.key AND role = 'user' ORDER BY seq LIMIT 1)`,
      })} FROM sessions s ORDER BY s.updated_at DESC, s.key DESC`,
      [EXCERPT_CHARS],
    );
    return rows.map(toInfo);
  }

  /** Finds turns that contain a text, in upper or lower case; newest sessions first. */
  async search(text: string, options: { limit?: number } = {}): Promise<SearchHit[]> {
    const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
    const rows = await this.#database.read(
      `SELECT ${selectSafely({
        ...{ id: "s.id", name: "s.name", seq: "t.seq", role: "t.role" },
        excerpt: "substr(t.content, max(1, instr(lower(t.content), lower(?)) - 40), ?)",
      })} FROM turns t JOIN sessions s ON s.key = t.session
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

  /** Returns the turns of a session, even if a process has it. */
  async read(session: string): Promise<Turn[]> {
    const row = await this.#find(session);
    return this.#database.turnsOf(Number(row.key), nameOf(row));
  }

  /**
   * Adds turns to a session that no process has, without claiming it. Any number of processes may do so at the same
   * time; their turns follow each other.
   *
   * @throws TamisError `SESSION_IN_USE`, `SESSION_NOT_FOUND`, `SESSION_INVALID`, `STORE_FAILED`.
   */
  async append(session: string, inputs: readonly TurnInput[]): Promise<void> {
    const turns = inputs.map((input, at) => toTurn(input, `turns[${at}]`));
    await this.#change(session, (key) => [
      ...turns.map((turn) => insertTurn(key, turn)),
      { sql: "UPDATE sessions SET updated_at = ? WHERE key = ?", args: [new Date().toISOString(), key] },
    ]);
  }

  /** Renames a session that no process has. */
  async rename(session: string, name: string): Promise<void> {
    await this.#change(session, (key) => [{ sql: "UPDATE sessions SET name = ? WHERE key = ?", args: [name, key] }]);
  }

  /** Deletes a session that no process has, and its turns. */
  async delete(session: string): Promise<void> {
    await this.#change(session, (key) => [
      { sql: "DELETE FROM turns WHERE session = ?", args: [key] },
      { sql: "DELETE FROM sessions WHERE key = ?", args: [key] },
    ]);
  }

  /** Copies a session as it is now, even if a process has it. Returns the copy's id. */
  async copy(session: string, name: string): Promise<string> {
    const row = await this.#find(session);
    const id = randomUUID();
    const now = new Date().toISOString();
    const statements = [
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
    ];
    await this.#commit(row, this.#tokenOf(row) ?? null, statements);
    return id;
  }

  /** Stores a new session and claims it for this process. */
  async create({ id, name, agent, state, turns }: Omit<ClaimedSession, "log">): Promise<SessionLog> {
    const owner = makeOwner();
    const now = new Date().toISOString();
    const key = randomInt(1, MOST_KEY);
    const statements = [
      {
        sql: "INSERT INTO sessions (key, id, name, agent, created_at, updated_at, state) VALUES (?, ?, ?, ?, ?, ?, ?)",
        args: [key, id, name ?? null, agent, now, now, state === undefined ? null : JSON.stringify(state)],
      },
      { sql: `UPDATE sessions SET ${SET_OWNER} WHERE key = ?`, args: [...ownerValues(owner), key] },
      ...turns.map((turn) => insertTurn(key, turn)),
    ];
    await this.#database.write(statements);
    return this.#logOf({ key, id }, owner);
  }

  /** Loads a session by id, name, or the beginning of an id, and claims it for this process. */
  async claim(session: string): Promise<ClaimedSession> {
    const owner = makeOwner();
    for (let attempt = 1; ; attempt++) {
      const row = await this.#free(session);
      const key = Number(row.key);
      requireTexts(row, ["id", "agent", "name", "state"], { place: this.place, session: nameOf(row) });
      const state = this.#stateOf(row);
      try {
        const set = { sql: `UPDATE sessions SET ${SET_OWNER} WHERE key = ?`, args: [...ownerValues(owner), key] };
        await this.#commit(row, null, [set]);
      } catch (error) {
        if (TamisError.isInstance(error) && error.code === "SESSION_IN_USE" && attempt < CLAIM_ATTEMPTS) continue;
        throw error;
      }
      const turns = await this.#turnsOfClaimed(row, owner);
      return {
        id: String(row.id),
        agent: String(row.agent),
        name: textOrNone(row.name),
        state,
        turns,
        log: this.#logOf(row, owner),
      };
    }
  }

  /** Closes the store. Open sessions remain claimed until they are closed, or until this process ends. */
  close(): void {
    this.#database.close();
  }

  #logOf(row: SqlRow, owner: Owner): SessionLog {
    const key = Number(row.key);
    return createLog({
      key,
      commit: (statements) => this.#commit(row, owner.token, statements),
      release: () => this.#endClaim(key, owner.token),
    });
  }

  /** Ends the claim if the turns cannot be read, so that the session is free. */
  async #turnsOfClaimed(row: SqlRow, owner: Owner): Promise<Turn[]> {
    const key = Number(row.key);
    try {
      return await this.#database.turnsOf(key, nameOf(row));
    } catch (error) {
      await this.#endClaim(key, owner.token).catch(() => {});
      throw error;
    }
  }

  #stateOf(row: SqlRow): SessionRecord | undefined {
    try {
      return readState(row.state);
    } catch (error) {
      const reason = messageOf(error);
      throw damaged(this.place, nameOf(row), `its state: ${reason}`, error);
    }
  }

  /** The token of the owner that a session's row names. */
  #tokenOf(row: SqlRow): string | undefined {
    requireTexts(row, ["owner_token"], { place: this.place, session: nameOf(row) });
    return ownerOf(row)?.token;
  }

  async #endClaim(key: number, token: string): Promise<void> {
    const sql = "UPDATE sessions SET owner_token = NULL WHERE key = ? AND owner_token = ?";
    try {
      await this.#database.write([{ sql, args: [key, token] }]);
    } catch (error) {
      this.#lost.add(token);
      throw error;
    }
  }

  /** Finds a session by id, else by name, else by the beginning of an id. */
  async #find(session: string): Promise<SqlRow> {
    const found = await this.#database.read(
      `SELECT ${selectSafely({ ...columnsOf(...SESSION_COLUMNS), now: NOW_MS })} FROM sessions
        WHERE id = ? OR name = ? OR (length(?) >= ? AND substr(id, 1, length(?)) = ?)`,
      [session, session, session, PREFIX_CHARS, session, session],
    );
    const exact = found.find(({ id }) => id === session) ?? found.find(({ name }) => name === session);
    if (exact !== undefined) return exact;
    const [only, second] = found;
    if (only !== undefined && second === undefined) return only;
    const what = second === undefined ? "there is no session" : "several sessions begin with";
    throw new TamisError("SESSION_NOT_FOUND", `${what} ${JSON.stringify(session)} in ${this.place}`);
  }

  /** Returns the row of a session that no process has. Ends the claim of a process that is gone. */
  async #free(session: string): Promise<SqlRow> {
    const row = await this.#find(session);
    this.#tokenOf(row);
    const owner = ownerOf(row);
    if (owner === undefined) return row;
    if (!this.#lost.has(owner.token) && isAlive(owner)) throw inUse(String(row.name ?? row.id), owner, hostname());
    await this.#endClaim(Number(row.key), owner.token);
    return row;
  }

  /** Changes a session that no process has. */
  async #change(session: string, statementsOf: (key: number) => SqlStatement[]): Promise<void> {
    const row = await this.#free(session);
    await this.#commit(row, null, statementsOf(Number(row.key)));
  }

  /** Runs a transaction that requires the session to exist and this owner (null: no owner) to have it. */
  async #commit(row: SqlRow, owner: string | null, statements: SqlStatement[]): Promise<void> {
    if (await this.#database.commit(Number(row.key), owner, statements)) return;
    const session = String(row.id);
    const other = ownerOf(await this.#find(session));
    if (other !== undefined) throw inUse(session, other, hostname());
    throw new TamisError("SESSION_IN_USE", `session ${session} was taken over by another process meanwhile`);
  }
}

// Reads and transactions of one store: checks guards first, and converts errors to words.
import { messageOf, TamisError } from "../../base/errors.js";
import type { Turn } from "../turn.js";
import { FULL_SYNC_GUARD } from "./client.js";
import { failedStatement, storeError } from "./errors.js";
import { ownerGuard } from "./log.js";
import { readTurn } from "./rows.js";
import type { OpenDatabase, SqlRow, SqlStatement } from "./sql.js";
import { columnsOf, damaged, decodeRow, selectSafely } from "./texts.js";

export class Transactions {
  readonly #database: OpenDatabase;

  constructor(database: OpenDatabase) {
    this.#database = database;
  }

  get place(): string {
    return this.#database.place;
  }

  close(): void {
    this.#database.client.close();
  }

  /** Rows whose texts are decoded; one that is no text is a `DamagedText`. */
  async read(sql: string, args: SqlStatement["args"]): Promise<SqlRow[]> {
    try {
      return (await this.#database.client.execute({ sql, args })).rows.map(decodeRow);
    } catch (error) {
      throw storeError(error, this.place);
    }
  }

  /** @param session How an error names the session. */
  async turnsOf(key: number, session: string): Promise<Turn[]> {
    const columns = selectSafely(columnsOf("role", "timestamp", "content", "rest"));
    const rows = await this.read(`SELECT ${columns} FROM turns WHERE session = ? ORDER BY seq`, [key]);
    return rows.map((row, index) => {
      try {
        return readTurn(row);
      } catch (error) {
        const reason = messageOf(error);
        throw damaged(this.place, session, `turn ${index + 1}: ${reason}`, error);
      }
    });
  }

  async write(statements: SqlStatement[]): Promise<void> {
    try {
      await this.#run(statements);
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /**
   * Runs a transaction that requires this owner (null: no owner) to have the session.
   *
   * @returns false if the owner does not have it; nothing was written then.
   */
  async commit(key: number, owner: string | null, statements: SqlStatement[]): Promise<boolean> {
    try {
      await this.#run([ownerGuard(key, owner), ...statements]);
      return true;
    } catch (error) {
      if (failedStatement(error) === OWNER_GUARD) return false;
      throw this.#explain(error);
    }
  }

  async #run(statements: SqlStatement[]): Promise<void> {
    await this.#database.client.batch([FULL_SYNC_GUARD, ...statements], "write");
  }

  #explain(error: unknown): TamisError {
    if (/UNIQUE constraint failed: sessions\.(id|name)/.test(error instanceof Error ? error.message : "")) {
      return new TamisError("SESSION_INVALID", `${this.place}: another session has that id or name`, { cause: error });
    }
    return storeError(error, this.place);
  }
}

/** The guard's place in the batch: behind that of the sync. */
const OWNER_GUARD = 1;

// Reads and transactions of one store: checks guards first, converts errors to words, and handles lost answers.
import { TamisError } from "../../base/errors.js";
import type { Turn } from "../turn.js";
import { FULL_SYNC_GUARD } from "./client.js";
import { failedStatement, isBusy, isRefusal, isTimeout, isUncertain, storeError } from "./errors.js";
import { ownerGuard } from "./log.js";
import { readTurn } from "./rows.js";
import type { OpenDatabase, SqlRow, SqlStatement } from "./sql.js";
import { columnsOf, damaged, decodeRow, selectSafely } from "./texts.js";

/** Answers whether a write whose answer was lost has happened. */
export type Probe = () => Promise<boolean>;

const READ_AT_ONCE = 2_000;
/** Pauses are random and shorter than this, so that waiting writers do not all return together. */
const MOST_PAUSE_MS = 50;

export class Transactions {
  readonly #database: OpenDatabase;
  readonly #guards: readonly SqlStatement[];

  constructor(database: OpenDatabase) {
    this.#database = database;
    this.#guards = database.isLocal ? [FULL_SYNC_GUARD] : [];
  }

  get place(): string {
    return this.#database.place;
  }

  get isLocal(): boolean {
    return this.#database.isLocal;
  }

  close(): void {
    this.#database.client.close();
  }

  isUncertain(error: unknown): boolean {
    return isUncertain(error, this.#database);
  }

  /** Columns of a SELECT, by name; their values may be any bytes. */
  columns(expressions: Readonly<Record<string, string>>): string {
    return selectSafely(this.#database, expressions);
  }

  /** Rows whose texts are decoded; one that is no text is a `DamagedText`. */
  async read(sql: string, args: SqlStatement["args"]): Promise<SqlRow[]> {
    try {
      return (await this.#readTwice({ sql, args })).map(decodeRow);
    } catch (error) {
      throw storeError(error, this.#database, { reading: true });
    }
  }

  /**
   * Reads in pieces, each as large as a server returns at once.
   *
   * @param session How an error names the session.
   */
  async turnsOf(key: number, session: string): Promise<Turn[]> {
    const turns: Turn[] = [];
    const columns = this.columns(columnsOf("role", "timestamp", "content", "rest"));
    const sql = `SELECT ${columns} FROM turns WHERE session = ? AND seq >= ? ORDER BY seq LIMIT ?`;
    for (let most = READ_AT_ONCE; ; ) {
      try {
        const rows = await this.#readTwice({ sql, args: [key, turns.length, most] });
        for (const row of rows) turns.push(this.#toTurn(row, turns.length, session));
        if (rows.length < most) return turns;
      } catch (error) {
        if (most === 1 || (error as { code?: unknown }).code !== "RESPONSE_TOO_LARGE") {
          throw storeError(error, this.#database, { reading: true });
        }
        most >>= 1;
      }
    }
  }

  /**
   * Runs a transaction. If its answer is lost and there is a probe, runs it once more. The second run must do no harm
   * or be refused.
   */
  async write(statements: SqlStatement[], hasHappened?: Probe): Promise<void> {
    try {
      await this.#attempt(statements, hasHappened);
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /**
   * Runs a transaction that requires one of these owners (null: no owner) to have the session.
   *
   * @returns false if none of them has it; nothing was written then.
   */
  async commit(
    key: number,
    owners: readonly (string | null)[],
    statements: SqlStatement[],
    hasHappened?: Probe,
  ): Promise<boolean> {
    try {
      await this.#attempt([ownerGuard(key, owners), ...statements], hasHappened);
      return true;
    } catch (error) {
      if (failedStatement(error) === this.#guards.length) return false;
      throw this.#explain(error);
    }
  }

  #toTurn(row: SqlRow, index: number, session: string): Turn {
    try {
      return readTurn(decodeRow(row));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw damaged(this.place, session, `turn ${index + 1}: ${reason}`, error);
    }
  }

  /** Reads again if the answer is lost. */
  async #readTwice(statement: SqlStatement): Promise<SqlRow[]> {
    const { client } = this.#database;
    try {
      return (await client.execute(statement)).rows;
    } catch (error) {
      if (!this.isUncertain(error) || isTimeout(error)) throw error;
      return (await client.execute(statement)).rows;
    }
  }

  /** Retries while others write: some servers wait by themselves, others refuse at once. */
  async #runWhenFree(statements: SqlStatement[]): Promise<void> {
    const { client, busyTimeoutMs } = this.#database;
    for (const until = Date.now() + busyTimeoutMs; ; ) {
      try {
        await client.batch(statements, "write");
        return;
      } catch (error) {
        if (!isBusy(error) || Date.now() >= until) throw error;
        await new Promise((done) => setTimeout(done, MOST_PAUSE_MS * Math.random()));
      }
    }
  }

  async #attempt(statements: SqlStatement[], hasHappened: Probe | undefined): Promise<void> {
    const run = () => this.#runWhenFree([...this.#guards, ...statements]);
    try {
      await run();
    } catch (first) {
      // After a timeout there is no second attempt: the caller has waited long enough.
      if (hasHappened === undefined || !this.isUncertain(first) || isTimeout(first)) throw first;
      try {
        await run();
      } catch (second) {
        const happened = await hasHappened().catch(() => undefined);
        if (happened === true) return;
        // The first attempt is known to have failed only if the second was refused and the probe agrees.
        if (happened === false && isRefusal(second)) throw second;
        throw storeError(isRefusal(second) ? first : second, this.#database, { first });
      }
    }
  }

  #explain(error: unknown): TamisError {
    if (/UNIQUE constraint failed: sessions\.(id|name)/.test(error instanceof Error ? error.message : "")) {
      return new TamisError("SESSION_INVALID", `${this.place}: another session has that id or name`, { cause: error });
    }
    return storeError(error, this.#database);
  }
}

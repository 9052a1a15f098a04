// SQLite as Node itself has it: since 22.13 without a flag.
import type { SqlResult, SqlRow, SqlStatement, SqlValue } from "./sqlite-types.js";

/** The part of `node:sqlite` that is used. */
interface NodeSqlite {
  DatabaseSync: new (
    file: string,
  ) => {
    exec(sql: string): void;
    prepare(sql: string): { all(...args: SqlValue[]): SqlRow[] };
    close(): void;
  };
}

let found: NodeSqlite | undefined | null;

/** Node's own SQLite; undefined where this Node has none. */
export function nodeSqlite(): NodeSqlite | undefined {
  found ??= withoutWarning(() => process.getBuiltinModule("node:sqlite") as NodeSqlite | undefined) ?? null;
  return found ?? undefined;
}

/** Some versions of Node warn of the module on stderr when it is loaded. */
function withoutWarning<T>(load: () => T): T | undefined {
  const { emitWarning } = process;
  process.emitWarning = (...[warning, ...rest]: unknown[]) => {
    if (!/\bSQLite\b/.test(String(warning))) Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return load();
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** A file that is read and written on the calling thread. */
export class NodeDatabase {
  readonly #database: InstanceType<NodeSqlite["DatabaseSync"]>;

  /**
   * @param busyTimeoutMs Time to wait for another process's lock, in milliseconds.
   * @throws {@link SqliteFailure}
   */
  constructor({ DatabaseSync }: NodeSqlite, file: string, busyTimeoutMs: number) {
    this.#database = named(() => new DatabaseSync(file));
    this.#database.exec(`PRAGMA busy_timeout=${Math.trunc(busyTimeoutMs)}`);
  }

  /** @throws {@link SqliteFailure} */
  execute({ sql, args }: SqlStatement): SqlResult {
    return named(() => {
      const rows = this.#database.prepare(sql).all(...args);
      const [changed] = this.#database.prepare("SELECT changes() AS count").all();
      return { rows, rowsAffected: Number(changed?.count) };
    });
  }

  /** @throws {@link SqliteFailure}, with the index of the statement; nothing was written then */
  batch(statements: readonly SqlStatement[]): SqlResult[] {
    named(() => this.#database.exec("BEGIN IMMEDIATE"));
    try {
      const results = statements.map((statement, at) => atIndex(at, () => this.execute(statement)));
      named(() => this.#database.exec("COMMIT"));
      return results;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }

  /** SQLite itself has ended the transaction after some errors. */
  #rollBack(): void {
    try {
      this.#database.exec("ROLLBACK");
    } catch {}
  }
}

export class SqliteFailure extends Error {
  constructor(
    message: string,
    /** SQLite's own name of it: `SQLITE_FULL`. */
    readonly code: string,
    /** Which statement of a batch failed. */
    public statementIndex?: number,
  ) {
    super(message);
  }
}

/** SQLite's primary result codes, from 1. */
const CODES =
  "ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB".split(
    " ",
  );

/** Gives an error of SQLite's the name of its code. */
function named<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const number: unknown = error instanceof Error ? Reflect.get(error, "errcode") : undefined;
    if (error instanceof SqliteFailure || !(error instanceof Error) || typeof number !== "number") throw error;
    const code = `SQLITE_${CODES[(number & 0xff) - 1] ?? "ERROR"}`;
    throw new SqliteFailure(`${code}: ${error.message}`, code);
  }
}

function atIndex<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SqliteFailure) error.statementIndex = index;
    throw error;
  }
}

// One stream of the Hrana protocol (versions 2 and 3, JSON): requests in, results out, over one connection to an SQLite
// file. The protocol: https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_3_SPEC.md
import { createRequire } from "node:module";

const here = createRequire(import.meta.url);
// The driver that the client itself takes for files.
const Database = createRequire(here.resolve("@libsql/client"))("libsql") as new (path: string) => Connection;

interface Connection {
  readonly inTransaction: boolean;
  prepare(sql: string): Prepared;
  exec(sql: string): void;
  close(): void;
}

interface Prepared {
  readonly reader: boolean;
  safeIntegers(on: boolean): Prepared;
  raw(on: boolean): Prepared;
  columns(): { name: string; type: string | null }[];
  all(args: unknown): unknown[][];
  run(args: unknown): { changes: number; lastInsertRowid: number | bigint };
}

type Value =
  | { type: "null" }
  | { type: "integer" | "text"; value: string }
  | { type: "float"; value: number }
  | { type: "blob"; base64: string };

interface Statement {
  sql?: string;
  sql_id?: number;
  args?: Value[];
  named_args?: { name: string; value: Value }[];
  want_rows?: boolean;
}

type Condition =
  | { type: "ok" | "error"; step: number }
  | { type: "not"; cond: Condition }
  | { type: "and" | "or"; conds: Condition[] }
  | { type: "is_autocommit" };

interface Step {
  condition?: Condition | null;
  stmt: Statement;
}

/** A request of a pipeline, as the protocol words it. */
export type StreamRequest =
  | { type: "execute"; stmt: Statement }
  | { type: "batch"; batch: { steps: Step[] } }
  | { type: "sequence" | "describe"; sql?: string; sql_id?: number }
  | { type: "store_sql"; sql_id: number; sql: string }
  | { type: "close_sql"; sql_id: number }
  | { type: "get_autocommit" | "close" };

export type StreamResult = { type: "ok"; response: object } | { type: "error"; error: HranaError };

interface HranaError {
  message: string;
  code: string;
}

const LOCK_PATIENCE_MS = 5_000;

/** A stream; its transaction is rolled back when it is closed. */
export class HranaStream {
  readonly #connection: Connection;
  readonly #texts = new Map<number, string>();
  isClosed = false;

  constructor(path: string) {
    this.#connection = new Database(path);
  }

  async answer(request: StreamRequest): Promise<StreamResult> {
    try {
      return { type: "ok", response: { type: request.type, ...(await this.#runCall(request)) } };
    } catch (error) {
      return { type: "error", error: describe(error) };
    }
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.#connection.inTransaction) this.#connection.exec("ROLLBACK");
    this.#connection.close();
  }

  async #runCall(request: StreamRequest): Promise<object> {
    switch (request.type) {
      case "execute":
        return { result: await this.#execute(request.stmt) };
      case "batch":
        return { result: await this.#batch(request.batch.steps) };
      case "sequence":
        this.#connection.exec(this.#text(request));
        return {};
      case "describe":
        return { result: this.#describe(this.#text(request)) };
      case "store_sql":
        this.#texts.set(request.sql_id, request.sql);
        return {};
      case "close_sql":
        this.#texts.delete(request.sql_id);
        return {};
      case "get_autocommit":
        return { is_autocommit: !this.#connection.inTransaction };
      case "close":
        this.close();
        return {};
    }
  }

  async #batch(steps: readonly Step[]): Promise<object> {
    const results: (object | null)[] = [];
    const errors: (HranaError | null)[] = [];
    const holds = (condition: Condition): boolean => {
      if (condition.type === "ok") return results[condition.step] != null;
      if (condition.type === "error") return errors[condition.step] != null;
      if (condition.type === "not") return !holds(condition.cond);
      if (condition.type === "and") return condition.conds.every(holds);
      if (condition.type === "or") return condition.conds.some(holds);
      return !this.#connection.inTransaction;
    };
    for (const [at, { condition, stmt }] of steps.entries()) {
      [results[at], errors[at]] = [null, null];
      if (condition != null && !holds(condition)) continue;
      try {
        results[at] = await this.#execute(stmt);
      } catch (error) {
        errors[at] = describe(error);
      }
    }
    return { step_results: results, step_errors: errors };
  }

  /** Waits for a lock as a server does, without holding up the other streams. */
  async #execute(statement: Statement): Promise<object> {
    for (const until = Date.now() + LOCK_PATIENCE_MS; ; ) {
      try {
        return this.#executeNow(statement);
      } catch (error) {
        if (describe(error).code !== "SQLITE_BUSY" || Date.now() > until) throw error;
        await new Promise((done) => setTimeout(done, 5));
      }
    }
  }

  #executeNow(statement: Statement): object {
    const prepared = this.#connection.prepare(this.#text(statement)).safeIntegers(true);
    const named = statement.named_args ?? [];
    const args =
      named.length > 0
        ? Object.fromEntries(named.map(({ name, value }) => [name.replace(/^[:@$]/, ""), fromValue(value)]))
        : (statement.args ?? []).map(fromValue);
    if (!prepared.reader) {
      const { changes, lastInsertRowid } = prepared.run(args);
      return { cols: [], rows: [], affected_row_count: changes, last_insert_rowid: String(lastInsertRowid) };
    }
    const cols = prepared.columns().map(({ name, type }) => ({ name, decltype: type }));
    const rows = prepared.raw(true).all(args);
    const wanted = statement.want_rows === false ? [] : rows.map((row) => row.map(toValue));
    return { cols, rows: wanted, affected_row_count: 0, last_insert_rowid: null };
  }

  #describe(sql: string): object {
    const prepared = this.#connection.prepare(sql);
    const cols = prepared.reader ? prepared.columns().map(({ name, type }) => ({ name, decltype: type })) : [];
    const params = [...sql.matchAll(/\?/g)].map(() => ({ name: null }));
    return { params, cols, is_explain: /^\s*explain/i.test(sql), is_readonly: prepared.reader };
  }

  #text({ sql, sql_id }: { sql?: string; sql_id?: number }): string {
    const text = sql ?? this.#texts.get(sql_id ?? -1);
    if (text === undefined) throw new Error("SQL text not found");
    return text;
  }
}

function fromValue(value: Value): unknown {
  if (value.type === "null") return null;
  if (value.type === "integer") return BigInt(value.value);
  return value.type === "blob" ? Buffer.from(value.base64, "base64") : value.value;
}

function toValue(value: unknown): Value {
  if (value === null) return { type: "null" };
  if (typeof value === "bigint") return { type: "integer", value: String(value) };
  if (typeof value === "number") return { type: "float", value };
  if (typeof value === "string") return { type: "text", value };
  return { type: "blob", base64: Buffer.from(value as Uint8Array).toString("base64") };
}

/** As libSQL's server words errors: without extended codes. */
function describe(error: unknown): HranaError {
  const { message, code = "" } = error as { message: string; code?: unknown };
  const base = /^SQLITE_[A-Z]+/.exec(String(code))?.[0] ?? "SQLITE_ERROR";
  return { message: `SQLite error: ${message}`, code: base === "SQLITE_ERROR" ? "SQLITE_UNKNOWN" : base };
}

// An SQLite file that another thread reads and writes (`sqlite-worker.ts`). Calls are answered in their order.
import type { Worker } from "node:worker_threads";
import { SqliteFailure } from "./node-sqlite.js";
import { ownFile } from "./own-file.js";
import type { SqlClient, SqlResult, SqlStatement } from "./sqlite-types.js";

export interface ThreadData {
  file: string;
  busyTimeoutMs: number;
}

export interface ThreadCall {
  what: "open" | "execute" | "batch" | "close";
  statements: SqlStatement[];
}

export interface ThreadAnswer {
  value?: unknown;
  error?: { message: string; code: string; statementIndex: number | undefined };
}

/**
 * Starts a thread for a file. Undefined where that cannot be: in a bundle that has not the thread's own file beside it, or
 * where Node may start none.
 *
 * @throws SqliteFailure where the file cannot be opened
 */
export async function openInThread(data: ThreadData): Promise<SqlClient | undefined> {
  const script = ownFile("sqlite-worker.js");
  if (script === undefined) return undefined;
  let worker: Worker;
  try {
    // Not of an imported `Worker`: in the place of a name that it cannot know, Turbopack reads every file of the folder as a
    // program, and refuses a build for the declarations among them. File tracers have `dist/traced.js` (`ts/build.mjs`).
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    // Flags of the program, such as modules that it loads first, are not the thread's.
    worker = new Worker(script, { workerData: data, execArgv: [] });
  } catch {
    return undefined;
  }
  const client = new ThreadClient(worker);
  await client.ask({ what: "open", statements: [] });
  return client;
}

class ThreadClient implements SqlClient {
  readonly #worker: Worker;
  readonly #waiting: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
  #ended: Error | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on("message", (answer: ThreadAnswer) => this.#take(answer));
    worker.on("error", (error) => this.#end(error));
    worker.on("exit", () => this.#end(new SqliteFailure("the database is closed", "SQLITE_MISUSE")));
    // A program may end without closing its files.
    worker.unref();
  }

  execute(statement: SqlStatement): Promise<SqlResult> {
    return this.ask({ what: "execute", statements: [statement] }) as Promise<SqlResult>;
  }

  batch(statements: SqlStatement[]): Promise<SqlResult[]> {
    return this.ask({ what: "batch", statements }) as Promise<SqlResult[]>;
  }

  close(): void {
    void this.ask({ what: "close", statements: [] }).catch(() => {});
  }

  ask(call: ThreadCall): Promise<unknown> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(call);
    });
  }

  #take({ value, error }: ThreadAnswer): void {
    const waiting = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#worker.unref();
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(new SqliteFailure(error.message, error.code, error.statementIndex));
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

// A thread that has one SQLite file, so that the thread with the network never waits for the disk (`sqlite-thread.ts`).
import { parentPort, workerData } from "node:worker_threads";
import { NodeDatabase, nodeSqlite } from "./node-sqlite.js";
import type { ThreadAnswer, ThreadCall, ThreadData } from "./sqlite-thread.js";

const { file, busyTimeoutMs } = workerData as ThreadData;
const port = parentPort;
let database: NodeDatabase | undefined;

const calls: { [Name in ThreadCall["what"]]: (call: ThreadCall) => unknown } = {
  open: () => {
    const sqlite = nodeSqlite();
    if (sqlite === undefined) throw new Error("this Node has no node:sqlite");
    database = new NodeDatabase(sqlite, file, busyTimeoutMs);
  },
  execute: ({ statements: [statement = { sql: "", args: [] }] }) => database?.execute(statement),
  batch: ({ statements }) => database?.batch(statements),
  close: () => {
    database?.close();
    port?.close();
  },
};

port?.on("message", (call: ThreadCall) => {
  let answer: ThreadAnswer;
  try {
    answer = { value: calls[call.what](call) };
  } catch (error) {
    const { message, code, statementIndex } = error as { message: string; code?: string; statementIndex?: number };
    answer = { error: { message, code: code ?? "", statementIndex } };
  }
  port.postMessage(answer);
});

// One file of any agent as sessions. What it is, its content says.
import { existsSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openSqlite } from "../../base/sqlite.js";
import { explainSystemError } from "../../base/system-errors.js";
import { isRecord, type JsonRecord, parseJson } from "../../text/json-value.js";
import { detectShape } from "../../wires/detect.js";
import { WIRES } from "../../wires/index.js";
import { BATCH, type BatchEntry, readBatch } from "./batch.js";
import { CLINE_BILLS, isClineHistory, readCline } from "./cline.js";
import { formatOf, nameForeign } from "./formats.js";
import { linesOf } from "./line-source.js";
import { readOpencode } from "./opencode.js";
import { LogLines, type ReadLogOptions } from "./read-log.js";
import { type LoggedSession, toSessions } from "./session.js";

/** A file, or a line of it, that could not be read. */
export interface UnreadableFile {
  /** The file's path. */
  name: string;
  /** What is wrong with it, for people. */
  reason: string;
  /** The faulty line, from 1; absent where the whole file is meant. */
  line?: number;
}

/** A session of a file, or what could not be read of it. */
export type FileEntry = LoggedSession | UnreadableFile;

/** Most lines of one log that are named; further ones are only counted. */
const MOST_LINES = 10;
/** A file that is not a list of lines is read as a whole up to this size. */
const MOST_DOCUMENT_BYTES = 256 * 1024 * 1024;
const SQLITE = "SQLite format 3\0";
const HEAD_BYTES = 64 * 1024;

/**
 * The sessions of a file: a log of Claude Code, Codex, Copilot CLI or Gemini CLI, a task of Cline or Roo Code, opencode's
 * database, a request body, a batch of requests, or a log in the neutral form. What cannot be read is among them, with the reason. Memory is
 * bounded by the largest session.
 *
 * @param seenAnswers Answers that files read before have billed. Those of this file are added.
 * @param isOver Asked once for about a megabyte of lines: whether to read no further. What was read is given. @default never
 */
export async function* readLogFile(
  path: string,
  seenAnswers: Set<string>,
  isOver = () => false,
): AsyncGenerator<FileEntry> {
  try {
    const head = await headOf(path);
    if (head.length === 0) yield { name: path, reason: "an empty file" };
    else if (head.startsWith(SQLITE)) yield* readDatabase(path);
    else if (isDocument(path, head)) yield* readDocument(path, seenAnswers);
    else yield* readLines(path, seenAnswers, isOver);
  } catch (error) {
    yield { name: path, reason: explainSystemError(error) };
  }
}

/** The beginning of a file, and whether anything can be read at all. */
async function headOf(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return withoutMark(buffer.subarray(0, bytesRead).toString("utf8"));
  } finally {
    await file.close();
  }
}

/** Windows' PowerShell begins a file with a byte order mark. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "");

/** One JSON value, as opposed to one a line. */
function isDocument(path: string, head: string): boolean {
  const [first = "", second] = head.split("\n", 2);
  if (second === undefined) return !path.endsWith(".jsonl");
  try {
    JSON.parse(first);
    return false;
  } catch {
    return !path.endsWith(".jsonl");
  }
}

async function* readLines(path: string, seenAnswers: Set<string>, isOver: () => boolean): AsyncGenerator<FileEntry> {
  const skipped = new Skipped(path);
  const options: ReadLogOptions = { seenAnswers, onSkippedLine: (line, reason) => skipped.add(line, reason) };
  const lines = new LogLines(options);
  for await (const list of linesOf(path)) {
    for (const line of list) {
      if ("bytes" in line) lines.readBytes(line.bytes, line.isEnded);
      else lines.skip(line.reason);
    }
    if (isOver()) break;
  }
  const sessions = lines.end(path);
  const isEmpty = sessions.length === 0;
  const batch = lines.isLog ? undefined : await readBatch(path, MOST_DOCUMENT_BYTES);
  if (batch !== undefined) {
    yield* ofBatch(path, batch);
    return;
  }
  // What is done is let go.
  for (let session = sessions.shift(); session !== undefined; session = sessions.shift()) yield session;
  yield* skipped.entries();
  if (isEmpty)
    yield { name: path, reason: lines.isLog ? "no requests that other logs lack" : unsupported(lines.first) };
}

function unsupported(value: unknown): string {
  const foreign = nameForeign(value);
  return foreign === undefined ? "no request and no log of a known agent" : `not supported: ${foreign}`;
}

function* ofBatch(path: string, entries: readonly BatchEntry[]): Generator<FileEntry> {
  const skipped = new Skipped(path);
  for (const entry of entries) {
    if ("reason" in entry) skipped.add(entry.line, entry.reason);
    else yield { ...NOT_PAID, trace: entry.trace, sessionId: entry.id, agent: BATCH };
  }
  yield* skipped.entries();
}

class Skipped {
  readonly #path: string;
  readonly #lines: { line: number; reason: string }[] = [];
  #more = 0;

  constructor(path: string) {
    this.#path = path;
  }

  add(line: number, reason: string): void {
    if (this.#lines.length < MOST_LINES) this.#lines.push({ line, reason });
    else this.#more++;
  }

  *entries(): Generator<FileEntry> {
    for (const { line, reason } of this.#lines)
      yield { name: this.#path, line, reason: `${reason}; this line was left out` };
    if (this.#more > 0) yield { name: this.#path, reason: `${this.#more} more lines left out` };
  }
}

async function* readDocument(path: string, seenAnswers: Set<string>): AsyncGenerator<FileEntry> {
  const value = await readJson(path);
  if (isClineHistory(value)) {
    const ui = join(dirname(path), CLINE_BILLS);
    const bills = existsSync(ui) ? await readJson(ui) : undefined;
    yield* toSessions(path, "Cline or Roo Code", [readCline(value, bills)]);
    return;
  }
  const bare = Array.isArray(value) ? requestOfList(value) : undefined;
  if (bare !== undefined) {
    yield { ...NOT_PAID, trace: { name: path, request: bare }, agent: "request bodies" };
    return;
  }
  const format = isRecord(value) ? formatOf(value) : undefined;
  if (isRecord(value) && WIRES.find(detectShape(value)) !== undefined && format?.agent !== "Gemini CLI") {
    yield { ...NOT_PAID, trace: { name: path, request: value }, agent: "request bodies" };
    return;
  }
  const batch = format === undefined ? await readBatch(path, MOST_DOCUMENT_BYTES) : undefined;
  if (batch !== undefined) {
    yield* ofBatch(path, batch);
    return;
  }
  const reader = format?.open({ seen: seenAnswers, onUnread: () => {} });
  if (isRecord(value)) reader?.read(value, 1);
  const sessions = reader === undefined ? [] : toSessions(path, format?.agent ?? "", reader.end());
  yield* sessions;
  if (sessions.length === 0) yield { name: path, reason: unsupported(value) };
}

/** A list of messages alone as a request; undefined for any other list. */
function requestOfList(list: readonly unknown[]): JsonRecord | undefined {
  const isMessage = (one: unknown) =>
    isRecord(one) && (typeof one.role === "string" || typeof one.call_id === "string");
  if (list.length === 0 || !list.some(isMessage) || !list.every((one) => isRecord(one) && !("messages" in one)))
    return undefined;
  const key = list.some((one) => isRecord(one) && Array.isArray(one.parts))
    ? "contents"
    : isResponses(list)
      ? "input"
      : "messages";
  const request = { [key]: list };
  return WIRES.find(detectShape(request)) === undefined ? undefined : request;
}

/** Whether a list has items that are no messages. */
const isResponses = (list: readonly unknown[]): boolean =>
  list.some((one) => isRecord(one) && typeof one.call_id === "string" && one.role === undefined);

const NOT_PAID = {
  billed: [],
  payments: [],
  unbilled: 0,
  before: undefined,
  isAfterSummary: false,
  isEnd: true,
  project: undefined,
  version: undefined,
  isAtTerminal: undefined,
  sessionId: undefined,
  isSubAgent: false,
  span: undefined,
};

async function readJson(path: string): Promise<unknown> {
  const { size } = await stat(path);
  if (size > MOST_DOCUMENT_BYTES) throw new Error(`larger than ${MOST_DOCUMENT_BYTES / 1024 / 1024} MB`);
  const value = parseJson(withoutMark(await readFile(path, "utf8")));
  if (value === undefined) throw new Error("not JSON");
  return value;
}

async function* readDatabase(path: string): AsyncGenerator<FileEntry> {
  const client = await openSqlite(path, { use: "an SQLite file needs", busyTimeoutMs: 0 });
  try {
    const query = async (sql: string, args: readonly string[]) => (await client.execute({ sql, args: [...args] })).rows;
    const names = new Set(
      (await query("SELECT name FROM sqlite_master WHERE type = 'table'", [])).map(({ name }) => name),
    );
    if (!["session", "message", "part"].every((name) => names.has(name))) {
      yield { name: path, reason: "not supported: a database that is not opencode's" };
      return;
    }
    for await (const windows of readOpencode(query)) {
      const id = windows[0]?.sessionId;
      yield* toSessions(id === undefined ? path : `${path}#${id}`, "opencode", windows);
    }
  } finally {
    client.close();
  }
}

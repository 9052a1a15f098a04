// Session logs of coding agents, as the tools write them: JSON Lines, most with times and billed tokens.
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { parseWithoutCopy } from "./claude-copies.js";
import { formatOf } from "./formats.js";
import { type LoggedSession, toSessions } from "./session.js";
import type { LogContext, LogFormat, LogReader } from "./window.js";

export type { LoggedSession, Payment } from "./session.js";

/** How a log is read. */
export interface ReadLogOptions {
  /**
   * Called for each line that is no JSON object and was left out, and for each whose usage was not understood, so that
   * its request has no bill; lines are counted from 1. @default none
   */
  onSkippedLine?: (line: number, reason: string) => void;
  /**
   * Answers that were billed in logs read before: the log of a resumed or forked session begins with a copy of the
   * older one. Answers of this log are added. @default a new set
   */
  seenAnswers?: Set<string>;
}

/**
 * Reads the context windows of a log: of Claude Code, Codex, Copilot CLI, Gemini CLI, or in the neutral form, recognised by
 * its lines. A summary, a rewind, a rollback and a sub-agent start a new window. One that goes on after messages of another
 * is replayed from its beginning, and billed from there. A window without a request of its own is left out. Linear in the
 * log's length, and in that of each window.
 *
 * @param name The log's name. Windows are numbered behind it if there are several; those of sub-agents say so.
 */
export function readSessionLog(name: string, text: string, options: ReadLogOptions = {}): LoggedSession[] {
  const lines = new LogLines(options);
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf("\n", start);
    lines.read(text.slice(start, end < 0 ? text.length : end));
    if (end < 0) break;
    start = end + 1;
  }
  return lines.end(name);
}

/** A log, given line by line. */
export class LogLines {
  readonly #onSkippedLine: (line: number, reason: string) => void;
  readonly #context: LogContext;
  #number = 0;
  #format: LogFormat | undefined;
  #reader: LogReader | undefined;
  /** The first object, which says what a foreign file is. */
  first: JsonRecord | undefined;

  constructor({ onSkippedLine = () => {}, seenAnswers = new Set() }: ReadLogOptions) {
    this.#onSkippedLine = onSkippedLine;
    const onUnread = (line: number, problem: string) => onSkippedLine(line, `its usage: ${problem}`);
    this.#context = { seen: seenAnswers, onUnread };
  }

  /** Reads the next line. */
  read(text: string): void {
    this.#number++;
    if (text.trim() === "") return;
    const value = parseLine(text);
    if (typeof value === "string") this.#onSkippedLine(this.#number, value);
    else this.#readObject(value);
  }

  /**
   * Reads the next line without the copies that some agents write.
   *
   * @param isEnded Whether the line has an end: one that is still being written is read as a whole, so that it is named.
   */
  readBytes(bytes: Buffer, isEnded: boolean): void {
    const value = isEnded ? parseWithoutCopy(bytes) : undefined;
    if (value === undefined) this.read(bytes.toString("utf8"));
    else {
      this.#number++;
      this.#readObject(value);
    }
  }

  /** Counts a line that cannot be read. */
  skip(reason: string): void {
    this.#onSkippedLine(++this.#number, reason);
  }

  /** The sessions of all lines. */
  end(name: string): LoggedSession[] {
    const windows = this.#reader?.end() ?? [];
    // Beside the messages it has all that is not sent again, such as signatures.
    this.#reader = undefined;
    return toSessions(name, this.#format?.agent ?? "", windows);
  }

  /** Whether any line was of a known log. */
  get isLog(): boolean {
    return this.#format !== undefined;
  }

  #readObject(line: JsonRecord): void {
    this.first ??= line;
    if (this.#reader === undefined) {
      this.#format = formatOf(line);
      this.#reader = this.#format?.open(this.#context);
    }
    this.#reader?.read(line, this.#number);
  }
}

/** The object of a line, or why there is none. Never quotes the line. */
function parseLine(line: string): JsonRecord | string {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : "not an object";
  } catch {
    return "not JSON";
  }
}

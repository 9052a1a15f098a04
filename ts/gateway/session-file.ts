import { readFileSync, statSync } from "node:fs";
import { writeSafely } from "../base/write-safely.js";
import { MOST_SAVED_BYTES, SessionTable } from "../reduce/session-table.js";
import type { Logger } from "./account/log.js";

/** Time between a change and its place on disk, in milliseconds: a crash loses no more. */
const SAVE_MS = 5_000;

/** A table of conversations that outlives the process where it has a file. Several processes may have the same file. */
export class SessionFile {
  readonly table: SessionTable;
  readonly #file: string | undefined;
  readonly #logger: Logger;
  #saved = 0;
  /** What the file was when this process read or wrote it last. */
  #seen = "";
  #timer: NodeJS.Timeout | undefined;

  /**
   * Reads the file. One that cannot be used is logged and treated as absent; the next save replaces it.
   *
   * @param most Conversations that are kept
   */
  constructor(most: number, file: string | undefined, logger: Logger) {
    this.table = new SessionTable(most);
    this.#file = file;
    this.#logger = logger;
    if (file !== undefined) this.#read(file, (text) => this.table.load(text));
  }

  /** Saves from now on, whatever changes. */
  start(): void {
    if (this.#file === undefined || this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.save(), SAVE_MS);
    this.#timer.unref();
  }

  /** Saves for the last time. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.save();
  }

  /** Writes the file anew if anything has changed, with what others have saved in it since. A failure is logged, and tried again at the next change. */
  save(): void {
    const { version } = this.table;
    if (this.#file === undefined || version === this.#saved) return;
    this.#saved = version;
    try {
      if (markOf(this.#file) !== this.#seen) this.#read(this.#file, (text) => this.table.merge(text));
      writeSafely(this.#file, this.table.save(), { mode: 0o600 });
      this.#seen = markOf(this.#file);
    } catch (error) {
      this.#logger.error({ file: this.#file, code: (error as NodeJS.ErrnoException).code }, "sessions were not saved");
    }
  }

  #read(file: string, take: (text: string) => void): void {
    try {
      if (statSync(file).size > MOST_SAVED_BYTES) throw new Error("saved sessions: the file is too large");
      this.#seen = markOf(file);
      take(readFileSync(file, "utf8"));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return;
      this.#logger.warn({ file, problem: message }, "the file of sessions was not read; no session is remembered");
    }
  }
}

/** Changes with every write of a file; empty where there is none. */
function markOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}

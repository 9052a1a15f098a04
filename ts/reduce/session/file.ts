import { closeSync, readFileSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../../base/make-folder.js";
import { inSlices, runNow, type Steps } from "../../base/steps.js";
import { appendSafely, openToRead, writeSafely } from "../../base/write-safely.js";
import { MOST_SAVED_BYTES, SessionTable } from "./table.js";

/** Time between two times that the file is written anew, in milliseconds. Until then each change is a line behind it. */
const SAVE_MS = 5_000;
/** How often the file is read again because other processes have written it meanwhile. */
const MOST_TRIES = 3;
/** Is told what went wrong. */
export interface SessionLog {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Its owner's alone. */
const MODE = 0o600;
/** Of a folder that is not there yet. */
const FOLDER_MODE = 0o700;

/** A table of conversations that outlives the process where it has a file. Several processes may have the same file. */
export class SessionFile {
  readonly table: SessionTable;
  /** Why the file was not read, with its name; undefined where it was, or there is none. */
  problem: string | undefined;
  /** Why it was not written the last time, with its name; undefined where it was, or nothing was to be. */
  unsaved: string | undefined;
  /** Undefined where there is none, or it is another user's. */
  #file: string | undefined;
  readonly #logger: SessionLog;
  #saved = 0;
  /** What the file was when this process read or wrote it last. */
  #seen: Mark | undefined;
  #catching: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Entries that have changed since the text was begun that is to be written. */
  readonly #changed = new Set<string>();
  #isSaving = false;

  /**
   * Reads the file. One that cannot be used is logged and treated as absent; the next save replaces it. That of another user
   * stays as it is.
   *
   * @param most Conversations that are kept
   */
  constructor(most: number, file: string | undefined, logger: SessionLog) {
    this.table = new SessionTable(most);
    this.#file = file;
    this.#logger = logger;
    if (file === undefined) return;
    runNow(this.#read(file));
  }

  /** Saves from now on, whatever changes. */
  start(): void {
    if (this.#file === undefined || this.#timer !== undefined) return;
    try {
      makeFolder(dirname(this.#file), FOLDER_MODE);
    } catch {
      // The next save says so.
    }
    this.table.onKeep = (name) => this.#append(name);
    this.#timer = setInterval(() => void this.#saveInSlices(), SAVE_MS);
    this.#timer.unref();
  }

  /** Takes what other processes have written meanwhile: a conversation may go from one to the other. Undefined where nothing was. */
  catchUp(): Promise<void> | undefined {
    const file = this.#file;
    if (file === undefined || this.#catching !== undefined) return this.#catching;
    const [seen, now] = [this.#seen, markOf(file)];
    if (now === undefined || isSame(seen, now)) return undefined;
    if (seen !== undefined && now.inode === seen.inode && now.bytes > seen.bytes)
      return this.#readLines(file, seen, now);
    this.#catching = inSlices(this.#read(file)).finally(() => {
      this.#catching = undefined;
    });
    return this.#catching;
  }

  /** Saves for the last time. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.table.onKeep = () => {};
    this.save();
  }

  /** Writes the file anew if anything has changed, with what others have saved in it since. A failure is logged, and tried again at the next change, and at the end. */
  save(): void {
    runNow(this.#save(true));
  }

  /** The same while requests are served. */
  async #saveInSlices(): Promise<void> {
    if (this.#isSaving) return;
    this.#isSaving = true;
    await inSlices(this.#save(false));
    this.#isSaving = false;
  }

  /** @param isLast At once, and with the file on disk. */
  *#save(isLast: boolean): Steps {
    const { version } = this.table;
    const isTriedAgain = isLast && this.unsaved !== undefined;
    if (this.#file === undefined || (version === this.#saved && !isTriedAgain)) return;
    this.#saved = version;
    try {
      for (let tries = 1; tries <= MOST_TRIES; tries++) {
        if (!isSame(markOf(this.#file), this.#seen)) yield* this.#read(this.#file);
        if (this.#file === undefined) return;
        this.#changed.clear();
        const text = yield* this.table.saveSteps();
        // It was stopped between two steps, and has been saved for the last time.
        if (!isLast && this.#timer === undefined) return;
        if (!isSame(markOf(this.#file), this.#seen) && tries < MOST_TRIES) continue;
        const lines = [...this.#changed].map((name) => this.table.line(name) ?? "");
        makeFolder(dirname(this.#file), FOLDER_MODE);
        writeSafely(this.#file, text + lines.join(""), { mode: MODE, durable: isLast });
        this.#seen = markOf(this.#file);
        this.unsaved = undefined;
        return;
      }
    } catch (error) {
      this.unsaved = `${this.#file}: ${(error as Error).message}`;
      this.#logger.error({ file: this.#file, code: (error as NodeJS.ErrnoException).code }, "sessions were not saved");
    }
  }

  /** Before its request is sent: whatever ends this process, the next one knows what was sent. */
  #append(name: string): void {
    this.#changed.add(name);
    const line = this.table.line(name);
    if (this.#file === undefined || line === undefined) return;
    try {
      const before = markOf(this.#file);
      appendSafely(this.#file, line, MODE);
      if (isSame(before, this.#seen)) this.#seen = markOf(this.#file);
    } catch {
      // What keeps it from being written is logged at the next save.
    }
  }

  /** The lines that came between two marks. */
  #readLines(file: string, from: Mark, to: Mark): undefined {
    try {
      const lines = Buffer.alloc(to.bytes - from.bytes);
      const descriptor = openToRead(file);
      try {
        readSync(descriptor, lines, 0, lines.length, from.bytes);
      } finally {
        closeSync(descriptor);
      }
      this.table.adoptLines(lines.toString("utf8"));
      this.#seen = to;
    } catch {
      // It is tried again at the next request, and what keeps it from being read is logged at the next save.
    }
  }

  *#read(file: string): Steps {
    try {
      const { size, uid } = statSync(file);
      if (process.getuid !== undefined && uid !== process.getuid()) {
        this.#file = undefined;
        throw new Error("saved sessions: the file belongs to another user, and stays as it is; name one of your own");
      }
      if (size > MOST_SAVED_BYTES) throw new Error("saved sessions: the file is too large");
      this.#seen = markOf(file);
      yield* this.table.mergeSteps(readFileSync(file, "utf8"));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return;
      this.problem = `${file}: ${message}`;
      this.#logger.warn({ file, problem: message }, "the file of sessions was not read; no session is remembered");
    }
  }
}

/** Changes with every write of a file. */
interface Mark {
  inode: number;
  writtenMs: number;
  bytes: number;
}

/** Undefined where there is no file, or it cannot be looked at: to write it says why. */
function markOf(file: string): Mark | undefined {
  try {
    const { ino: inode, mtimeMs: writtenMs, size: bytes } = statSync(file);
    return { inode, writtenMs, bytes };
  } catch {
    return undefined;
  }
}

function isSame(one: Mark | undefined, other: Mark | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.inode === other.inode && one.writtenMs === other.writtenMs && one.bytes === other.bytes;
}

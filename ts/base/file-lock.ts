import { closeSync, lstatSync, openSync, statSync, unlinkSync } from "node:fs";
import { TamisError } from "./errors.js";

/** What is done under a lock takes milliseconds: one as old as this was left by a process that was ended. */
const STALE_MS = 5_000;
/** Longer than that, so that a lock that was left never makes anything fail. */
const MOST_WAIT_MS = 15_000;
const PAUSE_MS = 10;

/**
 * Reads, changes and writes a file while no other process that asks does: two that read the same text and each write
 * their own change would lose one of both. The lock is a file beside it, `FILE.lock`. Waits for its turn.
 *
 * @param file A file in a folder that exists.
 * @throws Node's system errors, with the file as their `path`; TamisError `STORE_UNUSABLE` where something that is no lock has
 * its name; what `work` throws.
 */
export function withFileLock<T>(file: string, work: () => T): T {
  const lock = `${file}.lock`;
  take(file, lock);
  try {
    return work();
  } finally {
    remove(lock);
  }
}

function take(file: string, lock: string): void {
  const until = Date.now() + MOST_WAIT_MS;
  while (true) {
    try {
      closeSync(openSync(lock, "wx"));
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST") throw Object.assign(error as Error, { path: file });
      if (isForeign(lock) || Date.now() > until) throw inTheWay(lock, error);
    }
    if (ageOf(lock) > STALE_MS) remove(lock);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

const inTheWay = (lock: string, cause: unknown): TamisError =>
  new TamisError("STORE_UNUSABLE", `${lock}: it is in the way of a change; remove it where no tamis is running`, {
    cause,
  });

/** A lock is an empty file; what else has its name is not removed. */
function isForeign(lock: string): boolean {
  const found = lstatSync(lock, { throwIfNoEntry: false });
  return found !== undefined && (!found.isFile() || found.size > 0);
}

/** 0 for a lock that is gone meanwhile. */
function ageOf(lock: string): number {
  const found = statSync(lock, { throwIfNoEntry: false });
  return found === undefined ? 0 : Date.now() - found.mtimeMs;
}

function remove(lock: string): void {
  try {
    unlinkSync(lock);
  } catch {
    // Another process has removed it.
  }
}

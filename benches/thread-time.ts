// Time that this thread itself has worked, as Linux counts it: neighbours on the machine, and other threads on the same
// core, do not count; what the system does for it, such as finding memory, does.
import { existsSync, readFileSync } from "node:fs";

const FILE = "/proc/thread-self/schedstat";
export const hasThreadTime: boolean = existsSync(FILE);

const CELL = new Int32Array(new SharedArrayBuffer(4));
/** Enough for the thread to be taken off its core. */
const NAP_MILLIS = 0.05;

/** Microseconds since some moment; elsewhere than on Linux, of the clock on the wall. */
export function threadMicros(): number {
  if (!hasThreadTime) return performance.now() * 1000;
  // Of a running thread Linux writes the time down every 4 ms or so, of one that stops at once.
  Atomics.wait(CELL, 0, 0, NAP_MILLIS);
  return Number(readFileSync(FILE, "utf8").split(" ", 1)[0]) / 1000;
}

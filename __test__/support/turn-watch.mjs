// Loaded into a process by `--import`: at each SIGUSR2 it writes the longest turn of its event loop since the last one, in
// milliseconds of processor time of its main thread, into the file TURN_WATCH. What other threads and processes do does not count.
import { readFileSync, writeFileSync } from "node:fs";

const CELL = new Int32Array(new SharedArrayBuffer(4));
let longest = 0;
let last = milliseconds();

/** Linux writes the time of a running thread down every few milliseconds, of one that stops at once. */
function milliseconds() {
  Atomics.wait(CELL, 0, 0, 0.05);
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ", 1)[0]) / 1e6;
}

function turn() {
  const now = milliseconds();
  longest = Math.max(longest, now - last);
  last = now;
  setTimeout(turn, 0).unref();
}

process.on("SIGUSR2", () => {
  writeFileSync(process.env.TURN_WATCH, String(longest));
  longest = 0;
  last = milliseconds();
});
turn();

// Time that this thread itself has worked, as Linux counts it: neighbours on the machine, and other threads on the same
// core, do not count; what the system does for it, such as finding memory, does.
import { existsSync, readFileSync } from "node:fs";

const FILE = "/proc/thread-self/schedstat";
export const hasThreadTime: boolean = existsSync(FILE);

/** Microseconds since some moment; elsewhere than on Linux, of the clock on the wall. */
export function threadMicros(): number {
  return hasThreadTime ? Number(readFileSync(FILE, "utf8").split(" ", 1)[0]) / 1000 : performance.now() * 1000;
}

// Flags of V8 must be set before the functions run that they are about.
import { setFlagsFromString } from "node:v8";

/**
 * How long a function runs until V8 optimizes it: eleven times as long as usual. Logs are read in seconds, of which Node 20 takes a
 * third to optimize hundreds of functions. Later ones gain nothing by it, and write an error for a flag that they do not know.
 */
const ALWAYS = process.versions.node.startsWith("20.") ? ["--interrupt-budget=1500000"] : [];
/**
 * So much the heap may grow between two collections, in percent of what lives; and the part for new objects stays as small as it
 * is at the start, instead of 16 MB twice.
 */
const FOR_LARGE = ["--heap-growing-percent=30", "--semi-space-growth-factor=1"];
/** A log from this size on may be one session that takes much memory. */
const LARGE_BYTES = 16 * 1024 * 1024;

/**
 * Sets this process up for reading these logs: fewer functions are optimized, and where a file is large, garbage is collected
 * sooner: half the memory for a fifth more CPU time. One session is in memory at a time, so that many small ones take little in
 * any case.
 */
export function setUpForLogs(files: readonly { bytes: number }[]): void {
  const isLarge = files.some(({ bytes }) => bytes >= LARGE_BYTES);
  for (const flag of [...ALWAYS, ...(isLarge ? FOR_LARGE : [])]) setFlagsFromString(flag);
}

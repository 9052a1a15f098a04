import { writeStderr } from "./io.js";
import { printable } from "./terminal.js";

/** Says that no logs were found: in folders that were named, which ones; else how to name one. What is missing has been named. */
export async function tellNoLogs(command: string, paths: readonly string[], unseen: readonly unknown[]): Promise<void> {
  if (paths.length === 0) await writeStderr(`tamis: no logs found; name their folder: tamis ${command} PATH\n`);
  else if (unseen.length === 0)
    await writeStderr(`tamis: no logs found in ${paths.map((path) => printable(path, 200)).join(", ")}\n`);
}

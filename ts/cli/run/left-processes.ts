import { readdirSync, readFileSync } from "node:fs";

/**
 * Whether a process runs that has inherited a variable, by the system's own list of processes; undefined where it has none
 * that can be read (all but Linux).
 *
 * @param entry `NAME=value`
 */
export function isInherited(entry: string): boolean | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
    return ids.some((id) => hasEntry(id, entry));
  } catch {
    return undefined;
  }
}

function hasEntry(id: string, entry: string): boolean {
  try {
    const text = readFileSync(`/proc/${id}/environ`, "latin1");
    return text.startsWith(`${entry}\0`) || text.includes(`\0${entry}\0`);
  } catch {
    // It is another user's, or has ended.
    return false;
  }
}

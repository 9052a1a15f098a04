// Which process has a session. A process that is gone has none, whatever it left behind: it is asked for by its number
// and the time it began, for numbers are given again.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { SqlRow, SqlValue } from "./sql.js";

/** One claim. */
export interface Owner {
  token: string;
  pid: number;
  host: string;
  /** As the system counts it; `""` where it does not say. */
  started: string;
}

export function makeOwner(): Owner {
  return { token: randomUUID(), pid: process.pid, host: hostname(), started: startOf(process.pid) };
}

/** An owner in a row, and for how long it has not written. */
export type SeenOwner = Owner & { silentMs: number };

/** The owner in a row of `sessions` that was read with {@link NOW_MS} as `now`; undefined where nobody is. */
export function ownerOf(row: SqlRow): SeenOwner | undefined {
  if (typeof row.owner_token !== "string") return undefined;
  return {
    token: row.owner_token,
    pid: Number(row.owner_pid),
    host: String(row.owner_host),
    started: String(row.owner_started ?? ""),
    silentMs: Number(row.now) - Number(row.owner_seen),
  };
}

/** Another machine's processes cannot be asked for: their claims end when they have not written for so long. */
const SILENT_MS = 600_000;

export function isAlive({ pid, host, started, silentMs }: SeenOwner): boolean {
  if (host !== hostname()) return silentMs < SILENT_MS;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It is there, and somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return started === "" || startOf(pid) === started;
}

/** Field 22 of `/proc/PID/stat`, in ticks since boot; the name before it may hold anything but its last bracket. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/** Milliseconds by the database's clock: machines that share a server need not agree on the time. */
export const NOW_MS = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";

export const SET_OWNER = `owner_token = ?, owner_pid = ?, owner_host = ?, owner_started = ?, owner_seen = ${NOW_MS}`;

/** For {@link SET_OWNER}. */
export const ownerValues = ({ token, pid, host, started }: Owner): SqlValue[] => [token, pid, host, started];

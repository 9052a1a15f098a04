// Which process has a session. A process that has ended owns no session, even if its claim remains. The system is asked
// for its number and its start time, because process numbers are reused.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { SqlRow, SqlValue } from "./sql.js";

export interface Owner {
  token: string;
  pid: number;
  host: string;
  /** The start time in the system's own units; `""` if the system does not report it. */
  started: string;
}

export function makeOwner(): Owner {
  return { token: randomUUID(), pid: process.pid, host: hostname(), started: startOf(process.pid) };
}

/** The owner in a row, and the time since it last wrote. */
export type SeenOwner = Owner & { silentMs: number };

/** The owner in a row of `sessions` that was read with {@link NOW_MS} as `now`; undefined if it has none. */
export function ownerOf(row: SqlRow): SeenOwner | undefined {
  if (row.owner_token === null || row.owner_token === undefined) return undefined;
  return {
    token: String(row.owner_token),
    pid: Number(row.owner_pid),
    host: String(row.owner_host),
    started: String(row.owner_started ?? ""),
    silentMs: Number(row.now) - Number(row.owner_seen),
  };
}

/** Processes of another machine cannot be checked. Their claims end after this time without a write. */
const SILENT_MS = 600_000;

export function isAlive({ pid, host, started, silentMs }: SeenOwner): boolean {
  if (host !== hostname()) return silentMs < SILENT_MS;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return started === "" || startOf(pid) === started;
}

/**
 * Field 22 of `/proc/PID/stat`, in ticks since boot. The name before it may contain any character, so search from its
 * last bracket.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/** Milliseconds by the database's clock. */
export const NOW_MS = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";

export const SET_OWNER = `owner_token = ?, owner_pid = ?, owner_host = ?, owner_started = ?, owner_seen = ${NOW_MS}`;

/** The values for {@link SET_OWNER}. */
export const ownerValues = ({ token, pid, host, started }: Owner): SqlValue[] => [token, pid, host, started];

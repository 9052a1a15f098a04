import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Gateway } from "../../gateway/index.js";

/** A process that was left may take so long until its first request, where the system tells that there is one. */
const FIRST_MS = 3_000;
/** Most time for which it is waited for an answer, or for the next request of a process that has asked. */
const LONGEST_MS = 120_000;
/** From then on it is said why nothing ends. */
const TELL_MS = 1_000;
const STEP_MS = 100;
/** Looking at all processes takes some milliseconds. */
const LOOK_MS = 200;

type Served = Pick<Gateway, "openRequests" | "totals" | "close">;

/** How long a process that was left is served. */
export interface LeftTimes {
  firstMs?: number;
  longestMs?: number;
}

/**
 * Ends the gateway of a command that has ended. A process that the command has left running, as one that starts itself anew
 * does, may go on asking: it is served until it ends or asks nothing for 2 minutes, or until a signal cuts it off.
 *
 * @param entry The variable by which such a process is known: `NAME=value`
 * @param tell Says that there is one.
 * @returns Whether such a process still runs
 */
export async function closeGateway(
  gateway: Served,
  entry: string,
  tell: () => void,
  times: LeftTimes = {},
): Promise<boolean> {
  let isCut = false;
  const cut = () => {
    isCut = true;
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, cut);
  const left = await serveLeft(gateway, entry, { tell, isCut: () => isCut, ...times });
  for (const signal of signals) process.off(signal, cut);
  await gateway.close({ drainDelayMs: 0, drainMs: 0 });
  return left;
}

interface Serving extends LeftTimes {
  tell(): void;
  isCut(): boolean;
}

async function serveLeft(
  gateway: Served,
  entry: string,
  { tell, isCut, firstMs = FIRST_MS, longestMs = LONGEST_MS }: Serving,
): Promise<boolean> {
  const startedAt = performance.now();
  let [lookedAt, isRunning] = [startedAt, isInherited(entry)];
  let [changedAt, hasAsked, isTold] = [startedAt, gateway.openRequests > 0, false];
  let state = stateOf(gateway);
  for (;;) {
    const now = performance.now();
    if (state !== stateOf(gateway)) [state, changedAt, hasAsked] = [stateOf(gateway), now, true];
    const isOpen = gateway.openRequests > 0;
    if (!isOpen && now - lookedAt >= LOOK_MS) [lookedAt, isRunning] = [now, isInherited(entry)];
    const patienceMs = hasAsked ? longestMs : firstMs;
    if (isCut() || now - changedAt >= patienceMs || (!isOpen && isRunning !== true)) break;
    if (hasAsked && !isTold && now - startedAt >= TELL_MS) {
      isTold = true;
      tell();
    }
    await sleep(STEP_MS);
  }
  return hasAsked && isInherited(entry) !== false;
}

/** Changes whenever a request comes or ends. */
const stateOf = ({ openRequests, totals }: Served): string => `${openRequests} ${totals.requests}`;

/**
 * Whether a process runs that has inherited a variable, by the system's own list of processes; undefined where it has none
 * that can be read (all but Linux).
 *
 * @param entry `NAME=value`
 */
function isInherited(entry: string): boolean | undefined {
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

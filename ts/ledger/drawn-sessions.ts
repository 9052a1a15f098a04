// The sessions of the ledger between whose two groups chance has decided, and what is counted of each.

import { getOrInsert } from "../base/maps.js";
import type { CallEntry, LedgerEntries, LedgerEntry } from "./entry.js";

const COUNTED = ["calls", "rereads", "repeats", "retries", "prompts", "edits", "failedEdits"] as const;
type Counts = Record<(typeof COUNTED)[number], number>;

export interface DrawnSession extends Counts {
  modes: Set<string>;
  policy: string | undefined;
  turns: number;
  dollars: number;
  /** Whether any request has a price: those without one count nothing in either group. */
  isPriced: boolean;
  /** Whether any request was paid otherwise than by a login. */
  hasBill: boolean;
  /** When it was last heard of. */
  endedAt: number;
  /** By what results are for: how many were reduced, or would have been, and were asked for again. */
  roles: Map<string, { reduced: number; again: Set<string> }>;
}

/** Entries without results say nothing of roles. */
export type DrawnEntries = Pick<LedgerEntries, "requests" | "calls"> & Partial<LedgerEntries>;

/** By the agent's own id of the session; where it has none, by the run. */
export function drawnSessions({ requests, calls, results = [] }: DrawnEntries): Map<string, DrawnSession> {
  const sessions = new Map<string, DrawnSession>();
  const sessionOf = ({
    session,
    run,
    mode,
    at,
  }: Pick<LedgerEntry, "session" | "run" | "mode" | "at">): DrawnSession => {
    const key = session ?? run;
    const known = getOrInsert(sessions, key, () => newSession());
    known.modes.add(mode);
    known.endedAt = Math.max(known.endedAt, at);
    return known;
  };
  for (const entry of requests) {
    if (entry.drawn !== true || entry.surface !== "gateway" || entry.refused !== undefined) continue;
    const session = sessionOf(entry);
    session.turns++;
    session.dollars += entry.cost ?? 0;
    session.policy = entry.policy ?? session.policy;
    if (entry.cost !== undefined) session.isPriced = true;
    if (entry.subscription === undefined) session.hasBill = true;
  }
  const told = new Map<string, { run: string; sum: Counts }>();
  for (const entry of calls) if (entry.drawn === true) add(sessionOf(entry), newIn(entry, told));
  for (const entry of results) {
    if (entry.drawn !== true) continue;
    const { roles } = sessionOf(entry);
    const role = entry.role ?? "observation";
    const known = getOrInsert(roles, role, () => ({ reduced: 0, again: new Set() }));
    if (entry.kind === "reduced") known.reduced++;
    else known.again.add(entry.call);
  }
  return sessions;
}

const noCounts = (): Counts => Object.fromEntries(COUNTED.map((name) => [name, 0])) as Counts;

const newSession = (): DrawnSession => ({
  ...noCounts(),
  ...{ modes: new Set(), policy: undefined, turns: 0, dollars: 0 },
  ...{ isPriced: false, hasBill: false, endedAt: 0, roles: new Map() },
});

function add(sum: Counts, counts: Counts): void {
  for (const name of COUNTED) sum[name] += counts[name];
}

/** What an entry adds. The first one of a resumed conversation has all that earlier runs have counted of it, too. */
function newIn(entry: CallEntry, told: Map<string, { run: string; sum: Counts }>): Counts {
  const key = `${entry.session}\n${entry.conversation}`;
  const before = told.get(key);
  const counts = noCounts();
  for (const name of COUNTED) counts[name] = entry[name] ?? 0;
  if (before !== undefined && before.run !== entry.run)
    for (const name of COUNTED) counts[name] = Math.max(0, counts[name] - before.sum[name]);
  const sum = before?.sum ?? noCounts();
  add(sum, counts);
  told.set(key, { run: entry.run, sum });
  return counts;
}

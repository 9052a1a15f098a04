// What was reduced in one session, and what the agent asked for again.
import { groupedBy } from "../base/maps.js";
import type { ResultRole, RoleSource } from "../contract/report.js";
import type { Interval } from "../gateway/holdout/ratio.js";
import type { LedgerEntries, ResultEntry } from "./entry.js";
import { shareInterval } from "./intervals.js";

export interface ReducedRow {
  call: string;
  tool: string;
  action: string;
  reason: string;
  /** What the result is for, and what says so; undefined where its entry does not say. */
  role: ResultRole | undefined;
  roleFrom: RoleSource | undefined;
  charsBefore: number;
  charsAfter: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** The session's request in which it was reduced first, from 1 on. */
  request: number;
  /** The calls that asked for it again. */
  rereads: string[];
  /** The file of its original; undefined where none was kept. */
  kept: string | undefined;
}

/** A rule, and how often the agent went back for what it had removed. */
export interface RuleRow {
  reason: string;
  results: number;
  charsRemoved: number;
  /** Results that were asked for again. */
  reread: number;
  share: Interval;
  /** Whether the agent goes back more often than by chance: twice at least, and a twentieth of the results. */
  sendsBack: boolean;
}

/** A session's reductions. */
export interface Explanation {
  results: ReducedRow[];
  rules: RuleRow[];
  /** Calls in which the model wrote a mark of shortened arguments itself. */
  imitations: number;
}

const LEAST_REREADS = 2;
const MOST_SHARE = 0.05;

/** Explains the reductions of one session's entries. */
export function explain({ requests, calls, results }: LedgerEntries): Explanation {
  const asked = requests.filter(({ surface }) => surface === "gateway");
  const numbers = new Map(asked.map(({ at, run }, index) => [`${run}\n${at}`, index + 1]));
  const rows = new Map<string, ReducedRow>();
  const keyOf = ({ run, conversation, call, action }: ResultEntry) => `${run}\n${conversation}\n${call}\n${action}`;
  for (const entry of results) {
    const { call, tool, action, reason, role, roleFrom, charsBefore, charsAfter, at, original: kept } = entry;
    if (entry.kind === "reread") {
      rows.get(keyOf(entry))?.rereads.push(entry.later ?? "");
      continue;
    }
    const about = { call, tool, action, reason, role, roleFrom, charsBefore, charsAfter, at, kept };
    rows.set(keyOf(entry), { ...about, request: numbers.get(`${entry.run}\n${at}`) ?? 0, rereads: [] });
  }
  const all = [...rows.values()];
  const imitations = calls.reduce((sum, call) => sum + (call.imitations ?? 0), 0);
  return { results: all, rules: rulesOf(all), imitations };
}

function rulesOf(rows: readonly ReducedRow[]): RuleRow[] {
  return [...groupedBy(rows, ({ reason }) => reason)]
    .map(([reason, group]) => {
      const reread = group.filter(({ rereads }) => rereads.length > 0).length;
      const share = shareInterval(reread, group.length) ?? { value: 0, low: 0, high: 1 };
      const charsRemoved = group.reduce((sum, { charsBefore, charsAfter }) => sum + charsBefore - charsAfter, 0);
      const sendsBack = reread >= LEAST_REREADS && share.value > MOST_SHARE;
      return { reason, results: group.length, charsRemoved, reread, share, sendsBack };
    })
    .sort((a, b) => b.reread - a.reread || b.charsRemoved - a.charsRemoved);
}

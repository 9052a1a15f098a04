// What caches lost of all sessions, by agent and cause, and which lifetime would have cost least.

import { getOrInsert, groupedBy } from "../../base/maps.js";
import { ReturnOdds } from "../../pricing/return-odds.js";
import { FIVE_MINUTES, type IdleGap, type MissCause, type SessionLifetimes } from "./cache-misses.js";
import type { SavedSession } from "./one-session.js";

/** Misses of one cause. */
export interface CauseSum {
  /** Why. */
  cause: MissCause;
  /** How many requests. */
  requests: number;
  /** Tokens that were sent before and not read from the cache. */
  lostTokens: number;
  /** US dollars that these cost more than reading them from the cache, where prices are known. */
  dollars: number;
  /** Of the requests, those without a known price. */
  unpriced: number;
}

/** The input bill with one lifetime. */
export interface LifetimeOption {
  /** For how long an entry is kept after its last use: 300 or 3,600. */
  seconds: number;
  /** How often idle entries are renewed in all, as the gateway does with `keep_alive_usd`; 0 for never. */
  renewals: number;
  /** Of the same requests and all renewals, in US dollars. */
  dollars: number;
}

/** The caches of one agent, or of its sub-agents. */
export interface CacheGroup {
  /** The agent. */
  agent: string;
  /** Whether these are its sub-agents. */
  isSubAgent: boolean;
  /** Misses by cause, the dearest first. */
  causes: CauseSum[];
  /**
   * The input bill of the requests to models whose cache lives for five minutes or an hour, as billed and with each; with five
   * minutes also if the gateway had renewed idle entries, without a cap. Absent where there are none with a known price.
   */
  lifetimes?: { billed: number; options: LifetimeOption[] };
}

/** The lifetimes to ask for. */
export interface LifetimeAdvice {
  /** What to change; empty for nothing. */
  changes: { agent: string; isSubAgent: boolean; seconds: number }[];
  /** US dollars that it saves of the input bill. */
  saved: number;
}

/** The caches of all sessions. */
export interface CacheSums {
  /** Requests with a bill that had one before them. */
  compared: number;
  /** Of these, those without a time: that an entry expired is not seen in them. */
  untimed: number;
  /** Of these, those with an earlier time than the request before: nor in them. */
  backwards: number;
  /** By agent, sub-agents apart. */
  groups: CacheGroup[];
  /** Which lifetime costs least, without renewals, if it saves 1 % or more of everything paid. */
  recommendation: LifetimeAdvice;
}

/** Below this share of everything paid, a change is not worth it. */
export const LEAST_SHARE = 0.01;

/** Adds up sessions. @param paid US dollars of everything that was paid */
export function sumCaches(sessions: readonly SavedSession[], paid: number): CacheSums {
  const byGroup = groupedBy(sessions, ({ agent, isSubAgent }) => `${agent}\n${isSubAgent}`);
  const groups = [...byGroup.values()].flatMap(groupOf);
  const total = (of: (session: SavedSession) => number) => sessions.reduce((sum, session) => sum + of(session), 0);
  return {
    compared: total(({ cache }) => cache.compared),
    untimed: total(({ cache }) => cache.untimed),
    backwards: total(({ cache }) => cache.backwards),
    groups,
    recommendation: adviceFor(groups, paid),
  };
}

/** Nothing where no request of the sessions was looked at. */
function groupOf(sessions: readonly SavedSession[]): CacheGroup[] {
  const [first] = sessions;
  const known = sessions.flatMap(({ cache }) => cache.lifetimes ?? []);
  if (first === undefined || (known.length === 0 && !sessions.some(({ cache }) => cache.compared > 0))) return [];
  const { agent, isSubAgent } = first;
  const lifetimes = known.length === 0 ? {} : { lifetimes: sumLifetimes(known) };
  return [{ agent, isSubAgent, causes: sumCauses(sessions), ...lifetimes }];
}

function sumCauses(sessions: readonly SavedSession[]): CauseSum[] {
  const sums = new Map<MissCause, CauseSum>();
  for (const { cause, lostTokens, dollars } of sessions.flatMap(({ cache }) => cache.misses)) {
    const sum = getOrInsert(sums, cause, () => ({ cause, requests: 0, lostTokens: 0, dollars: 0, unpriced: 0 }));
    sum.requests++;
    sum.lostTokens += lostTokens;
    sum.dollars += dollars ?? 0;
    if (dollars === undefined) sum.unpriced++;
  }
  return [...sums.values()].sort((a, b) => b.dollars - a.dollars || b.lostTokens - a.lostTokens);
}

function sumLifetimes(all: readonly SessionLifetimes[]): { billed: number; options: LifetimeOption[] } {
  const [first] = all;
  return {
    billed: all.reduce((sum, { billed }) => sum + billed, 0),
    options: (first?.options ?? []).flatMap(({ seconds }, index) => {
      const same = all.flatMap(({ options }) => options[index] ?? []);
      const dollars = same.reduce((sum, option) => sum + option.dollars, 0);
      const plain = { seconds, renewals: 0, dollars };
      if (seconds !== FIVE_MINUTES) return [plain];
      const kept = keptAlive(same.flatMap(({ gaps }) => gaps));
      return [plain, { seconds, renewals: kept.renewals, dollars: dollars + kept.dollars }];
    }),
  };
}

/**
 * How often idle entries are renewed, by what was learned from the gaps before, and by how much more that costs than none (less
 * if negative).
 */
function keptAlive(gaps: readonly IdleGap[]): Pick<LifetimeOption, "renewals" | "dollars"> {
  const odds = new ReturnOdds();
  const sum = { renewals: 0, dollars: 0 };
  for (const { renewals = Number.POSITIVE_INFINITY, renewal, saved, gain, last } of gaps) {
    const most = odds.renewals(last, gain);
    const count = Math.min(renewals, most);
    sum.renewals += count;
    sum.dollars += count * renewal - (renewals <= most ? saved : 0);
    odds.add(last, renewals + 1);
  }
  return sum;
}

function adviceFor(groups: readonly CacheGroup[], paid: number): LifetimeAdvice {
  const advice: LifetimeAdvice = { changes: [], saved: 0 };
  for (const { agent, isSubAgent, lifetimes } of groups) {
    const plain = (lifetimes?.options ?? []).filter(({ renewals }) => renewals === 0);
    const best = plain.toSorted((a, b) => a.dollars - b.dollars)[0];
    const saved = best === undefined || lifetimes === undefined ? 0 : lifetimes.billed - best.dollars;
    if (best === undefined || saved < LEAST_SHARE * paid || saved <= 0) continue;
    advice.changes.push({ agent, isSubAgent, seconds: best.seconds });
    advice.saved += saved;
  }
  return advice;
}

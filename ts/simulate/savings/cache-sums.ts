// What caches lost of all sessions, by agent and cause, and which lifetime would have cost least.
import type { IdleGap, MissCause, SessionLifetimes } from "./cache-misses.js";
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
  /** How often an idle entry is renewed, each time just before it expires; 0 for never. */
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
   * The input bill of the requests to models whose cache lives for five minutes or an hour, as billed and with each: without
   * renewals, then with the number of them that costs least. Absent where there are none with a known price.
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
  const byGroup = new Map<string, SavedSession[]>();
  for (const session of sessions) {
    const key = `${session.agent}\n${session.isSubAgent}`;
    byGroup.set(key, [...(byGroup.get(key) ?? []), session]);
  }
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
    const sum = sums.get(cause) ?? { cause, requests: 0, lostTokens: 0, dollars: 0, unpriced: 0 };
    sums.set(cause, sum);
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
      const best = bestRenewals(same.flatMap(({ gaps }) => gaps));
      return [
        { seconds, renewals: 0, dollars },
        { seconds, renewals: best.renewals, dollars: dollars + best.dollars },
      ];
    }),
  };
}

/** The most renewals that are tried: two hours of five minutes each. */
const MOST_RENEWALS = 24;

/**
 * Renewing an idle entry at most so often, whatever comes: the number that costs least over all gaps, and by how much more it costs
 * than none (less if negative). Each gap is renewed until it ends or the number is reached.
 */
function bestRenewals(gaps: readonly IdleGap[]): Pick<LifetimeOption, "renewals" | "dollars"> {
  let best = { renewals: 0, dollars: 0 };
  for (let most = 1; most <= MOST_RENEWALS; most++) {
    const costOf = ({ renewals = Number.POSITIVE_INFINITY, renewal, saved }: IdleGap) =>
      Math.min(renewals, most) * renewal - (renewals <= most ? saved : 0);
    const dollars = gaps.reduce((sum, gap) => sum + costOf(gap), 0);
    if (dollars < best.dollars) best = { renewals: most, dollars };
  }
  return best;
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

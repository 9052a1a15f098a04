// Whether an agent should ask for a cache of one hour instead of five minutes, by its own pauses.
import { FIVE_MINUTES, HOUR } from "./cache-misses.js";
import type { LifetimeOption } from "./cache-sums.js";
import type { Savings } from "./sum-up.js";

/** What one hour would have saved. */
export interface HourSaving {
  /** Sessions with two requests or more whose times are known. */
  sessions: number;
  /** US dollars less of the input than with five minutes. */
  saved: number;
  /** US dollars of everything that the agent and its sub-agents would have paid with five minutes. */
  paid: number;
}

/** Where one hour pays; absent where it does not, or where too little is known. */
export interface HourSavings {
  /** Of the agent itself. */
  main?: HourSaving;
  /** Of its sub-agents. */
  subAgents?: HourSaving;
}

/** Fewer sessions say too little. */
const FEWEST_SESSIONS = 5;
/** Below this share of everything paid, what the past saved is no promise: at 1 % one of 31 logs was switched, and lost. */
const LEAST_SHARE = 0.05;

/**
 * Compares one hour with five minutes on the same requests, whatever their cache was billed for: a log that has the hour
 * already says the same as one that lacks it.
 *
 * @param agent The agent's name in logs.
 */
export function hoursThatPay({ sessions, cache, dollars }: Savings, agent: string): HourSavings {
  const groups = cache.groups.flatMap((group) => {
    const { lifetimes, isSubAgent } = group;
    if (group.agent !== agent || lifetimes === undefined) return [];
    const [short, long] = [FIVE_MINUTES, HOUR].map((seconds) => plainOf(lifetimes.options, seconds));
    if (short === undefined || long === undefined) return [];
    return [{ isSubAgent, more: short - lifetimes.billed, saved: short - long }];
  });
  const paid = groups.reduce((sum, { more }) => sum + more, dollars.total);
  const found: HourSavings = {};
  for (const { isSubAgent, saved } of groups) {
    const timed = sessions.filter((one) => {
      const { compared, untimed, backwards, lifetimes } = one.cache;
      const isOfGroup = one.agent === agent && one.isSubAgent === isSubAgent && lifetimes !== undefined;
      return isOfGroup && compared > untimed + backwards;
    });
    if (timed.length < FEWEST_SESSIONS || saved <= 0 || saved < LEAST_SHARE * paid) continue;
    found[isSubAgent ? "subAgents" : "main"] = { sessions: timed.length, saved, paid };
  }
  return found;
}

/** The bill without renewals. */
const plainOf = (options: readonly LifetimeOption[], seconds: number): number | undefined =>
  options.find((one) => one.seconds === seconds && one.renewals === 0)?.dollars;

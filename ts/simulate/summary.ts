import type { Wire } from "../contract/report.js";
import { addKept, type KeptSums } from "./kept/kept.js";
import type { SessionBill } from "./replay.js";

/** One session and its bills. */
export interface SessionRow {
  /** The trace's name. */
  name: string;
  /** The wire it was read as. */
  wire: Wire;
  /** Whether it names a model with known cache and prices; else the vendor's newest row applies, or the wire's. */
  isModelKnown: boolean;
  /** The cache of each price. */
  rules: string[];
  /** Requests of the session, one a step. */
  requests: number;
  /** Tool turns of the session. */
  toolTurns: number;
  /** Tokens of its largest request, unreduced. */
  tokens: number;
  /** By price, then by policy. The first policy sends everything. */
  bills: SessionBill[][];
}

/** A policy's result over all sessions. Ratios are relative to sending everything. */
export interface PolicySummary {
  /** The policy's name. */
  name: string;
  /** In fresh tokens. */
  cost: number;
  /** Sum of the bills divided by the sum of those of sending everything. */
  bill: number;
  /** The largest ratio of a session's bill, and the session's name. */
  worst: { ratio: number; session: string };
  /** Sessions whose bill is above 1.02 of sending everything. */
  worse: number;
  /** Their share of all sessions, from 0 to 1. */
  worseShare: number;
  /** For the sessions with at least {@link LARGE_TOKENS} tokens: their number, 95th percentile and largest ratio. */
  large: { sessions: number; p95: number; worst: number };
  /** Tokens sent. */
  tokens: number;
  /** Tokens sent, relative to those of sending everything. */
  tokenRatio: number;
  /** Mean over the sessions of the largest request, relative to that of sending everything. */
  peakRatio: number;
  /** Tokens of the largest request of all. */
  peakTokens: number;
  /** Share of the sent tokens that the cache had. */
  hitRate: number;
  /** Requests that rewrite a part of the one before. */
  moves: number;
  /**
   * Requests that the model would refuse for their thinking, and the unreduced ones not. Missing if no session has
   * thinking that its model checks.
   */
  prefixFailures?: number;
  /**
   * Of the paths, identifiers and numbers in arguments of calls that only tool results had before: the share that is in
   * the request that the call answers, from 0 to 1. Missing if it was not requested, or if it is not known.
   */
  grounding?: number;
  /**
   * Of the results that the policy takes out, the share of which one of the next 40 calls names something that its request
   * no longer has, from 0 to 1. Missing as the grounding.
   */
  namedAgain?: number;
  /** What is left of what answers need. Missing if it was not requested, or if it is not known. */
  kept?: KeptSums;
  /**
   * The bill, if each edit whose quoted lines are not all there costs one more request with a result of 3,000 tokens, which
   * every later request reads from the cache. Missing as what is kept.
   */
  billWithReReads?: number;
}

/** Sessions from this size on count as large. */
export const LARGE_TOKENS = 30_000;
/** A session above this ratio counts as worse. */
const WORSE = 1.02;

/** Adds up the sessions for one price and one policy. */
export function summarise(name: string, sessions: readonly SessionRow[], price: number, policy: number): PolicySummary {
  const pairs = sessions.flatMap((row) => {
    const bill = row.bills[price]?.[policy];
    const everything = row.bills[price]?.[0];
    return bill && everything ? [{ row, bill, everything, ratio: ratio(bill.cost, everything.cost) }] : [];
  });
  const sum = (of: (pair: (typeof pairs)[number]) => number) => pairs.reduce((total, pair) => total + of(pair), 0);
  const worst = pairs.reduce<(typeof pairs)[number] | undefined>(
    (found, pair) => (found === undefined || pair.ratio > found.ratio ? pair : found),
    undefined,
  );
  const large = pairs
    .filter(({ row }) => row.tokens >= LARGE_TOKENS)
    .map((pair) => pair.ratio)
    .sort((a, b) => a - b);
  const worse = pairs.filter((pair) => pair.ratio > WORSE).length;
  const cost = sum(({ bill }) => bill.cost);
  const tokens = sum(({ bill }) => bill.tokens);
  return {
    name,
    cost,
    bill: ratio(
      cost,
      sum(({ everything }) => everything.cost),
    ),
    worst: { ratio: worst?.ratio ?? 1, session: worst?.row.name ?? "" },
    worse,
    worseShare: pairs.length === 0 ? 0 : worse / pairs.length,
    large: { sessions: large.length, p95: percentile(large, 0.95), worst: large.at(-1) ?? 1 },
    tokens,
    tokenRatio: ratio(
      tokens,
      sum(({ everything }) => everything.tokens),
    ),
    peakRatio:
      pairs.length === 0
        ? 1
        : sum(({ bill, everything }) => ratio(bill.peakTokens, everything.peakTokens)) / pairs.length,
    peakTokens: pairs.reduce((peak, { bill }) => Math.max(peak, bill.peakTokens), 0),
    hitRate: tokens === 0 ? 0 : sum(({ bill }) => bill.readTokens) / tokens,
    moves: sum(({ bill }) => bill.moves),
    ...(pairs.some(({ bill }) => bill.prefixFailures !== undefined)
      ? { prefixFailures: sum(({ bill }) => bill.prefixFailures ?? 0) }
      : {}),
    ...groundingOf(pairs.map(({ bill }) => bill)),
    ...keptOf(
      pairs.map(({ bill }) => bill),
      sum(({ everything }) => everything.cost),
    ),
  };
}

function groundingOf(bills: readonly SessionBill[]): Pick<PolicySummary, "grounding" | "namedAgain"> {
  const known = bills.flatMap(({ grounding }) => (grounding === undefined ? [] : [grounding]));
  if (known.length === 0 || known.length < bills.length) return {};
  const sum = (of: "visible" | "named" | "namedAgain" | "taken") => known.reduce((total, one) => total + one[of], 0);
  return { grounding: ratio(sum("visible"), sum("named")), namedAgain: share(sum("namedAgain"), sum("taken")) };
}

function keptOf(bills: readonly SessionBill[], everything: number): Pick<PolicySummary, "kept" | "billWithReReads"> {
  const known = bills.flatMap(({ kept }) => (kept === undefined ? [] : [kept]));
  if (known.length === 0 || known.length < bills.length) return {};
  const cost = bills.reduce((total, bill) => total + (bill.costWithReReads ?? bill.cost), 0);
  return { kept: addKept(known), billWithReReads: ratio(cost, everything) };
}

const ratio = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** The smallest value that at least `share` of the ascending values do not exceed; 1 if there are none. */
function percentile(values: readonly number[], share: number): number {
  return values[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 1;
}

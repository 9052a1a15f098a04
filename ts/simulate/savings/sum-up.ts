import { getOrInsert } from "../../base/maps.js";
import { addNumbers } from "../../base/sums.js";
import type { Policy, PolicyInput } from "../../policy/policy.js";
import { addGaps, type Gaps, noGaps } from "../../pricing/gaps.js";
import { allKnown, type GroundingSource, mergeSources, sharesOf } from "../grounding.js";
import { addKept, type KeptSums } from "../kept/kept.js";
import type { UnreadableFile } from "../logs/read-file.js";
import { type CacheSums, sumCaches } from "./cache-sums.js";
import type { Choice } from "./choices.js";
import { type Content, noContent } from "./content.js";
import { type Dollars, inputOf, noDollars } from "./money.js";
import type { PolicyOutcome, SavedSession } from "./one-session.js";

/** A policy over all sessions. */
export interface PolicyResult {
  /** Its name. */
  name: string;
  /** What it does, in a sentence. */
  about: string;
  /** Its settings. */
  settings: PolicyInput | Policy;
  /** Dollars saved of the input; negative where it would have cost more. */
  saved: number;
  /** The input bill over that of sending everything, in sum. */
  ratio: number;
  /** Sessions that it would have made dearer by more than 2 %. */
  dearer: number;
  /** Of what calls name that only results had, the share that is still in the request, from 0 to 1; absent if unknown. */
  grounding?: number;
  /** The same by the tool whose result had it last, the most often named first; absent if unknown. */
  sources?: GroundingSource[];
  /**
   * Of the results it takes out, the share of which one of the next 40 calls names something that its request no longer has,
   * from 0 to 1; absent if unknown.
   */
  namedAgain?: number;
  /** What is left of what answers need; absent if unknown. */
  kept?: KeptSums;
  /**
   * The same bill and dollars if each edit whose quoted lines are not all there costs one more request with a result of
   * 3,000 tokens, which every later request reads from the cache; absent if unknown.
   */
  withReReads?: { ratio: number; saved: number };
  /**
   * How often the context lasts as long, in the median of the sessions with at least 30 requests; absent if there is none, or
   * if nothing is known of what is sent.
   */
  contextLasts?: number;
}

/** What to do. */
export interface Recommendation {
  /** The policy's name; undefined for leaving everything as it is. */
  policy: string | undefined;
  /** In a sentence. */
  reason: string;
  /** Dollars saved; 0 where no price is known. */
  saved: number;
  /** Their share of everything paid, from 0 to 1. */
  share: number;
  /** The input bill over that of sending everything. */
  ratio: number;
  /** Names of the sessions that it would serve worst, the worst first, and their ratios. */
  worst: { name: string; ratio: number; saved: number }[];
}

/** A row of a table by day, project, agent, model or session. */
export interface SavingsGroup {
  /** The day, the folder, the name. */
  key: string;
  /** How many sessions have a part in it. */
  sessions: number;
  /** How many requests. */
  requests: number;
  /** What was paid. */
  dollars: number;
  /** What the recommended policy would have saved. */
  saved: number;
  /** Of the requests, those without a known price, or of a login: their dollars are in neither. */
  unpriced: number;
}

/** What rows can be of. */
export type GroupKind = "day" | "project" | "agent" | "model" | "session";

/** The result of reading logs. */
export interface Savings {
  /** The sessions, in the order read. */
  sessions: SavedSession[];
  /** Requests that were paid for. */
  requests: number;
  /** What was paid, by what was bought. */
  dollars: Dollars;
  /** Of that, sessions without bills, whose input is the replay's estimate. */
  estimated: { sessions: number; dollars: number };
  /** Names of models without a price, whose tokens have no dollars. */
  unpriced: string[];
  /** What the dollars lack, with how many requests. */
  gaps: Gaps;
  /**
   * How policies are compared: `dollars`: by what each session's input cost. `tokens`: by the input bills in tokens of fresh
   * input, since no price is known for some or all of them.
   */
  weights: "dollars" | "tokens";
  /** The input's dollars by what it was made of. */
  content: Content;
  /** What providers' caches lost, and with which lifetime they would have cost least. */
  cache: CacheSums;
  /** One entry a policy. */
  policies: PolicyResult[];
  /** What to do. */
  recommendation: Recommendation;
  /** How near the replay is to the recorded input bills: sessions within 10 %, of those with enough bills. */
  agreement: { within: number; of: number };
  /** Files and lines that could not be read. */
  skipped: UnreadableFile[];
  /** Sessions that were readable, whether they count or not. */
  readable: number;
  /** False if reading was ended early. */
  isWhole: boolean;
}

const DEARER = 1.02;
const NEAR = 0.1;
/** What calls name must be there this often, or a policy is not recommended. */
const LEAST_GROUNDING = 0.85;
/** Below this share a change is not worth its risk. */
const LEAST_SHARE = 0.01;
const WORST = 5;

/** Adds up the sessions. */
export function sumUp(
  sessions: SavedSession[],
  choices: readonly Choice[],
  rest: Pick<Savings, "skipped" | "readable" | "isWhole">,
): Savings {
  const [dollars, content, gaps] = [noDollars(), noContent(), noGaps()];
  for (const session of sessions) {
    addGaps(gaps, session.gaps);
    addNumbers(dollars, session.dollars);
    addNumbers(content, session.content);
  }
  const estimated = sessions.filter(({ isEstimated }) => isEstimated);
  // A session without dollars would count as nothing.
  const isKnown = dollars.total > 0 && !sessions.some(({ isUnpriced }) => isUnpriced);
  const weights = isKnown ? "dollars" : "tokens";
  const policies = choices.map((choice, index) => resultOf(choice, index, sessions, weights));
  const held = sessions.flatMap(({ agreement }) => (agreement === undefined ? [] : [agreement]));
  return {
    sessions,
    requests: sum(sessions, ({ requests }) => requests),
    ...{ dollars, content, policies },
    cache: sumCaches(sessions, dollars.total),
    estimated: { sessions: estimated.length, dollars: sum(estimated, (one) => one.dollars.total) },
    ...{ gaps, weights, unpriced: gaps.unpriced.map(({ what }) => what) },
    recommendation: recommend(policies, sessions, dollars, weights),
    agreement: { within: held.filter((ratio) => Math.abs(ratio - 1) <= NEAR).length, of: held.length },
    ...rest,
  };
}

const sum = <T>(list: readonly T[], of: (one: T) => number): number => list.reduce((all, one) => all + of(one), 0);

function resultOf(
  { policy, about, settings }: Choice,
  index: number,
  sessions: readonly SavedSession[],
  weights: Savings["weights"],
): PolicyResult {
  const pairs = sessions.flatMap(({ outcomes, dollars, weight }) => {
    const outcome = outcomes[index];
    return outcome === undefined ? [] : [{ outcome, input: weights === "dollars" ? inputOf(dollars) : weight }];
  });
  const input = sum(pairs, (one) => one.input);
  const ratioOf = (of: (outcome: PolicyOutcome) => number) =>
    input === 0 ? 1 : sum(pairs, (one) => one.input * of(one.outcome)) / input;
  const outcomes = pairs.map(({ outcome }) => outcome);
  return {
    name: policy.name,
    about,
    settings,
    saved: sum(outcomes, ({ saved }) => saved),
    ratio: ratioOf(({ ratio }) => ratio),
    dearer: outcomes.filter(({ ratio }) => ratio > DEARER).length,
    ...lastsOf(outcomes),
    ...groundingOf(outcomes),
    ...keptOf(outcomes, ratioOf),
  };
}

function lastsOf(outcomes: readonly PolicyOutcome[]): Pick<PolicyResult, "contextLasts"> {
  const known = outcomes.flatMap(({ contextLasts = [] }) => contextLasts).sort((a, b) => a - b);
  const [low, high] = [known[(known.length - 1) >> 1], known[known.length >> 1]];
  return low === undefined || high === undefined ? {} : { contextLasts: (low + high) / 2 };
}

/** What a provider clears is not known in part. */
function groundingOf(outcomes: readonly PolicyOutcome[]): Pick<PolicyResult, "grounding" | "sources" | "namedAgain"> {
  const known = allKnown(outcomes.map(({ grounding }) => grounding));
  if (known === undefined) return {};
  return { ...sharesOf(known), sources: mergeSources(known.flatMap(({ sources }) => sources)) };
}

function keptOf(
  outcomes: readonly PolicyOutcome[],
  ratioOf: (of: (outcome: PolicyOutcome) => number) => number,
): Pick<PolicyResult, "kept" | "withReReads"> {
  const known = allKnown(outcomes.map(({ kept }) => kept));
  if (known === undefined) return {};
  return {
    kept: addKept(known),
    withReReads: {
      ratio: ratioOf(({ ratio, withReReads }) => withReReads?.ratio ?? ratio),
      saved: sum(outcomes, ({ saved, withReReads }) => withReReads?.saved ?? saved),
    },
  };
}

const NONE = { policy: undefined, saved: 0, share: 0, ratio: 1, worst: [] };

/** The input bill, with re-reads where they are known. */
const fullBill = ({ ratio, withReReads }: PolicyResult): number => withReReads?.ratio ?? ratio;

/**
 * Of the policies after which calls still find what they name, the one with the smallest input bill, re-reads included; a milder
 * one where that costs less than 1 % of the bill more.
 */
function recommend(
  policies: readonly PolicyResult[],
  sessions: readonly SavedSession[],
  { total }: Dollars,
  weights: Savings["weights"],
): Recommendation {
  const safe = policies.filter(({ grounding = 0 }) => grounding >= LEAST_GROUNDING);
  const lowest = Math.min(...safe.map(fullBill));
  const best = safe.find((policy) => fullBill(policy) - lowest < LEAST_SHARE);
  const share = best === undefined || total === 0 ? 0 : best.saved / total;
  if (best === undefined || (weights === "dollars" ? share : 1 - best.ratio) < LEAST_SHARE) {
    if (policies.length === 0 || !sessions.some(({ outcomes }) => outcomes.length > 0))
      return { ...NONE, reason: "no policy was replayed" };
    const reason = "no policy would have saved 1 % of it and kept what the calls name: leave everything as it is";
    return { ...NONE, reason };
  }
  const index = policies.indexOf(best);
  const worst = sessions
    .flatMap(({ name, outcomes }) => {
      const outcome = outcomes[index];
      return outcome === undefined || outcome.ratio <= 1 ? [] : [{ name, ratio: outcome.ratio, saved: outcome.saved }];
    })
    .sort((a, b) => a.saved - b.saved || b.ratio - a.ratio)
    .slice(0, WORST);
  return { policy: best.name, reason: best.about, saved: best.saved, share, ratio: best.ratio, worst };
}

/** The rows of a table, days in order and everything else by its dollars. */
export function groupSavings({ sessions, policies, recommendation }: Savings, kind: GroupKind): SavingsGroup[] {
  const index = policies.findIndex(({ name }) => name === recommendation.policy);
  const groups = new Map<string, SavingsGroup>();
  for (const session of sessions) {
    for (const { key, requests, dollars, unpriced } of rowsOf(session, kind)) {
      const none = { key, sessions: 0, requests: 0, dollars: 0, saved: 0, unpriced: 0 };
      const group = getOrInsert(groups, key, () => none);
      group.sessions++;
      group.requests += requests;
      group.dollars += dollars;
      group.unpriced += unpriced;
      const { total } = session.dollars;
      group.saved += total === 0 ? 0 : ((session.outcomes[index]?.saved ?? 0) * dollars) / total;
    }
  }
  const rows = [...groups.values()];
  return rows.sort(kind === "day" ? (a, b) => (a.key < b.key ? -1 : 1) : (a, b) => b.dollars - a.dollars);
}

type Row = Pick<SavingsGroup, "key" | "requests" | "dollars" | "unpriced">;

function rowsOf(session: SavedSession, kind: GroupKind): Row[] {
  const { name, agent, project, model, days, dollars, requests, gaps, startedAt = "" } = session;
  const unpriced = sum(gaps.unpriced, (gap) => gap.requests) + (gaps.logins ?? 0);
  const whole = { requests, dollars: dollars.total, unpriced };
  const isByDay = kind === "day" || kind === "model";
  if (isByDay && days.length > 0) {
    const rows = new Map<string, Row>();
    for (const day of days) {
      const key = (kind === "day" ? day.day : day.model) || "unknown";
      const row = getOrInsert(rows, key, () => ({ key, requests: 0, dollars: 0, unpriced: 0 }));
      row.requests += day.requests;
      row.dollars += day.dollars;
      row.unpriced += day.unpriced ?? 0;
    }
    return [...rows.values()];
  }
  const keys = { day: startedAt.slice(0, 10), project, agent, model, session: name };
  return [{ key: keys[kind] || "unknown", ...whole }];
}

// The dashboard: everything is a sum over the entries of a span of time.
import { DAY_MS } from "../../base/clock.js";
import { groupDigits } from "../../base/counts.js";
import { dollarText } from "../../base/dollars.js";
import { getOrInsert, groupedBy } from "../../base/maps.js";
import { type LedgerEntry, sumOf } from "../../ledger/index.js";
import { type CacheCause, priceTokens } from "../../pricing/index.js";
import { parseRecord } from "../../text/json-value.js";
import type { DashboardAnswer, DashboardGroup, DashboardSum, Percentiles } from "../api.js";
import { savedBy } from "../requests/row.js";
import { FAILED_OPEN } from "../requests/why.js";

export interface DashboardQuery {
  from: number;
  to: number;
  model?: string | undefined;
  policy?: string | undefined;
  agent?: string | undefined;
}

const MINUTE_MS = 60_000;
/** Lengths of a step that are easy to read. */
const STEPS_MS = [1, 5, 15, 60, 180, 720, 1_440, 10_080].map((minutes) => minutes * MINUTE_MS);
const MOST_POINTS = 120;

/**
 * The answer.
 *
 * @param all Entries of the span, in the order of time
 * @param unread Requests of which nothing but their entry is known
 */
export function dashboardAnswer(
  all: readonly LedgerEntry[],
  query: DashboardQuery,
  now: number,
  unread: number,
): DashboardAnswer {
  const { from, to } = query;
  const entries = all.filter((entry) => isMeant(entry, query));
  const requests = entries.filter(({ skipped }) => skipped !== "keep_alive");
  const total = dashboardSum(entries);
  return {
    ...{ from, to, headline: headlineOf(total, from, to, now), total },
    limits: limitsOf(entries),
    series: seriesOf(entries, from, to),
    byModel: dashboardGroups(entries, (one) => one.model),
    byPolicy: dashboardGroups(entries, (one) => one.policy),
    byAgent: dashboardGroups(entries, (one) => one.agent),
    byProject: dashboardGroups(entries, (one) => one.project),
    stages: stagesOf(requests),
    condensations: condensationsOf(entries),
    tools: toolsOf(entries),
    latency: latencyOf(requests),
    problems: problemsOf(requests),
    cacheBreaks: breaksOf(entries),
    unread,
    choices: {
      models: distinct(all.map((one) => one.model)),
      policies: distinct(all.map((one) => one.policy)),
      agents: distinct(all.map((one) => one.agent)),
    },
  };
}

/** Whether an entry is of the chosen model, policy and agent. */
export const isMeant = (entry: LedgerEntry, { model, policy, agent }: Omit<DashboardQuery, "from" | "to">): boolean =>
  (model === undefined || entry.model === model) &&
  (policy === undefined || entry.policy === policy) &&
  (agent === undefined || entry.agent === agent);

const distinct = (values: readonly (string | undefined)[]): string[] =>
  [...new Set(values.filter((value): value is string => value !== undefined))].sort();

function limitsOf(entries: readonly LedgerEntry[]): DashboardAnswer["limits"] {
  const newest = new Map<string, DashboardAnswer["limits"][number]>();
  for (const { subscription: login, fiveHours, week } of entries) {
    if (login === undefined || (fiveHours ?? week) === undefined) continue;
    newest.set(login, {
      login,
      ...(fiveHours === undefined ? {} : { fiveHours }),
      ...(week === undefined ? {} : { week }),
    });
  }
  return [...newest.values()];
}

function seriesOf(entries: readonly LedgerEntry[], from: number, to: number): DashboardAnswer["series"] {
  const span = Math.max(MINUTE_MS, to - from);
  const stepMs = STEPS_MS.find((step) => span / step <= MOST_POINTS) ?? STEPS_MS.at(-1) ?? span;
  const start = Math.floor(from / stepMs) * stepMs;
  const count = Math.min(10 * MOST_POINTS, Math.ceil((to - start) / stepMs));
  const steps = Array.from({ length: Math.max(1, count) }, (): LedgerEntry[] => []);
  for (const entry of entries) steps[Math.floor((entry.at - start) / stepMs)]?.push(entry);
  return { stepMs, points: steps.map((group, index) => ({ at: start + index * stepMs, ...dashboardSum(group) })) };
}

function stagesOf(entries: readonly LedgerEntry[]): DashboardAnswer["stages"] {
  const counts = new Map<string, number>();
  for (const { stage = "none", refused } of entries)
    if (refused === undefined) counts.set(stage, (counts.get(stage) ?? 0) + 1);
  return [...counts].map(([stage, requests]) => ({ stage, requests })).sort((a, b) => b.requests - a.requests);
}

type CondensedRow = DashboardAnswer["condensations"][number];

function condensationsOf(entries: readonly LedgerEntry[]): CondensedRow[] {
  const rows = new Map<string, CondensedRow>();
  for (const { condensed: provider, condensedTokens = 0, tokensBefore } of entries) {
    if (provider === undefined) continue;
    const row = getOrInsert(rows, provider, () => ({ provider, requests: 0, tokensBefore: 0, tokensAfter: 0 }));
    row.requests++;
    row.tokensBefore += tokensBefore;
    row.tokensAfter += condensedTokens;
  }
  return [...rows.values()].sort((a, b) => b.requests - a.requests);
}

type ToolRow = DashboardAnswer["tools"][number];

function toolsOf(entries: readonly LedgerEntry[]): ToolRow[] {
  const rows = new Map<string, ToolRow>();
  for (const { tools } of entries) {
    for (const [tool, [results = 0, reduced = 0, before = 0, removed = 0]] of tableIn(tools)) {
      const row = getOrInsert(rows, tool, () => ({ tool, charsBefore: 0, charsRemoved: 0, results: 0, reduced: 0 }));
      row.results += results;
      row.reduced += reduced;
      row.charsBefore += before;
      row.charsRemoved += removed;
    }
  }
  return [...rows.values()].sort((a, b) => b.charsRemoved - a.charsRemoved);
}

const tableIn = (text = ""): [string, number[]][] =>
  Object.entries((parseRecord(text) ?? {}) as Record<string, number[]>);

function latencyOf(entries: readonly LedgerEntry[]): DashboardAnswer["latency"] {
  const times = {
    reduceMicros: percentilesOf(entries.map((one) => one.reduceMicros)),
    firstByteMs: percentilesOf(entries.map((one) => one.firstByteMs)),
    totalMs: percentilesOf(entries.map((one) => one.ms)),
  };
  return Object.fromEntries(Object.entries(times).filter(([, value]) => value !== undefined));
}

function problemsOf(entries: readonly LedgerEntry[]): DashboardAnswer["problems"] {
  const rows = new Map<string, DashboardAnswer["problems"][number]>();
  for (const { refused, skipped, at } of entries) {
    const reason = refused ?? skipped;
    if (reason === undefined) continue;
    const kind = refused === undefined ? "skipped" : "refused";
    const row = getOrInsert(rows, `${kind} ${reason}`, () => ({ kind, reason, requests: 0, lastAt: 0 }));
    row.requests++;
    row.lastAt = Math.max(row.lastAt, at);
  }
  return [...rows.values()].sort((a, b) => b.requests - a.requests);
}

function breaksOf(entries: readonly LedgerEntry[]): DashboardAnswer["cacheBreaks"] {
  const rows = new Map<string, DashboardAnswer["cacheBreaks"][number]>();
  for (const { cacheCause, cacheLost = 0 } of entries) {
    if (cacheCause === undefined || cacheCause === "hit" || cacheCause === "first") continue;
    const row = getOrInsert(rows, cacheCause, () => ({ cause: cacheCause as CacheCause, requests: 0, lostTokens: 0 }));
    row.requests++;
    row.lostTokens += cacheLost;
  }
  return [...rows.values()].sort((a, b) => b.lostTokens - a.lostTokens);
}

/** The sentence at the top: money first, then tokens where no bill is known. */
function headlineOf(sum: DashboardSum, from: number, to: number, now: number): string {
  const when = spanText(from, to, now);
  if (sum.requests === 0) return `${when}: no requests yet`;
  const { cost, costWith, costWithout, saved } = sum;
  if (cost === undefined || saved === undefined || sum.unbilled === sum.requests) return `${when}: ${tokensText(sum)}`;
  if (cost !== costWith)
    return `${when} ${dollarText(cost)}; with Tamis it would have been ${dollarText(costWith ?? cost)}`;
  const way = saved < 0 ? `, ${dollarText(-saved)} more than without Tamis` : "";
  return `${when} ${dollarText(cost)} instead of ${dollarText(costWithout ?? cost)}${way}`;
}

function tokensText({ tokensBefore, tokensAfter }: DashboardSum): string {
  return `${groupDigits(tokensAfter)} instead of ${groupDigits(tokensBefore)} tokens (estimated; no bill with a known price)`;
}

/** `today` where it is one, else the length. */
function spanText(from: number, to: number, now: number): string {
  const days = Math.round((to - from) / DAY_MS);
  if (to < now - 1_000)
    return `${new Date(from).toISOString().slice(0, 10)} to ${new Date(to).toISOString().slice(0, 10)}`;
  return days <= 1 ? "today" : `in ${days} days`;
}

/** Percentiles of times; undefined where there are none. */
function percentilesOf(values: readonly (number | undefined)[]): Percentiles | undefined {
  const sorted = values.filter((value): value is number => value !== undefined).sort((a, b) => a - b);
  const most = sorted.at(-1);
  if (most === undefined) return undefined;
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? most;
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), most };
}

/** Sums over requests. */
export function dashboardSum(entries: readonly LedgerEntry[]): DashboardSum {
  const sum = sumOf(entries);
  const { cost, otherCost: _, weight: __, otherWeight: ___, ...rest } = sum;
  const billed = entries.filter(({ refused, input }) => refused === undefined && input !== undefined);
  const written = billed.reduce((all, entry) => all + (entry.written ?? 0), 0);
  // What was only observed cost the same either way, unless nothing else passed.
  const reduced = billed.filter(({ mode }) => mode === "reduce");
  const isObserved = reduced.length === 0 && billed.length > 0;
  const saved = entries.length > 0 && billed.length === 0 ? undefined : savedOf(isObserved ? billed : reduced);
  const paid = billed.filter(({ subscription }) => subscription === undefined);
  const discount = paid.length < billed.length && paid.length === 0 ? undefined : discountOf(paid);
  return {
    ...rest,
    written,
    failedOpen: entries.filter(({ skipped }) => skipped !== undefined && FAILED_OPEN.has(skipped)).length,
    ...(cost === undefined ? {} : { cost }),
    ...(saved === undefined ? {} : { saved }),
    ...(cost === undefined || saved === undefined
      ? {}
      : { costWith: isObserved ? cost - saved : cost, costWithout: isObserved ? cost : cost + saved }),
    ...(discount === undefined ? {} : { cacheDiscount: discount }),
    ...(sum.input === 0 ? {} : { hitRate: sum.cached / sum.input }),
  };
}

/** Of the requests whose price is known; undefined where there are none but others. */
function savedOf(billed: readonly LedgerEntry[]): number | undefined {
  const known = billed.flatMap((entry) => savedBy(entry) ?? []);
  return known.length === 0 && billed.length > 0 ? undefined : known.reduce((sum, one) => sum + one, 0);
}

/** What cached tokens would have cost more as fresh ones, whether or not anything was reduced. */
function discountOf(billed: readonly LedgerEntry[]): number | undefined {
  const byModel = new Map<string, number>();
  for (const { model = "", cached = 0 } of billed) byModel.set(model, (byModel.get(model) ?? 0) + cached);
  let discount: number | undefined = byModel.size === 0 ? 0 : undefined;
  for (const [model, tokens] of byModel) {
    const fresh = priceTokens({ model, usage: { fresh: tokens } });
    const read = priceTokens({ model, usage: { cacheRead: tokens } });
    if (fresh === undefined || read === undefined) continue;
    discount = (discount ?? 0) + fresh.inputCost - read.inputCost;
  }
  return discount;
}

/** Sums by a key, the dearest first. */
function dashboardGroups(
  entries: readonly LedgerEntry[],
  keyOf: (entry: LedgerEntry) => string | undefined,
): DashboardGroup[] {
  const groups = groupedBy(entries, (entry) => keyOf(entry) ?? "unknown");
  const rows = [...groups].map(([key, group]) => ({ key, ...dashboardSum(group) }));
  return rows.sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0) || b.requests - a.requests);
}

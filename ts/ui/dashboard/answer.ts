// The dashboard: everything is a sum over the entries of a span of time, which are added as they are read.
import { DAY_MS } from "../../base/clock.js";
import { groupDigits } from "../../base/counts.js";
import { dollarText } from "../../base/dollars.js";
import { getOrInsert } from "../../base/maps.js";
import { type LedgerEntry, SUMMED } from "../../ledger/index.js";
import type { CacheCause } from "../../pricing/index.js";
import { parseRecord } from "../../text/json-value.js";
import type { DashboardAnswer, DashboardGroup, DashboardSum, Percentiles } from "../api.js";
import { DashboardSummer } from "./sum.js";

export interface DashboardQuery {
  /** Undefined: from the first entry on. */
  from?: number | undefined;
  to: number;
  model?: string | undefined;
  policy?: string | undefined;
  agent?: string | undefined;
}

/** The members of an entry that the dashboard is made of. */
export const SHOWN = [
  ...SUMMED,
  ...(["at", "mode", "agent", "policy", "project", "written", "fiveHours", "week", "stage", "condensed"] as const),
  ...(["condensedTokens", "tools", "reduceMicros", "firstByteMs", "ms", "cacheCause", "cacheLost"] as const),
] as const;
export type ShownEntry = Pick<LedgerEntry, (typeof SHOWN)[number]>;

const MINUTE_MS = 60_000;
/** Lengths of a step that are easy to read. */
const STEPS_MS = [1, 5, 15, 60, 180, 720, 1_440, 10_080].map((minutes) => minutes * MINUTE_MS);
const MOST_POINTS = 120;

/** Whether an entry is of the chosen model, policy and agent. */
export const isMeant = (
  entry: Pick<LedgerEntry, "model" | "policy" | "agent">,
  { model, policy, agent }: Pick<DashboardQuery, "model" | "policy" | "agent">,
): boolean =>
  (model === undefined || entry.model === model) &&
  (policy === undefined || entry.policy === policy) &&
  (agent === undefined || entry.agent === agent);

/** Adds up the entries of a span, in the order of time. */
export class DashboardSums {
  readonly #query: DashboardQuery;
  readonly #total = new DashboardSummer();
  readonly #choices = { models: new Set<string>(), policies: new Set<string>(), agents: new Set<string>() };
  readonly #byModel: Groups = new Map();
  readonly #byPolicy: Groups = new Map();
  readonly #byAgent: Groups = new Map();
  readonly #byProject: Groups = new Map();
  readonly #limits = new Map<string, DashboardAnswer["limits"][number]>();
  readonly #stages = new Map<string, DashboardAnswer["stages"][number]>();
  readonly #condensations = new Map<string, DashboardAnswer["condensations"][number]>();
  readonly #tools = new Map<string, DashboardAnswer["tools"][number]>();
  readonly #problems = new Map<string, DashboardAnswer["problems"][number]>();
  readonly #breaks = new Map<string, DashboardAnswer["cacheBreaks"][number]>();
  readonly #times = { reduceMicros: [] as number[], firstByteMs: [] as number[], totalMs: [] as number[] };
  #series: Series | undefined;

  constructor(query: DashboardQuery) {
    this.#query = query;
  }

  add(entry: ShownEntry): void {
    const { model, policy, agent, project, at } = entry;
    const { models, policies, agents } = this.#choices;
    // All begins with the oldest.
    this.#series ??= new Series(this.#query.from ?? at, this.#query.to);
    if (model !== undefined) models.add(model);
    if (policy !== undefined) policies.add(policy);
    agents.add(agent);
    if (!isMeant(entry, this.#query)) return;
    this.#total.add(entry);
    this.#series.add(entry);
    addToGroup(this.#byModel, model, entry);
    addToGroup(this.#byPolicy, policy, entry);
    addToGroup(this.#byAgent, agent, entry);
    addToGroup(this.#byProject, project, entry);
    this.#addLimit(entry);
    this.#addCondensation(entry);
    this.#addTools(entry);
    this.#addBreak(entry);
    if (entry.skipped !== "keep_alive") this.#addRequest(entry);
  }

  /** @param unread Requests of which nothing but their entry is known */
  answer(now: number, unread: number): DashboardAnswer {
    const { to } = this.#query;
    const series = this.#series ?? new Series(this.#query.from ?? to - DAY_MS, to);
    const total = this.#total.sum();
    const { models, policies, agents } = this.#choices;
    const times = Object.entries(this.#times).map(([name, values]) => [name, percentilesOf(values)] as const);
    return {
      ...{ from: series.from, to, headline: headlineOf(total, series.from, to, now), total },
      limits: [...this.#limits.values()],
      series: series.answer(),
      byModel: groupsOf(this.#byModel),
      byPolicy: groupsOf(this.#byPolicy),
      byAgent: groupsOf(this.#byAgent),
      byProject: groupsOf(this.#byProject),
      stages: mostFirst(this.#stages, ({ requests }) => requests),
      condensations: mostFirst(this.#condensations, ({ requests }) => requests),
      tools: mostFirst(this.#tools, ({ charsRemoved }) => charsRemoved),
      latency: Object.fromEntries(times.filter(([, value]) => value !== undefined)),
      problems: mostFirst(this.#problems, ({ requests }) => requests),
      cacheBreaks: mostFirst(this.#breaks, ({ lostTokens }) => lostTokens),
      unread,
      choices: { models: [...models].sort(), policies: [...policies].sort(), agents: [...agents].sort() },
    };
  }

  #addRequest({ stage = "none", refused, skipped, at, reduceMicros, firstByteMs, ms }: ShownEntry): void {
    if (refused === undefined) getOrInsert(this.#stages, stage, () => ({ stage, requests: 0 })).requests++;
    if (reduceMicros !== undefined) this.#times.reduceMicros.push(reduceMicros);
    if (firstByteMs !== undefined) this.#times.firstByteMs.push(firstByteMs);
    if (ms !== undefined) this.#times.totalMs.push(ms);
    const reason = refused ?? skipped;
    if (reason === undefined) return;
    const kind = refused === undefined ? "skipped" : "refused";
    const row = getOrInsert(this.#problems, `${kind} ${reason}`, () => ({ kind, reason, requests: 0, lastAt: 0 }));
    row.requests++;
    row.lastAt = Math.max(row.lastAt, at);
  }

  #addLimit({ subscription: login, fiveHours, week }: ShownEntry): void {
    if (login === undefined || (fiveHours ?? week) === undefined) return;
    this.#limits.set(login, {
      login,
      ...(fiveHours === undefined ? {} : { fiveHours }),
      ...(week === undefined ? {} : { week }),
    });
  }

  #addCondensation({ condensed: provider, condensedTokens = 0, tokensBefore }: ShownEntry): void {
    if (provider === undefined) return;
    const none = () => ({ provider, requests: 0, tokensBefore: 0, tokensAfter: 0 });
    const row = getOrInsert(this.#condensations, provider, none);
    row.requests++;
    row.tokensBefore += tokensBefore;
    row.tokensAfter += condensedTokens;
  }

  #addTools({ tools }: ShownEntry): void {
    if (tools === undefined) return;
    const table = (parseRecord(tools) ?? {}) as Record<string, number[]>;
    for (const [tool, [results = 0, reduced = 0, before = 0, removed = 0]] of Object.entries(table)) {
      const none = () => ({ tool, charsBefore: 0, charsRemoved: 0, results: 0, reduced: 0 });
      const row = getOrInsert(this.#tools, tool, none);
      row.results += results;
      row.reduced += reduced;
      row.charsBefore += before;
      row.charsRemoved += removed;
    }
  }

  #addBreak({ cacheCause, cacheLost = 0 }: ShownEntry): void {
    if (cacheCause === undefined || cacheCause === "hit" || cacheCause === "first") return;
    const none = () => ({ cause: cacheCause as CacheCause, requests: 0, lostTokens: 0 });
    const row = getOrInsert(this.#breaks, cacheCause, none);
    row.requests++;
    row.lostTokens += cacheLost;
  }
}

/** Sums by steps of time. */
class Series {
  readonly from: number;
  readonly #stepMs: number;
  readonly #start: number;
  readonly #steps: DashboardSummer[];

  constructor(from: number, to: number) {
    const span = Math.max(MINUTE_MS, to - from);
    this.from = from;
    this.#stepMs = STEPS_MS.find((step) => span / step <= MOST_POINTS) ?? STEPS_MS.at(-1) ?? span;
    this.#start = Math.floor(from / this.#stepMs) * this.#stepMs;
    const count = Math.min(10 * MOST_POINTS, Math.ceil((to - this.#start) / this.#stepMs));
    this.#steps = Array.from({ length: Math.max(1, count) }, () => new DashboardSummer());
  }

  add(entry: ShownEntry): void {
    this.#steps[Math.floor((entry.at - this.#start) / this.#stepMs)]?.add(entry);
  }

  answer(): DashboardAnswer["series"] {
    const [stepMs, start] = [this.#stepMs, this.#start];
    return { stepMs, points: this.#steps.map((step, index) => ({ at: start + index * stepMs, ...step.sum() })) };
  }
}

type Groups = Map<string, DashboardSummer>;

const addToGroup = (groups: Groups, key: string | undefined, entry: ShownEntry): void =>
  getOrInsert(groups, key ?? "unknown", () => new DashboardSummer()).add(entry);

/** The dearest first. */
const groupsOf = (groups: Groups): DashboardGroup[] =>
  [...groups]
    .map(([key, summer]) => ({ key, ...summer.sum() }))
    .sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0) || b.requests - a.requests);

const mostFirst = <Row>(rows: ReadonlyMap<string, Row>, of: (row: Row) => number): Row[] =>
  [...rows.values()].sort((a, b) => of(b) - of(a));

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
function percentilesOf(values: readonly number[]): Percentiles | undefined {
  const sorted = Float64Array.from(values).sort();
  const most = sorted.at(-1);
  if (most === undefined) return undefined;
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? most;
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), most };
}

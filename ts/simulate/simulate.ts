import { type CacheRule, cacheRuleOf, isKnownModel } from "./cache-rule.js";
import { SEND_EVERYTHING, type SimulatedPolicy } from "./policies.js";
import { replaySession, type SessionBill } from "./replay.js";
import { type PolicySummary, type SessionRow, summarise } from "./summary.js";
import { readSession, type Session, type SessionOptions, type Trace } from "./trace.js";

/** A trace that could not be read, and the reason. It is listed, and the simulation continues. */
export interface UnreadableTrace {
  /** The trace's name, such as the file's. */
  name: string;
  /** What is wrong with it, for people. */
  error: string;
  /** The faulty line, from 1. */
  line?: number;
}

/** Traces to replay, as a list or as they come. */
export type TraceSource = Iterable<Trace | UnreadableTrace> | AsyncIterable<Trace | UnreadableTrace>;

/** A cache for billing. `"auto"` is the rule of each session's own wire and model. */
export type SimulatedPrices = CacheRule | "auto";

/** How traces are replayed. */
export interface SimulateOptions extends SessionOptions {
  /** Whether each session's bills list its requests. @default false */
  eachRequest?: boolean;
  /** Whether each policy's result has its grounding. @default false */
  grounding?: boolean;
  /** Whether each policy's result has what is kept, and the bill with re-reads. @default false */
  kept?: boolean;
  /** Called after each trace. @default none */
  onProgress?: (done: number, name: string) => void;
}

/** One cache and every policy's result with it. The first policy sends everything. */
export interface PriceResult {
  /** Name of the cache that was billed against. */
  prices: string;
  /** One entry a policy, in the order given. */
  policies: PolicySummary[];
}

/** The result of a simulation. */
export interface SimulationResult {
  /** One entry a session that was replayed. */
  sessions: SessionRow[];
  /** Traces, or lines of them, that could not be read or replayed. */
  skipped: { name: string; reason: string; line?: number }[];
  /** Requests of all sessions. */
  requests: number;
  /** One entry a cache, in the order given. */
  results: PriceResult[];
  /** The method by which tokens were counted. */
  tokenMethod: string;
}

/**
 * Replays recorded conversations under several policies. Each step's request is rebuilt as the agent sent it, reduced
 * by the policy and billed against a model of the provider's cache. Nothing is sent anywhere. One trace is in memory at
 * a time.
 *
 * @param traces Read one by one. Unreadable ones are skipped with their reason.
 * @param policies Policies to compare with sending everything, which always comes first.
 * @param prices @default each session's own provider
 */
export async function simulate(
  traces: TraceSource,
  policies: readonly SimulatedPolicy[],
  prices: readonly SimulatedPrices[] = ["auto"],
  options: SimulateOptions = {},
): Promise<SimulationResult> {
  const { onProgress } = options;
  const all = [SEND_EVERYTHING, ...policies];
  const sessions: SessionRow[] = [];
  const skipped: SimulationResult["skipped"] = [];
  let done = 0;
  for await (const trace of traces) {
    const session = "error" in trace ? { reason: trace.error } : readSession(trace, options);
    const line = "error" in trace && trace.line !== undefined ? { line: trace.line } : {};
    if ("reason" in session) skipped.push({ name: trace.name, ...line, reason: session.reason });
    else sessions.push(await replayAll(session, all, prices, options));
    onProgress?.(++done, trace.name);
  }
  return {
    sessions,
    skipped,
    requests: sessions.reduce((sum, { requests }) => sum + requests, 0),
    results: prices.map((rule, index) => ({
      prices: rule === "auto" ? "each provider's own" : rule.name,
      policies: all.map(({ name }, policy) => summarise(name, sessions, index, policy)),
    })),
    tokenMethod: options.textWeight === undefined ? "estimated, o200k" : "by the weights given",
  };
}

async function replayAll(
  session: Session,
  policies: readonly SimulatedPolicy[],
  prices: readonly SimulatedPrices[],
  options: SimulateOptions,
): Promise<SessionRow> {
  const { name, wire, model, steps, firstBilled } = session;
  const rules = prices.map((rule) => (rule === "auto" ? cacheRuleOf(session) : rule));
  const byPolicy: SessionBill[][] = [];
  for (const policy of policies) byPolicy.push(await replaySession(session, policy, rules, options));
  const bills: SessionBill[][] = rules.map((_, rule) => byPolicy.flatMap((line) => line[rule] ?? []));
  return {
    name,
    wire,
    isModelKnown: isKnownModel(wire, model),
    rules: rules.map((rule) => rule.name),
    requests: steps.cuts.length - firstBilled,
    toolTurns: steps.turnStarts.length,
    tokens: bills[0]?.[0]?.peakTokens ?? 0,
    bills,
  };
}

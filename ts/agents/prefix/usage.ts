// What an agent's logs say of its prefix: which tools were called, what it costs to send a thousand tokens in front of every
// request, and how often the provider's cache had lost it.
import type { PriceOverrides, SplitTokens } from "../../contract/price-types.js";
import { lifeSecondsOf } from "../../models/cache-mode.js";
import { dayAt } from "../../models/day.js";
import { factsOf } from "../../models/facts.js";
import { priceTokens } from "../../pricing/index.js";
import {
  findLogs,
  type LogFile,
  type LoggedSession,
  type Payment,
  readLogFile,
  usualPlaces,
} from "../../simulate/index.js";
import { isRecord } from "../../text/json-value.js";
import { WIRES } from "../../wires/index.js";

/** Requests that found less in the cache than the one before had left there. */
export interface CacheLoss {
  requests: number;
  /** What was paid beyond reading it, in US dollars; requests without a known price count nothing. */
  dollars: number;
}

/** Sessions that one version of an agent began. */
export interface VersionUsage {
  sessions: number;
  /** Dollars for a thousand tokens in front of every request. */
  thousandTokens: number;
  /** The same of sessions at a terminal, as far as logs say so. */
  terminal: { sessions: number; thousandTokens: number };
  /** When the first and the last request were paid for, in milliseconds since 1970; undefined if no log says. */
  span: readonly [first: number, last: number] | undefined;
}

export interface PrefixUsage {
  /** Sessions by the agent's own ids. Sub-agents count to none. */
  sessions: number;
  /** The same by the folder in which they worked; those of an unknown folder are in none. */
  projects: ReadonlyMap<string, number>;
  requests: number;
  /** Calls by the tool's name. */
  calls: ReadonlyMap<string, number>;
  /** Dollars for a thousand tokens that stand in front of every request. */
  thousandTokens: number;
  /** The same by the agent's version; "" where the log does not say it. Without sub-agents, which have fewer tools. */
  versions: ReadonlyMap<string, VersionUsage>;
  /** After a pause that is longer than the cache keeps what it has. */
  expired: CacheLoss;
  /** Without such a pause: something in front of the history had changed. */
  broken: CacheLoss;
}

/** A cache that lost less has only moved its breakpoint. */
const LEAST_LOSS = 0.5;
const LEAST_TOKENS = 2_000;

/** Adds up {@link PrefixUsage} of one agent's sessions. */
export class PrefixSum {
  readonly #sessions = new Map<string, Pick<LoggedSession, "project" | "version" | "isAtTerminal">>();
  readonly #versions = new Map<string, Pick<VersionUsage, "thousandTokens" | "span"> & { atTerminal: number }>();
  readonly #calls = new Map<string, number>();
  readonly #found = { requests: 0, thousandTokens: 0 };
  readonly #expired: CacheLoss = { requests: 0, dollars: 0 };
  readonly #broken: CacheLoss = { requests: 0, dollars: 0 };

  /**
   * @param since Only what was paid from this time on, in milliseconds since 1970. @default everything
   * @param prices Own prices, which win over the list. @default the installed list
   */
  constructor(
    private readonly since = Number.NEGATIVE_INFINITY,
    private readonly prices: PriceOverrides = {},
  ) {}

  /** @param isPriced Whether it has a bill; that of a login has limits. @default true */
  add(session: LoggedSession, isPriced = true): void {
    const payments = session.payments.filter(({ time }) => !(time < this.since));
    if (payments.length === 0) return;
    const { isSubAgent, sessionId, trace, project, version = "", isAtTerminal } = session;
    if (!isSubAgent) this.#sessions.set(sessionId ?? trace.name, { project, version, isAtTerminal });
    countCalls(session, this.#calls);
    for (const payment of payments) {
      const cost = payment.requests * dollarsOf(payment, thousand(payment.tokens), isPriced ? this.prices : undefined);
      this.#found.requests += payment.requests;
      this.#found.thousandTokens += cost;
      if (!isSubAgent) this.#addTo(version, cost, isAtTerminal === true, payment.time);
    }
    addLosses(payments, this.#expired, this.#broken, isPriced ? this.prices : undefined);
  }

  /** What has been added until now. */
  get usage(): PrefixUsage {
    const sessions = [...this.#sessions.values()];
    const versions = new Map(
      [...this.#versions].map(([version, { atTerminal, ...found }]) => {
        const own = sessions.filter((one) => (one.version ?? "") === version);
        const count = own.filter((one) => one.isAtTerminal === true).length;
        const terminal = { sessions: count, thousandTokens: atTerminal };
        return [version, { ...found, terminal, sessions: own.length }] as const;
      }),
    );
    const projects = new Map<string, number>();
    for (const { project } of sessions)
      if (project !== undefined) projects.set(project, (projects.get(project) ?? 0) + 1);
    return {
      ...this.#found,
      sessions: sessions.length,
      ...{ projects, versions },
      calls: this.#calls,
      expired: this.#expired,
      broken: this.#broken,
    };
  }

  #addTo(version: string, cost: number, isAtTerminal: boolean, time: number): void {
    const { thousandTokens = 0, atTerminal = 0, span } = this.#versions.get(version) ?? {};
    const [first, last] = span ?? [time, time];
    const wider: VersionUsage["span"] = Number.isFinite(time) ? [Math.min(first, time), Math.max(last, time)] : span;
    this.#versions.set(version, {
      thousandTokens: thousandTokens + cost,
      atTerminal: atTerminal + (isAtTerminal ? cost : 0),
      span: wider,
    });
  }
}

/**
 * Reads the logs of one agent. Nothing is sent anywhere; what cannot be read is left out. Linear in the logs' size.
 *
 * @param agent The agent's name in logs.
 * @param since Only what was paid from this time on, in milliseconds since 1970.
 * @param isLogin Whether a login pays a session, which then has no dollars. @default never
 */
export async function readPrefixUsage(
  agent: string,
  since: number,
  isLogin: (session: LoggedSession) => boolean = () => false,
): Promise<PrefixUsage> {
  const sum = new PrefixSum(since);
  const seenAnswers = new Set<string>();
  for (const { path, changedAt } of logsOf(agent)) {
    if (changedAt < since) continue;
    for await (const session of readLogFile(path, seenAnswers))
      if (!("reason" in session) && session.agent === agent) sum.add(session, !isLogin(session));
  }
  return sum.usage;
}

/** The files of an agent's logs, by its name there. */
const logsOf = (agent: string): LogFile[] =>
  findLogs(
    usualPlaces().filter((place) => place.agent === agent),
    false,
  ).files;

/** Those that were written from a time on, in milliseconds since 1970, the newest first. */
export const newestLogsOf = (agent: string, since: number): LogFile[] =>
  logsOf(agent)
    .filter(({ changedAt }) => changedAt >= since)
    .sort((a, b) => b.changedAt - a.changedAt);

/** Calls that a program of the model makes, as Codex has them: `await tools.exec_command(...)`. */
const CALLS_IN_CODE = /\btools\.([A-Za-z_]\w*)\s*\(/g;

function countCalls({ trace }: LoggedSession, calls: Map<string, number>): void {
  const wire = trace.wire === undefined ? undefined : WIRES.of(trace.wire);
  const list = wire === undefined || !isRecord(trace.request) ? undefined : trace.request[wire.listKey];
  if (wire === undefined || !Array.isArray(list)) return;
  const count = (name: string) => calls.set(name, (calls.get(name) ?? 0) + 1);
  for (const { toolName, args } of wire.read(list).results) {
    if (toolName !== undefined) count(toolName);
    if (toolName === CODE_TOOL && typeof args === "string")
      for (const [, name = ""] of args.matchAll(CALLS_IN_CODE)) count(name);
  }
}

/** The tool whose argument is such a program. */
const CODE_TOOL = "exec";

const NONE: SplitTokens = { fresh: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

/** A thousand tokens as those in front of this request were billed. */
const thousand = (tokens: SplitTokens): SplitTokens =>
  tokens.cacheRead > 0 ? { ...NONE, cacheRead: 1000 } : again(tokens, 1000);

/** So many tokens that the cache did not have, as this request's were billed. */
function again({ cacheWrite, hourWrite = 0 }: SplitTokens, count: number): SplitTokens {
  if (cacheWrite === 0) return { ...NONE, fresh: count };
  return { ...NONE, cacheWrite: count, ...(hourWrite > 0 && { hourWrite: count }) };
}

/** Dollars of tokens at the prices of the day on which a request was paid for, as it was: by batch, fast, in one country. */
function dollarsOf({ model, time, tokens }: Payment, usage: SplitTokens, prices: PriceOverrides | undefined): number {
  if (model === undefined || prices === undefined) return 0;
  const at = Number.isFinite(time) ? { at: new Date(time) } : {};
  const price = priceTokens(
    { model, usage: { ...usage, ...(tokens.terms && { terms: tokens.terms }) }, ...at },
    prices,
  );
  return price === undefined ? 0 : price.inputCost + price.outputCost;
}

function addLosses(
  payments: readonly Payment[],
  expired: CacheLoss,
  broken: CacheLoss,
  prices: PriceOverrides | undefined,
): void {
  let before: Payment | undefined;
  for (const payment of payments) {
    const { tokens, model, time } = payment;
    const left = before === undefined ? 0 : inputOf(before.tokens);
    const lost = left - tokens.cacheRead;
    const isSame = before?.model === model && payment.requests === 1 && inputOf(tokens) >= left;
    if (before !== undefined && isSame && left >= LEAST_TOKENS && lost > LEAST_LOSS * left) {
      const { cache } = factsOf({ model, asOf: dayAt(time) }).row;
      const lifeSeconds = lifeSecondsOf(cache, (before.tokens.hourWrite ?? 0) > 0);
      const loss = time - before.time > lifeSeconds * 1000 ? expired : broken;
      loss.requests++;
      loss.dollars +=
        dollarsOf(payment, again(tokens, lost), prices) - dollarsOf(payment, { ...NONE, cacheRead: lost }, prices);
    }
    before = payment;
  }
}

const inputOf = ({ fresh, cacheRead, cacheWrite }: SplitTokens): number => fresh + cacheRead + cacheWrite;

// A context window as a session to replay, with what was paid for it.
import type { SplitTokens } from "../../contract/price-types.js";
import type { CacheCause } from "../../pricing/diagnose-cache.js";
import { WIRES } from "../../wires/index.js";
import { type Billed, totalOf } from "../cache.js";
import type { Trace } from "../trace.js";
import type { LoggedAnswer, LogWindow } from "./window.js";
import { withoutFetches } from "./without-fetches.js";

/** Requests that were paid for. */
export interface Payment {
  /** When, in milliseconds; NaN if the log does not say. */
  time: number;
  /** The model that answered; undefined if the log does not say. */
  model: string | undefined;
  /** More than 1 if the log only has sums. */
  requests: number;
  /** What was billed. */
  tokens: SplitTokens;
  /** Why the cache had lost the request's beginning, as the log says; undefined where it says nothing. */
  missCause?: CacheCause | undefined;
}

/** One context window of a log: its last request, and what was paid for each that it bills. */
export interface LoggedSession {
  /** The window's last request, to be replayed. */
  trace: Trace;
  /** The bills, one for each step that this window bills; empty if the log has none. */
  billed: Billed[];
  /** What was paid, of the requests that this window bills. */
  payments: Payment[];
  /**
   * The request before the first of `payments`: the newest of those that a rewind kept, with the time at which their branch was
   * last sent, or the one before the summary; undefined where there is none.
   */
  before: Payment | undefined;
  /** Whether it begins with a summary of the window before. */
  isAfterSummary: boolean;
  /** Whether no later window of the log goes on after it. */
  isEnd: boolean;
  /** Its answered requests without a bill that is understood, in a log that has bills of others. */
  unbilled: number;
  /** The agent's name. */
  agent: string;
  /** The folder in which it worked; undefined if the log does not say. */
  project: string | undefined;
  /** The agent's own name of the session; undefined if it has none. */
  sessionId: string | undefined;
  /** The agent's version; undefined if the log does not say. */
  version: string | undefined;
  /** Whether the agent was at a terminal, and not in print mode; undefined if the log does not say. */
  isAtTerminal: boolean | undefined;
  /** Whether a sub-agent wrote it. */
  isSubAgent: boolean;
  /** When its first and its last request were sent, in milliseconds; undefined if unknown. */
  span: readonly [first: number, last: number] | undefined;
}

/** The windows that have a request of their own, numbered behind the log's name if there are several. */
export function toSessions(name: string, agent: string, windows: readonly LogWindow[]): LoggedSession[] {
  const own = windows.filter(hasOwnRequest);
  const lastMain = own.findLastIndex(({ isSubAgent }) => !isSubAgent);
  return own.flatMap((window, index) => {
    const session = toSession(nameOf(name, window, index, own.length), agent, window);
    if (session === undefined) return [];
    return { ...session, isEnd: window.isSubAgent || index === lastMain, before: requestBefore(window, own, index) };
  });
}

/** Windows of sub-agents do not say which agent they are of, so that those after a summary have none before. */
function requestBefore(window: LogWindow, windows: readonly LogWindow[], index: number): Payment | undefined {
  const kept = answersOf(window)[inheritedOf(window) - 1];
  if (kept !== undefined) {
    const time = window.inheritedAt > kept.time ? window.inheritedAt : kept.time;
    return toPayment({ ...kept, time })[0];
  }
  if (!window.isAfterSummary || window.isSubAgent) return undefined;
  const last = windows
    .slice(0, index)
    .findLast(({ isSubAgent }) => !isSubAgent)
    ?.answers.findLast(isBilled);
  return last === undefined ? undefined : toPayment(last)[0];
}

function nameOf(name: string, { isSubAgent }: LogWindow, index: number, windows: number): string {
  const notes = [...(windows > 1 ? [index + 1] : []), ...(isSubAgent ? ["sub-agent"] : [])];
  return notes.length === 0 ? name : `${name} (${notes.join(", ")})`;
}

const hasOwnRequest = (window: LogWindow): boolean =>
  window.totals.length > 0 || answersOf(window).slice(inheritedOf(window)).length > 0;

/** The answers to replay: those with a bill, or all of a log without bills. */
function answersOf({ answers }: LogWindow): readonly LoggedAnswer[] {
  const billed = answers.filter(isBilled);
  return billed.length > 0 ? billed : answers.filter(({ index, billed: bill }) => index > 0 && bill === undefined);
}

const inheritedOf = (window: LogWindow): number => {
  const answers = new Set(answersOf(window));
  return window.answers.slice(0, window.inherited).filter((answer) => answers.has(answer)).length;
};

/** The window up to its last request. */
function toSession(
  name: string,
  agent: string,
  window: LogWindow,
): Omit<LoggedSession, "before" | "isEnd"> | undefined {
  const { model, wire, front, hiddenTokens, isSubAgent, isAfterSummary } = window;
  const { project, sessionId, version, isAtTerminal } = window;
  const whole = { list: window.list, answers: answersOf(window), inherited: inheritedOf(window) };
  const paid = whole.answers.slice(whole.inherited);
  const { list, answers, inherited } = withoutFetches(WIRES.of(wire), whole);
  const last = answers.at(-1);
  if (last === undefined) return undefined;
  const own = answers.slice(inherited);
  const times = answers.map(({ time }) => time);
  const known = own.map(({ time }) => time).filter(Number.isFinite);
  const billed = answers.flatMap(({ billed: bill }) => (bill === undefined ? [] : [bill]));
  return {
    trace: {
      name,
      wire,
      request: {
        ...front,
        ...(model === undefined ? {} : { model }),
        [WIRES.of(wire).listKey]: list.slice(0, last.index),
      },
      cuts: answers.map(({ index }) => index),
      ...(times.every(Number.isFinite) ? { times } : {}),
      ...(billed.length === answers.length ? { recorded: billed } : {}),
      longLived: answers.some(({ tokens }) => (tokens?.hourWrite ?? 0) > 0),
      hiddenTokens,
      ...(inherited === 0
        ? {}
        : { inherited: { steps: inherited, lastSentAt: window.inheritedAt, before: window.before } }),
    },
    billed: billed.slice(inherited),
    payments: [...paid.flatMap(toPayment), ...window.totals],
    unbilled: billed.length === 0 ? 0 : countUnbilled(window),
    ...{ agent, project, sessionId, version, isAtTerminal, isSubAgent },
    isAfterSummary: isAfterSummary && inherited === 0,
    span: known.length === 0 ? undefined : [smallest(known), -smallest(known.map((time) => -time))],
  };
}

/** An answer at the very beginning answers no request of this window. */
const countUnbilled = ({ answers, inherited }: LogWindow): number =>
  answers.slice(inherited).filter((answer) => answer.index > 0 && !isBilled(answer)).length;

const smallest = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);

const toPayment = ({ time, model, tokens, missCause }: LoggedAnswer): Payment[] =>
  tokens === undefined ? [] : [{ time, model, requests: 1, tokens, ...(missCause === undefined ? {} : { missCause }) }];

const isBilled = ({ index, billed }: LoggedAnswer): boolean => index > 0 && billed !== undefined && totalOf(billed) > 0;

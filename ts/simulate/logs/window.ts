import type { SplitTokens } from "../../contract/price-types.js";
import type { Wire } from "../../contract/report.js";
import type { CacheCause } from "../../pricing/diagnose-cache.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { readUsage, splitBill } from "../../tokens/usage.js";
import type { Billed } from "../cache.js";
import { readPlainUsage } from "./plain-usage.js";

/** A request of a log whose answer is in the list at `index`. */
export interface LoggedAnswer {
  index: number;
  /** In milliseconds. */
  time: number;
  model: string | undefined;
  /** The input as a cache bills it. Undefined if the log has no bill of the request. */
  billed: Billed | undefined;
  /** As the provider billed it; undefined as `billed`. */
  tokens: SplitTokens | undefined;
  /** Tokens of the text that the log has of the answer, if it counts them. */
  answerTokens?: number;
  /** Why the cache had lost the request's beginning, as the log says; undefined where it says nothing. */
  missCause?: CacheCause | undefined;
}

/**
 * The requests of a log of which each begins with all messages of the one before. A summary, a rewind and a sub-agent
 * start a window of their own.
 */
export interface LogWindow {
  wire: Wire;
  model: string | undefined;
  /** The messages, as the wire has them. */
  list: unknown[];
  /** Members of the request beside its messages, such as `tools`, where the log has them. */
  front: JsonRecord;
  answers: LoggedAnswer[];
  /** How many of the leading answers another window bills: those before a rewind, or copied from another log. */
  inherited: number;
  /** When the inherited messages were last sent, in milliseconds; NaN if unknown. */
  inheritedAt: number;
  /** For each clearing by the agent itself: the messages up to there, as they were sent before it. */
  before: readonly (readonly unknown[])[];
  /** Whether a sub-agent wrote it. */
  isSubAgent: boolean;
  /** Whether it begins with a summary of the window before. */
  isAfterSummary: boolean;
  /** The folder in which the agent worked. */
  project: string | undefined;
  /** The agent's own name of the session. */
  sessionId: string | undefined;
  /** The agent's version; undefined if the log does not say. */
  version: string | undefined;
  /** Whether it was at a terminal, and not in print mode; undefined if the log does not say. */
  isAtTerminal: boolean | undefined;
  /** Tokens of items whose text is not in the log. */
  hiddenTokens: Map<unknown, number>;
  /** Bills of the whole session, by model, from a log that has none of single requests. */
  totals: SessionTotal[];
}

/** What a log says of all requests of a session to one model. */
export interface SessionTotal {
  model: string;
  requests: number;
  tokens: SplitTokens;
  /** In milliseconds. */
  time: number;
}

/** A window that begins with a summary of another one. Its messages are still to be added. */
export const windowAfter = (window: LogWindow): LogWindow => ({
  ...emptyWindow(window.wire, window),
  isAfterSummary: true,
});

/** A window without any message. */
export function emptyWindow(wire: Wire, from: Partial<LogWindow> = {}): LogWindow {
  const { model, project, sessionId, version, isAtTerminal, isSubAgent = false } = from;
  return {
    ...{ wire, model, project, sessionId, version, isAtTerminal, isSubAgent },
    list: [],
    front: from.front ?? {},
    answers: [],
    inherited: 0,
    inheritedAt: Number.NaN,
    before: [],
    isAfterSummary: false,
    hiddenTokens: new Map(),
    totals: [],
  };
}

/** A new window that goes on after the first `length` messages of another. It bills none of the answers among them. */
export function branchOf(window: LogWindow, length: number): LogWindow {
  const answers = window.answers.filter(({ index }) => index < length);
  return {
    ...window,
    list: window.list.slice(0, length),
    answers,
    inherited: answers.length,
    inheritedAt: window.answers.at(-1)?.time ?? Number.NaN,
    isAfterSummary: false,
    hiddenTokens: new Map(window.hiddenTokens),
    totals: [],
  };
}

/** What a reader of one log is given. */
export interface LogContext {
  /** Answers that were billed in logs read before. Those of this log are added. */
  readonly seen: Set<string>;
  /** Called for a line whose usage was not understood. */
  readonly onUnread: (line: number, problem: string) => void;
}

/** Reads one log, line by line. */
export interface LogReader {
  /** @param number The line's, from 1. */
  read(line: JsonRecord, number: number): void;
  /** The windows of all lines. */
  end(): LogWindow[];
}

/** Logs of one agent. */
export interface LogFormat {
  /** The agent's name, for people. */
  readonly agent: string;
  /** Whether a line is of such a log. Lines that several formats have are no sign. */
  isSign(line: JsonRecord): boolean;
  open(context: LogContext): LogReader;
}

/** Whether a set has a key; from now on it has. */
export function isSeen(seen: Set<string>, key: string): boolean {
  const isKnown = seen.has(key);
  seen.add(key);
  return isKnown;
}

type Bill = Pick<LoggedAnswer, "billed" | "tokens">;

/** The bill of an answer; undefined without one, and after `onUnread` if it was not understood. */
export function billOf(usage: unknown, onUnread: (problem: string) => void): Bill | undefined {
  const plain = isRecord(usage) ? readPlainUsage(usage) : undefined;
  if (plain !== undefined) return billOfTokens(plain);
  const read = readUsage(usage);
  if ("problem" in read) {
    if (read.isMissing !== true) onUnread(read.problem);
    return undefined;
  }
  return billOfTokens(splitBill(read.billed));
}

/** The same from numbers of tokens. */
export function billOfTokens(tokens: SplitTokens): Bill {
  const { fresh, cacheRead, cacheWrite } = tokens;
  return { billed: { fresh, read: cacheRead, written: cacheWrite }, tokens };
}

/** A number of tokens; 0 for anything else. */
export const count = (value: unknown): number => (typeof value === "number" && value > 0 ? value : 0);

/** When a line was written; NaN if the line does not say. */
export const timeOf = ({ timestamp }: JsonRecord): number => readTime(timestamp);

/** A time in milliseconds, from a date or a number of them; NaN for what is no time that a date can have. */
export const readTime = (value: unknown): number =>
  typeof value === "number" || typeof value === "string" ? new Date(value).getTime() : Number.NaN;

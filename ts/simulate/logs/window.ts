import type { JsonRecord } from "../../text/json-value.js";
import { readUsage, splitBill } from "../../tokens/usage.js";
import type { Billed } from "../cache.js";

/** A request of a log whose answer is in the list at `index`. */
export interface LoggedAnswer {
  index: number;
  /** In milliseconds. */
  time: number;
  billed: Billed;
  /** Whether it was written to Anthropic's 1-hour cache. */
  isForHour: boolean;
  /** Anything else that separates cached messages, as in a trace's `variants`. */
  variant: string;
}

/**
 * The requests of a log of which each begins with all messages of the one before. A summary, a rewind and a sub-agent
 * start a window of their own.
 */
export interface LogWindow {
  model: string | undefined;
  list: unknown[];
  key: "messages" | "input";
  answers: LoggedAnswer[];
  /** How many of the leading answers another window bills: those before a rewind, or copied from another log. */
  inherited: number;
  /** When the inherited messages were last sent, in milliseconds; NaN if unknown. */
  inheritedAt: number;
  /** Whether a sub-agent wrote it. */
  isSubAgent: boolean;
  /** Tokens of items whose text is not in the log. */
  hiddenTokens: Map<unknown, number>;
}

/** A window without any message. */
export function emptyWindow(key: LogWindow["key"], model?: string): LogWindow {
  return {
    model,
    list: [],
    key,
    answers: [],
    inherited: 0,
    inheritedAt: Number.NaN,
    isSubAgent: false,
    hiddenTokens: new Map(),
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
    hiddenTokens: new Map(window.hiddenTokens),
  };
}

/** Called for a line whose usage was not understood. */
export type OnUnread = (line: JsonRecord, problem: string) => void;

/** The bill of an answer; undefined without one, and after `onUnread` if it was not understood. */
export function billOf(
  usage: JsonRecord,
  onUnread: (problem: string) => void,
): Pick<LoggedAnswer, "billed" | "isForHour"> | undefined {
  const read = readUsage(usage);
  if ("problem" in read) {
    if (read.isMissing !== true) onUnread(read.problem);
    return undefined;
  }
  const { fresh, cacheRead, cacheWrite, hourWrite = 0 } = splitBill(read.billed);
  return { billed: { fresh, read: cacheRead, written: cacheWrite }, isForHour: hourWrite > 0 };
}

/** A number of tokens; 0 for anything else. */
export const count = (value: unknown): number => (typeof value === "number" && value > 0 ? value : 0);

/** When a line was written; NaN if the line does not say. */
export function timeOf({ timestamp }: JsonRecord): number {
  return typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
}

// Session logs of coding agents, as the tools write them: JSON Lines with times and billed tokens.
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { Billed } from "../cache.js";
import type { Trace } from "../trace.js";
import { claudeWindows } from "./claude-code.js";
import { codexWindows } from "./codex.js";
import type { LoggedAnswer, LogWindow } from "./window.js";

/** One context window of a log: its last billed request, and the bill of each of its requests. */
export interface LoggedSession {
  /** The window's last request, to be replayed. */
  trace: Trace;
  /** The bills, one for each step that this window bills. */
  billed: Billed[];
}

/** How a log is read. */
export interface ReadLogOptions {
  /**
   * Called for each line that is no JSON object and was left out, and for each whose usage was not understood, so that
   * its request has no bill; lines are counted from 1. @default none
   */
  onSkippedLine?: (line: number, reason: string) => void;
  /**
   * Answers that were billed in logs read before: the log of a resumed or forked session begins with a copy of the
   * older one. Answers of this log are added. @default a new set
   */
  seenAnswers?: Set<string>;
}

/**
 * Reads the context windows of a log of Claude Code or Codex. A summary, a rewind, a rollback and a sub-agent start a
 * new one. A window that goes on after messages of another one is replayed from its beginning, and billed from there.
 * A window without a billed answer of its own is left out. Linear in the log's length, and in that of each window.
 *
 * @param name The log's name. Windows are numbered behind it if there are several; those of sub-agents say so.
 */
export function readSessionLog(name: string, text: string, options: ReadLogOptions = {}): LoggedSession[] {
  const { onSkippedLine = () => {}, seenAnswers = new Set<string>() } = options;
  const numbers = new Map<JsonRecord, number>();
  const lines = text.split("\n").flatMap((line, index): JsonRecord[] => {
    if (line.trim() === "") return [];
    const value = parseLine(line);
    if (typeof value === "string") onSkippedLine(index + 1, value);
    else numbers.set(value, index + 1);
    return typeof value === "string" ? [] : [value];
  });
  const onUnread = (line: JsonRecord, problem: string) =>
    onSkippedLine(numbers.get(line) ?? 0, `its usage: ${problem}`);
  const isCodex = lines.some(({ type }) => type === "response_item");
  const windows = (isCodex ? codexWindows : claudeWindows)(lines, seenAnswers, onUnread).filter(hasOwnBill);
  return windows.flatMap((window, index) => toSession(nameOf(name, window, index, windows.length), window) ?? []);
}

function nameOf(name: string, { isSubAgent }: LogWindow, index: number, windows: number): string {
  const notes = [...(windows > 1 ? [index + 1] : []), ...(isSubAgent ? ["sub-agent"] : [])];
  return notes.length === 0 ? name : `${name} (${notes.join(", ")})`;
}

const hasOwnBill = ({ answers, inherited }: LogWindow): boolean => answers.slice(inherited).some(isBilled);

/** The object of a line, or why there is none. Never quotes the line. */
function parseLine(line: string): JsonRecord | string {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : "not an object";
  } catch {
    return "not JSON";
  }
}

/** The window up to its last billed request. */
function toSession(name: string, window: LogWindow): LoggedSession | undefined {
  const { model, list, key, hiddenTokens } = window;
  const answers = window.answers.filter(isBilled);
  const inherited = window.answers.slice(0, window.inherited).filter(isBilled).length;
  const [first, last] = [answers[0], answers.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const times = answers.map(({ time }) => time);
  return {
    trace: {
      name,
      wire: key === "messages" ? "anthropic" : "openai-responses",
      request: { ...(model === undefined ? {} : { model }), [key]: list.slice(0, last.index) },
      cuts: answers.map(({ index }) => index),
      ...(times.every(Number.isFinite) ? { times } : {}),
      firstRequest: { tokens: totalOf(first.billed), cachedTokens: first.billed.read },
      longLived: answers.some(({ isForHour }) => isForHour),
      variants: answers.map(({ variant }) => variant),
      hiddenTokens,
      ...(inherited === 0 ? {} : { inherited: { steps: inherited, lastSentAt: window.inheritedAt } }),
    },
    billed: answers.slice(inherited).map(({ billed }) => billed),
  };
}

const totalOf = ({ fresh, read, written }: Billed): number => fresh + read + written;

const isBilled = ({ index, billed }: LoggedAnswer): boolean => index > 0 && totalOf(billed) > 0;

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
  /** The bills, one per step. */
  billed: Billed[];
}

/**
 * Reads the context windows of a log of Claude Code or Codex. A summary or a rollback starts a new one. A window
 * without a billed answer is left out.
 *
 * @param onSkippedLine Called for each line that is no JSON object and was left out, and for each whose usage was not
 * understood, so that its request has no bill; lines are counted from 1.
 */
export function readSessionLog(
  name: string,
  text: string,
  onSkippedLine: (line: number, reason: string) => void = () => {},
): LoggedSession[] {
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
  const windows = (isCodex ? codexWindows : claudeWindows)(lines, onUnread).flatMap(
    (window) => toSession(name, window) ?? [],
  );
  return windows.map((window, index) =>
    windows.length === 1 ? window : { ...window, trace: { ...window.trace, name: `${name} (${index + 1})` } },
  );
}

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
    },
    billed: answers.map(({ billed }) => billed),
  };
}

const totalOf = ({ fresh, read, written }: Billed): number => fresh + read + written;

const isBilled = ({ index, billed }: LoggedAnswer): boolean => index > 0 && totalOf(billed) > 0;

import { readFileSync } from "node:fs";
import { planBody } from "../../index.js";
import { readSessionLog, type Trace, type UnreadableTrace } from "../../simulate/index.js";
import { explainSystemError } from "../shared/failure.js";

/** Most lines of one log that are named; further ones are only counted. */
const MOST_LINES = 10;

/**
 * A file is one request, or a log with any number of context windows. Unreadable parts are in the list too.
 *
 * @param seenAnswers Answers that logs read before have billed; those of this file are added.
 */
export function readTraceFile(file: string, seenAnswers: Set<string>): (Trace | UnreadableTrace)[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return [{ name: file, error: explainSystemError(error) }];
  }
  const text = bytes.toString("utf8");
  if (file.endsWith(".jsonl")) return readLog(file, text, seenAnswers);
  try {
    return [{ name: file, request: JSON.parse(text) }];
  } catch (error) {
    return [{ name: file, ...lineOf(bytes), error: `not JSON: ${withoutQuote((error as Error).message)}` }];
  }
}

function readLog(file: string, text: string, seenAnswers: Set<string>): (Trace | UnreadableTrace)[] {
  const skipped: UnreadableTrace[] = [];
  const windows = readSessionLog(file, text, {
    seenAnswers,
    onSkippedLine: (line, reason) => skipped.push({ name: file, line, error: `${reason}; this line was left out` }),
  });
  if (windows.length === 0) {
    const line = skipped[0]?.line;
    const reason = "no session log of Claude Code or Codex with billed requests that other logs lack";
    return [{ name: file, ...(line === undefined ? {} : { line }), error: reason }];
  }
  const more = skipped.length - MOST_LINES;
  const rest: UnreadableTrace[] =
    more > 0 ? [{ ...skipped[MOST_LINES], name: file, error: `${more} more lines left out` }] : [];
  return [...windows.map(({ trace }) => trace), ...skipped.slice(0, MOST_LINES), ...rest];
}

/** The 1-based line where the text stops being JSON, if the backend reports it. */
function lineOf(bytes: Buffer): { line?: number } {
  const offset = /at byte (\d+)/.exec(planBody(bytes).report.skippedDetail ?? "")?.[1];
  if (offset === undefined) return {};
  let line = 1;
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < Number(offset); at = bytes.indexOf(NEWLINE, at + 1)) line++;
  return { line };
}

const NEWLINE = 10;

/** V8 quotes the text around an error; parts of a conversation must not appear on a terminal. */
function withoutQuote(message: string): string {
  return message.replace(/, (\.\.\.)?".*$/s, "");
}

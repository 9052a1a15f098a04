import { readFileSync } from "node:fs";
import { detectWire, planBody } from "../../../reduce/reduce.js";
import { readLogFile, type Trace, type UnreadableTrace } from "../../../simulate/index.js";
import { explainSystemError } from "../../shared/failure.js";

/**
 * The conversations of a file: one of a request, any number of a log. What cannot be read is among them, with the reason.
 *
 * @param seenAnswers Answers that files read before have billed; those of this file are added.
 */
export async function* readTraceFile(file: string, seenAnswers: Set<string>): AsyncGenerator<Trace | UnreadableTrace> {
  const request = file.endsWith(".json") ? readRequest(file) : undefined;
  if (request !== undefined) {
    yield request;
    return;
  }
  for await (const entry of readLogFile(file, seenAnswers)) {
    if ("trace" in entry) yield entry.trace;
    else yield { name: file, error: entry.reason, ...(entry.line === undefined ? {} : { line: entry.line }) };
  }
}

/** Undefined where the file is JSON, and no request: a log may be. */
function readRequest(file: string): Trace | UnreadableTrace | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return { name: file, error: explainSystemError(error) };
  }
  try {
    const request: object = JSON.parse(bytes.toString("utf8"));
    return isRequest(request) ? { name: file, request } : undefined;
  } catch (error) {
    return { name: file, ...lineOf(bytes), error: `not JSON: ${withoutQuote((error as Error).message)}` };
  }
}

const isRequest = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && detectWire(value) !== undefined;

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

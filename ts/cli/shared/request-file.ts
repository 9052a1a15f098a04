// A file with one captured request.

import { readFileSync } from "node:fs";
import { messageOf } from "../../base/errors.js";
import { explainSystemError } from "../../base/system-errors.js";
import { detectWire, planBody } from "../../reduce/reduce.js";
import type { Trace, UnreadableTrace } from "../../simulate/index.js";
import { isRecord, withoutQuote } from "../../text/json-value.js";

/** The request in a file, or why it cannot be read; undefined where the file is JSON, and no request: a log may be. */
export function readRequestFile(file: string): Trace | UnreadableTrace | undefined {
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
    return { name: file, ...lineOf(bytes), error: `not JSON: ${withoutQuote(messageOf(error))}` };
  }
}

/** Whether JSON is a log and no request, although it has messages: Gemini CLI's names its session. */
export const namesSession = (value: object): boolean => Object.hasOwn(value, "sessionId");

const isRequest = (value: unknown): boolean =>
  isRecord(value) && !namesSession(value) && detectWire(value) !== undefined;

/** The 1-based line where the text stops being JSON, if the backend reports it. */
function lineOf(bytes: Buffer): { line?: number } {
  const offset = /at byte (\d+)/.exec(planBody(bytes).report.skippedDetail ?? "")?.[1];
  if (offset === undefined) return {};
  let line = 1;
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < Number(offset); at = bytes.indexOf(NEWLINE, at + 1)) line++;
  return { line };
}

const NEWLINE = 10;

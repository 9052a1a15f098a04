// Logs where requests are expected: each session's last request, as the agent sent it.
import { readFileSync } from "node:fs";
import { explainSystemError } from "../../base/system-errors.js";
import { detectWire } from "../../reduce/reduce.js";
import { type LoggedSession, readLogFile, type UnreadableFile } from "../../simulate/index.js";
import { namesSession } from "./request-file.js";

/** A body, or why there is none. */
export type NamedBody = { name: string; body: Buffer; isLogged: boolean } | { name: string; error: string };

export const REQUEST_OR_LOG: readonly string[] = [".json", ".jsonl", ".db"];

/**
 * The request in a file, each request of a batch, or the last request of each session in a log.
 *
 * @param session Only the session with this id, or this name. @default all
 */
export async function* bodiesOf(file: string, session?: string): AsyncGenerator<NamedBody> {
  if (!/\.(?:jsonl|db)$/.test(file)) {
    const body = readBytes(file);
    if (typeof body === "string") yield { name: file, error: body };
    else if (!isLog(body)) yield { name: file, body, isLogged: false };
    if (typeof body === "string" || !isLog(body)) return;
  }
  let isBatch = false;
  for await (const entry of readLogFile(file, new Set())) {
    isBatch ||= "agent" in entry && entry.agent === BATCH;
    // Single lines that were left out are no reason to leave a session out.
    if ("reason" in entry) {
      if (entry.line === undefined || isBatch) yield { name: placeOf(entry), error: entry.reason };
    } else if (session === undefined || isNamed(entry, session)) {
      yield {
        name: nameOf(entry),
        body: Buffer.from(JSON.stringify(entry.trace.request)),
        isLogged: entry.agent !== BATCH,
      };
    }
  }
}

/** The agent of what was sent in a batch: its requests are whole, as they were sent. */
const BATCH = "batches";

const placeOf = ({ name, line }: UnreadableFile): string => (line === undefined ? name : `${name}:${line}`);

const nameOf = ({ trace }: LoggedSession): string => trace.name;

/** By the agent's id of it, or by its name or the number in it. */
function isNamed({ trace, sessionId }: LoggedSession, session: string): boolean {
  return sessionId === session || trace.name === session || trace.name.endsWith(`(${session})`);
}

function readBytes(file: string): Buffer | string {
  try {
    return readFileSync(file);
  } catch (error) {
    return explainSystemError(error);
  }
}

/** Whether a JSON value is no request: a log may be. Who reads it says what is wrong with text that is no JSON. */
function isLog(body: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return typeof value === "object" && value !== null && (Array.isArray(value) || isForeign(value));
  } catch {
    return false;
  }
}

const LISTS = ["messages", "contents", "input"];

const isForeign = (value: object): boolean =>
  namesSession(value) || (detectWire(value) === undefined && !LISTS.some((key) => Object.hasOwn(value, key)));

// The requests of a batch as sessions of one request each: their histories are sent once.

import { readFile, stat } from "node:fs/promises";
import { runNow } from "../../base/steps.js";
import { type BatchItem, findRequests } from "../../reduce/batch/find-requests.js";
import { parseRecord } from "../../text/json-value.js";
import { detectShape } from "../../wires/detect.js";
import { WIRES } from "../../wires/index.js";
import type { Trace } from "../trace.js";

/** The name of what writes batches, for people. */
export const BATCH = "batches";

/** A request of a batch, or why a line of the file has none. */
export type BatchEntry = { trace: Trace; id: string | undefined } | { line: number; reason: string };

/**
 * The requests of a batch; undefined for what is none. Reads the file as a whole.
 *
 * @param maxBytes Larger files are no batch: providers take none.
 */
export async function readBatch(path: string, maxBytes: number): Promise<BatchEntry[] | undefined> {
  if ((await stat(path)).size > maxBytes) return undefined;
  const json = await readFile(path);
  const found = runNow(findRequests(json));
  if (typeof found === "string") return undefined;
  let [line, counted] = [1, 0];
  return found.items.map((item, index) => {
    line += newlines(json, counted, item.span.start);
    counted = item.span.start;
    const request = requestOf(json, item);
    if (typeof request === "string") return { line, reason: request };
    return { id: item.id, trace: { name: `${path} (${item.id ?? index + 1})`, ...request } };
  });
}

function requestOf(
  json: Buffer,
  { span, wire, problem }: BatchItem,
): Pick<Trace, "request" | "wire" | "cuts" | "isSentOnce"> | string {
  if (problem !== undefined) return PROBLEMS[problem];
  const request = parseRecord(json.toString("utf8", span.start, span.end));
  if (request === undefined) return PROBLEMS.invalid_json;
  const shape = wire === undefined ? WIRES.find(detectShape(request)) : WIRES.of(wire);
  const list = shape === undefined ? undefined : request[shape.listKey];
  if (shape === undefined || !Array.isArray(list)) return PROBLEMS.no_conversation;
  return { request, wire: shape.key, cuts: [list.length], isSentOnce: true };
}

const PROBLEMS: Readonly<Record<NonNullable<BatchItem["problem"]>, string>> = {
  invalid_json: "not JSON",
  no_conversation: "no request with messages",
  duplicate_key: "several requests in one record",
};

function newlines(json: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = json.indexOf(0x0a, from); at >= 0 && at < to; at = json.indexOf(0x0a, at + 1)) count++;
  return count;
}

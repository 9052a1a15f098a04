// Reads a large JSON object without holding the thread: `JSON.parse` takes the members, and the elements of lists that are
// members, one after the other.
import type { Steps } from "../base/steps.js";
import { type Ended, eachElement, eachMember, isListAt, type ScanLimits, skipSpace, valueSteps } from "./json-bytes.js";
import type { JsonRecord } from "./json-value.js";

/** What is read at most; of a member, or an element of a list that is a member, `partBytes`. */
export interface ParseLimits extends ScanLimits {
  bytes: number;
}

/** Together these leave no step of reading and looking that takes more than a few milliseconds. */
export const BACKGROUND_LIMITS: ParseLimits = { bytes: 16 * 1024 * 1024, values: 20_000, partBytes: 512 * 1024 };

/** Of a text whose size is known to fit into memory. */
export const ANY_SIZE: ParseLimits = { bytes: Infinity, values: Infinity, partBytes: Infinity };

/** Bytes of a list's small elements that are parsed together, about, because each call has its own cost. */
const TOGETHER_BYTES = 64 * 1024;

/**
 * The object of a body in UTF-8; undefined for what is none, and for what is beyond the limits. Of two members with one name the
 * last counts. Linear.
 */
export function* parseInSteps(
  { buffer, byteOffset, byteLength }: Uint8Array,
  limits: ParseLimits = BACKGROUND_LIMITS,
): Steps<JsonRecord | undefined> {
  if (byteLength > limits.bytes) return undefined;
  const json = Buffer.from(buffer, byteOffset, byteLength);
  const left = { ...limits };
  const members: [string, unknown][] = [];
  const read = function* (key: string, start: number): Steps<Ended> {
    if (isListAt(json, start)) {
      const list: unknown[] = [];
      members.push([key, list]);
      return yield* readList(json, start, list, left);
    }
    const end = yield* valueSteps(json, start, left);
    if (end !== undefined) members.push([key, JSON.parse(json.toString("utf8", start, end))]);
    yield;
    return end;
  };
  try {
    const end = yield* eachMember(json, skipSpace(json, 0, left), read, left);
    const isWhole = end !== undefined && skipSpace(json, end, left) === json.length;
    return isWhole ? Object.fromEntries(members) : undefined;
  } catch {
    return undefined;
  }
}

function* readList(json: Buffer, at: number, list: unknown[], left: ScanLimits): Steps<Ended> {
  let first = at + 1;
  const parse = (end: number): void => {
    for (const one of JSON.parse(`[${json.toString("utf8", first, end)}]`) as unknown[]) list.push(one);
  };
  const read = function* (_: number, start: number): Steps<Ended> {
    if (first < 0) first = start;
    const end = yield* valueSteps(json, start, left);
    if (end === undefined || end - first < TOGETHER_BYTES) return end;
    parse(end);
    first = -1;
    yield;
    return end;
  };
  const end = yield* eachElement(json, at, read, left);
  if (end !== undefined && first >= 0) parse(end - 1);
  yield;
  return end;
}

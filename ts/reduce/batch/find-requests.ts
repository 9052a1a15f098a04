// The requests in a batch. Providers take them in two ways:
//
//   one value       {"requests":[RECORD, …]}                                   Anthropic's Message Batches
//                   {"batch":{"inputConfig":{"requests":{"requests":[RECORD, …]}}}}   Gemini's inline requests
//                   [RECORD, …]                                                the list alone
//   lines           RECORD                                                     files of OpenAI, Gemini, Vertex AI, Bedrock and others
//                   RECORD
//
// and a RECORD is an object with the request under `params`, `body`, `request` or `modelInput`.

import type { Steps } from "../../base/steps.js";
import type { SkipReason, Span, Wire } from "../../contract/report.js";
import {
  type Ended,
  eachElement,
  eachMember,
  isListAt,
  isObjectAt,
  type Member,
  membersOf,
  skipSpace,
  startOf,
  textAt,
  valueSteps,
} from "../../text/json-bytes.js";
import { endpointOf, pathOf } from "../../wires/endpoints.js";

/** A request of a batch, or why there is none in its record. */
export interface BatchItem {
  /** The caller's own id of it; undefined if it has none. */
  id: string | undefined;
  /** The request's bytes; where it could not be found, those of the record. */
  span: Span;
  wire?: Wire | undefined;
  /** The model, where the record's URL names it. */
  model?: string | undefined;
  /** Why the request was not found. */
  problem?: Problem;
}

/** Why a record has no request that can be read. */
export type Problem = Extract<SkipReason, "invalid_json" | "no_conversation" | "duplicate_key">;

/** The requests of a batch, in their order. */
export interface FoundBatch {
  form: "list" | "lines";
  items: BatchItem[];
}

type Way = "list" | { readonly [key: string]: Way };
const INLINE: Way = { requests: { requests: "list" } };
const WAYS: Way = { requests: "list", batch: { inputConfig: INLINE, input_config: INLINE } };

/** The names that a record gives its request, with the wire that this means. */
const REQUEST_KEYS: Readonly<Record<string, Wire | undefined>> = {
  params: "anthropic",
  body: undefined,
  request: undefined,
  modelInput: undefined,
};
const ID_KEYS: readonly string[] = ["custom_id", "key", "recordId"];

/**
 * Finds the requests of a batch. Yields after each, where a pause may be made. Linear, without parsing the requests.
 *
 * @returns why it is no batch: `empty`, `invalid_json`, or `no_conversation` for JSON without requests
 */
export function* findRequests(json: Buffer): Steps<FoundBatch | Problem | "empty"> {
  const start = startOf(json);
  if (start === json.length) return "empty";
  const spans: Span[] = [];
  const end = isListAt(json, start)
    ? yield* collect(json, start, "list", spans)
    : yield* collect(json, start, WAYS, spans);
  const isOneValue = end !== undefined && skipSpace(json, end) === json.length;
  if (isOneValue && spans.length > 0) {
    const items = yield* readRecords(json, spans);
    return items.some(isFound) ? { form: "list", items } : "no_conversation";
  }
  const items = yield* readRecords(json, linesOf(json));
  if (items.some(isFound)) return { form: "lines", items };
  return isOneValue ? "no_conversation" : "invalid_json";
}

const isFound = ({ problem }: BatchItem): boolean => problem === undefined || problem === "duplicate_key";

/** Collects the elements of the lists that a way leads to. Returns the end of the value. */
function* collect(json: Buffer, at: number, way: Way | undefined, spans: Span[]): Steps<Ended> {
  if (way === "list" && isListAt(json, at)) {
    return yield* eachElement(json, at, function* (_, start) {
      const end = yield* valueSteps(json, start);
      if (end !== undefined) spans.push({ start, end });
      yield;
      return end;
    });
  }
  if (way === undefined || way === "list" || !isObjectAt(json, at)) return yield* valueSteps(json, at);
  return yield* eachMember(json, at, (key, start) =>
    collect(json, start, Object.hasOwn(way, key) ? way[key] : undefined, spans),
  );
}

/** Lines that are not blank. */
function* linesOf(json: Buffer): Generator<Span> {
  for (let start = 0; start < json.length; ) {
    const feed = json.indexOf(0x0a, start);
    const end = feed < 0 ? json.length : feed;
    if (!isBlank(json, start, end)) yield { start, end };
    start = end + 1;
  }
}

function isBlank(json: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((json[at] as number) > 0x20) return false;
  return true;
}

function* readRecords(json: Buffer, spans: Iterable<Span>): Steps<BatchItem[]> {
  const items: BatchItem[] = [];
  for (const span of spans) {
    items.push(recordIn(json, span));
    yield;
  }
  return items;
}

function recordIn(json: Buffer, span: Span): BatchItem {
  const record = json.subarray(span.start, span.end);
  const members = membersOf(record);
  if (members === undefined) return { id: undefined, span, problem: "invalid_json" };
  const id = idOf(record, members);
  const found = members.filter(({ key, start }) => Object.hasOwn(REQUEST_KEYS, key) && isObjectAt(record, start));
  const [request] = found;
  if (request === undefined) return { id, span, problem: "no_conversation" };
  // Readers differ in which one counts.
  if (found.length > 1) return { id, span, problem: "duplicate_key" };
  const own = { start: span.start + request.start, end: span.start + request.end };
  const url = textOf(record, members, "url");
  const endpoint = url === undefined ? undefined : endpointOf(pathOf(url));
  if (url !== undefined && endpoint?.kind !== "generate") return { id, span: own, problem: "no_conversation" };
  return { id, span: own, wire: REQUEST_KEYS[request.key] ?? endpoint?.wire, model: endpoint?.model };
}

function idOf(record: Buffer, members: readonly Member[]): string | undefined {
  for (const key of ID_KEYS) {
    const id = textOf(record, members, key);
    if (id !== undefined) return id;
  }
  const metadata = members.find(({ key }) => key === "metadata");
  const inner = metadata === undefined ? undefined : record.subarray(metadata.start, metadata.end);
  const known = inner === undefined ? undefined : membersOf(inner);
  return inner === undefined || known === undefined ? undefined : textOf(inner, known, "key");
}

function textOf(json: Buffer, members: readonly Member[], name: string): string | undefined {
  const member = members.find(({ key }) => key === name);
  return member === undefined ? undefined : textAt(json, member);
}

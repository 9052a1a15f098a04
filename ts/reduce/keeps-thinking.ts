import { inSlices, runNow, type Steps } from "../base/steps.js";
import type { Wire } from "../contract/report.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { ANY_SIZE, parseInSteps } from "../text/parse-in-steps.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { WIRES } from "../wires/index.js";
import { readThinking } from "../wires/thinking.js";

/** A request as it would be sent. */
export type Rendering = Uint8Array | object;

/**
 * Whether all thinking of a request that is rendered anew is still what its provider made: nothing in front of it differs
 * from a rendering whose thinking is right, and none of it is missing there. Parses both; linear in them.
 *
 * @param before A rendering of the same request that its provider would accept.
 */
export type Keeps = (wire: Wire, before: Rendering, after: Rendering) => boolean | Promise<boolean>;

/** At once. */
export const keepsThinking = ((wire, before, after) => runNow(comparing(wire, before, after))) satisfies Keeps;

/** In slices, between which others have the thread. */
export const keepsThinkingInSlices: Keeps = (wire, before, after) =>
  inSlices(comparing(wire, before, after, (bytes) => parseInSteps(bytes, ANY_SIZE)));

/** Parses in steps; undefined for what it cannot read. */
type Parse = (bytes: Uint8Array) => Steps<JsonRecord | undefined>;

/** Messages that one step compares. */
const IN_A_STEP = 100;

function* comparing(wireName: Wire, before: Rendering, after: Rendering, parse?: Parse): Steps<boolean> {
  const wire = WIRES.of(wireName);
  const other = yield* read(wire, yield* parsed(after, parse));
  const { lastKept } = other;
  if (lastKept < 0) return true;
  const one = yield* read(wire, yield* parsed(before, parse));
  const first = one.thinking.length - other.thinking.length;
  if (first < 0 || !isSame(one.frame, other.frame) || one.messages.length <= lastKept) return false;
  for (const [at, block] of other.thinking.entries()) {
    if (!isSame(block, one.thinking[first + at])) return false;
    if (at % IN_A_STEP === 0) yield;
  }
  for (let at = 0; at <= lastKept; at++) {
    if (!isSame(restOf(other, at, wire), restOf(one, at, wire))) return false;
    if (at % IN_A_STEP === 0) yield;
  }
  return true;
}

interface Read {
  /** Tools and system prompt. */
  frame: unknown[];
  messages: readonly unknown[];
  /** All thinking, in order. */
  thinking: unknown[];
  /** Blocks of thinking by their messages. */
  places: ReadonlyMap<number, ReadonlySet<number>>;
  /** The last message with thinking; -1 for none. */
  lastKept: number;
}

function* parsed(rendering: Rendering, parse: Parse | undefined): Steps<JsonRecord> {
  if (!(rendering instanceof Uint8Array)) return rendering as JsonRecord;
  const request = parse === undefined ? undefined : yield* parse(rendering);
  return request ?? (JSON.parse(Buffer.from(rendering).toString("utf8")) as JsonRecord);
}

function* read(wire: WireDefinition, request: JsonRecord): Steps<Read> {
  const { tools, system } = request;
  const list: unknown = request[wire.listKey];
  const messages: unknown[] = Array.isArray(list) ? list : [];
  const places = new Map<number, Set<number>>();
  const thinking: unknown[] = [];
  let lastKept = -1;
  for (let from = 0; from < messages.length; from += IN_A_STEP) {
    for (const { messageIndex, blockIndex } of readThinking(wire, messages.slice(from, from + IN_A_STEP))) {
      lastKept = from + messageIndex;
      const message = messages[lastKept];
      places.set(lastKept, (places.get(lastKept) ?? new Set()).add(blockIndex));
      const content = isRecord(message) ? message[wire.blocks.key] : undefined;
      thinking.push(Array.isArray(content) ? content[blockIndex] : undefined);
    }
    yield;
  }
  return { frame: [tools, system], messages, thinking, places, lastKept };
}

/** A message without the thinking that could be left out. */
function restOf({ messages, places }: Read, at: number, wire: WireDefinition): unknown {
  const message = messages[at];
  const gone = wire.thinkingIsBlock ? places.get(at) : undefined;
  const content = isRecord(message) ? message[wire.blocks.key] : undefined;
  if (gone === undefined || !Array.isArray(content)) return message;
  return { ...(message as JsonRecord), [wire.blocks.key]: content.filter((_, index) => !gone.has(index)) };
}

const MARKERS: ReadonlySet<string> = new Set(["cache_control", "prompt_cache_breakpoint"]);

/** Whether two values have the same JSON but for cache markers. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((value, at) => isSame(value, other[at]));
  }
  const [keys, others] = [keysOf(one), keysOf(other)];
  if (keys.length !== others.length) return false;
  return keys.every((key, at) => key === others[at] && isSame(Reflect.get(one, key), Reflect.get(other, key)));
}

const keysOf = (value: object): string[] =>
  Object.keys(value).filter((key) => !MARKERS.has(key) && Reflect.get(value, key) !== undefined);

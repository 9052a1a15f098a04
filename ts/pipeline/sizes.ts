// The size of a conversation at each of its steps: prefix sums over its original messages, and how much each masked
// result removes from its step on. Sizes have one or two dimensions, tokens and chars, because a budget may limit both.

import { quickWeight } from "../load/quick-weight.js";
import { MODEL_TABLE } from "../models/rows.js";
import type { PolicySettings } from "../policy/policy.js";
import type { JsonRecord } from "../text/json-value.js";
import { countTokens } from "../tokens/index.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { liveMessages } from "../wires/live.js";
import { readSteps } from "../wires/steps.js";
import { restChars } from "../wires/text-chars.js";
import { type TextWeight, unitsOf, unitTokens } from "../wires/units.js";
import type { MaskHistory } from "./mask-history.js";
import { type MixedMessage, withoutBlocks } from "./mixed-messages.js";

export type TokenCounting = PolicySettings["tokens"]["method"];

function weightBy(method: TokenCounting): TextWeight {
  if (method === "estimate") return quickWeight;
  // In units of 1/1024 token, like the estimate.
  return method === "exact" ? (text) => 1024 * countTokens(text) : (text) => 256 * text.length;
}

/** Measures requests and their messages in one dimension. */
export interface Measure {
  ofMessage(message: unknown): number;
  /** The size of the request without its messages. */
  ofRest(request: JsonRecord): number;
}

/** A measure that measures each message once. The requests of one call share the messages that no stage changed. */
export function remembering(wire: WireDefinition, measure: Measure): Measure {
  const messages = new WeakMap<object, number>();
  let rest: { request: JsonRecord; size: number } | undefined;
  return {
    ...measure,
    ofMessage: (message) => {
      if (typeof message !== "object" || message === null) return measure.ofMessage(message);
      const known = messages.get(message);
      if (known !== undefined) return known;
      const size = measure.ofMessage(message);
      messages.set(message, size);
      return size;
    },
    ofRest: (request) => {
      if (rest === undefined || !hasSameRest(wire, rest.request, request))
        rest = { request, size: measure.ofRest(request) };
      return rest.size;
    },
  };
}

/** Whether two requests differ only in their lists, like a request and a stage's result. */
function hasSameRest(wire: WireDefinition, a: JsonRecord, b: JsonRecord): boolean {
  const keys = Object.keys(a);
  const isSame = (key: string) => Object.hasOwn(b, key) && (a[key] === b[key] || key === wire.listKey);
  return keys.length === Object.keys(b).length && keys.every(isSame);
}

/** Tokens. Each unit is rounded once, as everywhere else. */
export function tokenMeasure(wire: WireDefinition, method: TokenCounting): Measure {
  const weight = weightBy(method);
  return {
    ofMessage: (message) => unitsOf(wire, message).reduce<number>((sum, unit) => sum + unitTokens(unit, weight), 0),
    ofRest: (request) => unitTokens({ ...request, [wire.listKey]: [] }, weight),
  };
}

/** Chars of all text: `report.chars`. */
export function charMeasure(wire: WireDefinition): Measure {
  return {
    ofMessage: (message) => wire.measure([message]),
    ofRest: (request) => restChars(request, wire.listKey),
  };
}

/** In tokens, and in chars. */
export const measuresOf = (wire: WireDefinition, method: TokenCounting): readonly [Measure, Measure] => [
  tokenMeasure(wire, method),
  charMeasure(wire),
];

/** The size of what the model reads of a request. */
export function measureRequest(wire: WireDefinition, request: JsonRecord, measure: Measure): number {
  const list = request[wire.listKey];
  const rest = measure.ofRest(request);
  if (typeof list === "string") return rest + measure.ofMessage({ role: "user", content: list });
  if (!Array.isArray(list)) return rest;
  return liveMessages(wire, list).reduce<number>((sum, message) => sum + sizeOf(message, measure), rest);
}

/** Nothing for a message that the model does not read. */
const sizeOf = (message: unknown, measure: Measure): number => (message === undefined ? 0 : measure.ofMessage(message));

/** The size of a conversation at each of its steps, with nothing masked. */
export interface StepSizes {
  /** Of the request without its messages. */
  rest: number;
  /** Of all messages before each one; one more element than messages. */
  sums: readonly number[];
}

/** Sizes over the whole history, in one dimension. */
export interface SizeHistory extends StepSizes {
  /** How much each edit of the mask history removes. */
  saved: readonly number[];
  /** For messages with both results and words of the user: their size without the results, by index. */
  rests: ReadonlyMap<number, number>;
}

/** Measures what the model reads of each message once. Linear. */
export function stepSizes(
  { wire, request, list }: { wire: WireDefinition; request: JsonRecord; list: readonly unknown[] },
  measure: Measure,
): StepSizes {
  const sums = [0];
  for (const message of liveMessages(wire, list)) sums.push((sums.at(-1) ?? 0) + sizeOf(message, measure));
  return { rest: measure.ofRest(request), sums };
}

/** Measures a history once. Linear. */
export function readSizes(history: MaskHistory, measure: Measure, mixed: readonly MixedMessage[] = []): SizeHistory {
  const { wire, list, edits } = history;
  const restOf = ({ message, results }: MixedMessage) => withoutBlocks(wire, list[message] as JsonRecord, results);
  const rests = new Map(mixed.map((one) => [one.message, measure.ofMessage(restOf(one))]));
  const saved = edits.map(({ before, after }) => Math.max(0, measure.ofMessage(before) - measure.ofMessage(after)));
  return { ...stepSizes(history, measure), saved, rests };
}

const LEAST_LIMIT_BYTES = Math.min(...MODEL_TABLE.vendors.flatMap(({ limits }) => limits?.requestBytes ?? []));
/** Parts of the names of images and documents on every wire. */
const MEDIA_NAMES = ["image", "document", "nline", "file"] as const;

/** Whether a request may have too many bytes or images. False for most, for which no plan is worth it. Linear, one search a name. */
export function mayBeTooLarge({ buffer, byteOffset, byteLength }: Uint8Array, { budget }: PolicySettings): boolean {
  const json = Buffer.from(buffer, byteOffset, byteLength);
  const isLimited = budget?.bytes !== undefined || budget?.images !== undefined;
  return isLimited || byteLength > LEAST_LIMIT_BYTES || MEDIA_NAMES.some((name) => json.includes(name));
}

/** A limit of a request's size, and what it is measured with. Tokens first. */
export interface MeasuredLimit {
  measure: Measure;
  /** Infinite for none. */
  limit: number;
}

/**
 * Number of the first step whose request was over a limit, where there is one, the first step being 1; undefined if there
 * is none. What was sent before it is as it came. Linear in the messages.
 */
export function startStepOf(
  conversation: { wire: WireDefinition; request: JsonRecord; list: readonly unknown[] },
  limits: readonly MeasuredLimit[],
): number | undefined {
  const steps = readSteps(conversation.wire, conversation.list);
  const sizes = limits.map(({ measure, limit }) => ({ limit, ...stepSizes(conversation, measure) }));
  const limited = sizes.filter(({ limit }) => Number.isFinite(limit));
  const isOver = (cut: number) =>
    limited.length === 0 || limited.some(({ rest, sums, limit }) => rest + (sums[cut] ?? 0) > limit);
  const first = steps.cuts.findIndex(isOver);
  return first < 0 ? undefined : first + 1;
}

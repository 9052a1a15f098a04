// The size of a conversation at each of its steps: prefix sums over its original messages, and how much each masked
// result removes from its step on. Sizes have one or two dimensions, tokens and chars, because a budget may limit both.

import type { WeightVersion } from "../contract/token-backend.js";
import { quickWeight } from "../load/quick-weight.js";
import { applyEdits } from "../masking/apply.js";
import type { MaskHistory } from "../masking/mask-history.js";
import type { PolicySettings } from "../policy/policy.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { countTokens } from "../tokens/index.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { restChars } from "../wires/text-chars.js";
import type { ResultPlan } from "../wires/transcript.js";
import { type TextWeight, unitOfBlock, unitsOf, unitTokens } from "../wires/units.js";
import { type MixedMessage, withoutBlocks } from "./mixed-messages.js";

export { quickWeight };

/** The method of counting tokens. */
export type TokenCounting = PolicySettings["tokens"]["method"];

function weightBy(method: TokenCounting, version: WeightVersion): TextWeight {
  if (method === "estimate") return quickWeight(version);
  // In units of 1/1024 token, like the estimate.
  return method === "exact" ? (text) => 1024 * countTokens(text) : (text) => 256 * text.length;
}

/** Measures requests and their messages in one dimension. */
export interface Measure {
  /** The size of one message. */
  ofMessage(message: unknown): number;
  /** How much an edit removes: from its block, or by its own account. */
  saved(plan: ResultPlan, before: unknown, after: unknown): number;
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
export function tokenMeasure(wire: WireDefinition, method: TokenCounting, version: WeightVersion = 2): Measure {
  const weight = weightBy(method, version);
  const allText = version === 1;
  return {
    ofMessage: (message) =>
      unitsOf(wire, message).reduce<number>((sum, unit) => sum + unitTokens(unit, weight, allText), 0),
    saved: ({ action, result }, before, after) => {
      const unit = unitOfBlock(wire, result.blockIndex);
      if (action === "remove") return unitTokens(unitsOf(wire, before)[unit], weight, allText);
      return (
        unitTokens(unitsOf(wire, before)[unit], weight, allText) -
        unitTokens(unitsOf(wire, after)[unit], weight, allText)
      );
    },
    ofRest: (request) => unitTokens({ ...request, [wire.listKey]: [] }, weight, allText),
  };
}

/** Chars of all text: `report.chars`. */
export function charMeasure(wire: WireDefinition): Measure {
  return {
    ofMessage: (message) => wire.measure([message]),
    saved: ({ charsBefore, charsAfter }) => charsBefore - charsAfter,
    ofRest: (request) => restChars(request, wire.listKey),
  };
}

/** The size of the whole request. */
export function measureRequest(wire: WireDefinition, request: JsonRecord, measure: Measure): number {
  const list = request[wire.listKey];
  const rest = measure.ofRest(request);
  if (typeof list === "string") return rest + measure.ofMessage({ role: "user", content: list });
  return Array.isArray(list) ? list.reduce<number>((sum, message) => sum + measure.ofMessage(message), rest) : rest;
}

/** Sizes over the whole history, in one dimension. */
export interface SizeHistory {
  rest: number;
  /** Size of all messages before each one, unreduced; one more element than messages. */
  sums: readonly number[];
  /** How much each edit of the mask history removes. */
  saved: readonly number[];
  /** For messages with both results and words of the user: their size without the results, by index. */
  rests: ReadonlyMap<number, number>;
}

/** Measures a history once. Linear. */
export function readSizes(
  { plain, edits }: MaskHistory,
  measure: Measure,
  mixed: readonly MixedMessage[] = [],
): SizeHistory {
  const { wire, request, list } = plain;
  const sums = [0];
  for (const message of list) sums.push((sums.at(-1) ?? 0) + measure.ofMessage(message));
  const restOf = ({ message, results }: MixedMessage) => withoutBlocks(wire, list[message] as JsonRecord, results);
  const rests = new Map(mixed.map((one) => [one.message, measure.ofMessage(restOf(one))]));
  return { rest: measure.ofRest(request), sums, saved: savedBy(wire, request, list, edits, measure), rests };
}

function savedBy(
  wire: WireDefinition,
  request: JsonRecord,
  list: readonly unknown[],
  edits: MaskHistory["edits"],
  measure: Measure,
): number[] {
  const edited = applyEdits(
    wire,
    request,
    edits.map(({ plan }) => plan),
  )[wire.listKey];
  return edits.map(({ plan }) => {
    const { messageIndex } = plan.result;
    const after: unknown = Array.isArray(edited) ? edited[messageIndex] : undefined;
    return isRecord(after) ? Math.max(0, measure.saved(plan, list[messageIndex], after)) : 0;
  });
}

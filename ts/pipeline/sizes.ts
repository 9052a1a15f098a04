// How large a conversation was at each of its steps: prefix sums over its messages as they came, and what each masked
// result takes away since when. Sizes are kept in one or two dimensions, tokens and chars; a budget may limit both.

import type { Wire } from "../contract/report.js";
import { loadTokenBackend } from "../load/token-backend.js";
import { applyEdits } from "../masking/apply.js";
import type { MaskHistory } from "../masking/mask-history.js";
import type { PolicySettings } from "../policy/policy.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { countTokens } from "../tokens/index.js";
import { wireOfName } from "../wires/index.js";
import type { ResultPlan } from "../wires/transcript.js";
import { decisionWeight, type TextWeight, unitOfBlock, unitsOf, unitTokens } from "../wires/units.js";
import { type MixedMessage, withoutBlocks } from "./mixed-messages.js";

/** How tokens are counted. */
export type TokenCounting = PolicySettings["tokens"]["method"];

/** From so many chars on the backend weighs a string sooner than it takes to ask it. */
const LONG_CHARS = 64;

/** The weight that decisions are made with, by the backend of this process. */
export const quickWeight: TextWeight = (text) =>
  text.length < LONG_CHARS ? decisionWeight(text) : loadTokenBackend().weigh(text, "o200k_base");

const WEIGHTS: Readonly<Record<TokenCounting, TextWeight>> = {
  estimate: quickWeight,
  // In 1/1024 token, as the estimate is.
  exact: (text) => 1024 * countTokens(text),
  chars4: (text) => 256 * text.length,
};

/** Measures requests and their messages in one dimension. */
export interface Measure {
  /** One message of the conversation. */
  ofMessage(message: unknown): number;
  /** What an edit takes away: from the block that it is in, or by its own account. */
  saved(plan: ResultPlan, before: unknown, after: unknown): number;
  /** The request beside its messages. */
  ofRest(request: JsonRecord): number;
}

/**
 * The same measure, which measures each message once: the requests of one call share the messages that no stage touched.
 */
export function remembering(wire: Wire, measure: Measure): Measure {
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

/** Whether two requests differ in their lists alone, as one and what a stage made of it do. */
function hasSameRest(wire: Wire, a: JsonRecord, b: JsonRecord): boolean {
  const keys = Object.keys(a);
  const isSame = (key: string) => Object.hasOwn(b, key) && (a[key] === b[key] || key === wireOfName(wire).listKey);
  return keys.length === Object.keys(b).length && keys.every(isSame);
}

/** Tokens, each unit rounded once as everywhere. */
export function tokenMeasure(wire: Wire, method: TokenCounting): Measure {
  const weight = WEIGHTS[method];
  return {
    ofMessage: (message) => unitsOf(wire, message).reduce<number>((sum, unit) => sum + unitTokens(unit, weight), 0),
    saved: ({ result }, before, after) => {
      const unit = unitOfBlock(wire, result.blockIndex);
      return unitTokens(unitsOf(wire, before)[unit], weight) - unitTokens(unitsOf(wire, after)[unit], weight);
    },
    ofRest: (request) => unitTokens({ ...request, [wireOfName(wire).listKey]: [] }, weight),
  };
}

/** Chars of message text and call arguments: `report.chars`. */
export function charMeasure(wire: Wire): Measure {
  return {
    ofMessage: (message) => wireOfName(wire).measure([message]),
    saved: ({ charsBefore, charsAfter }) => charsBefore - charsAfter,
    ofRest: () => 0,
  };
}

/** The whole request. */
export function measureRequest(wire: Wire, request: JsonRecord, measure: Measure): number {
  const list = request[wireOfName(wire).listKey];
  const rest = measure.ofRest(request);
  if (typeof list === "string") return rest + measure.ofMessage({ role: "user", content: list });
  return Array.isArray(list) ? list.reduce<number>((sum, message) => sum + measure.ofMessage(message), rest) : rest;
}

/** Sizes over the whole history, in one dimension. */
export interface SizeHistory {
  rest: number;
  /** Of all messages before each one, as they came; one more element than messages. */
  sums: readonly number[];
  /** What each edit of the mask history takes away. */
  saved: readonly number[];
  /** Of messages that have results and words of the user: what they are without the results, by index. */
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
  wire: Wire,
  request: JsonRecord,
  list: readonly unknown[],
  edits: MaskHistory["edits"],
  measure: Measure,
): number[] {
  const edited = applyEdits(
    wire,
    request,
    edits.map(({ plan }) => plan),
  )[wireOfName(wire).listKey];
  return edits.map(({ plan }) => {
    const { messageIndex } = plan.result;
    const after: unknown = Array.isArray(edited) ? edited[messageIndex] : undefined;
    return isRecord(after) ? Math.max(0, measure.saved(plan, list[messageIndex], after)) : 0;
  });
}

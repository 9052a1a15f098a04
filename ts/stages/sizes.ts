// How large a conversation was at each of its steps: prefix sums over its messages as they came, and what each masked
// result takes away since when. Sizes are kept in one or two dimensions, tokens and chars; a budget may limit both.
import { applyEdits } from "../baseline/apply.js";
import type { MaskHistory } from "../baseline/mask-history.js";
import type { ResultPlan } from "../baseline/transcript.js";
import { decisionWeight, type TextWeight, unitOfBlock, unitsOf, unitTokens } from "../baseline/units.js";
import { isRecord, type JsonRecord } from "../baseline/value.js";
import { READERS } from "../baseline/wires.js";
import type { PolicySettings } from "../policy.js";
import type { Wire } from "../report.js";
import { CONVERSATION_KEYS } from "../report-basis.js";
import { countTokens } from "../tokens.js";

/** How tokens are counted. */
export type TokenCounting = PolicySettings["tokens"]["method"];

const WEIGHTS: Readonly<Record<TokenCounting, TextWeight>> = {
  estimate: decisionWeight,
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

/** Tokens, each unit rounded once as everywhere. */
export function tokenMeasure(wire: Wire, method: TokenCounting): Measure {
  const weight = WEIGHTS[method];
  return {
    ofMessage: (message) => unitsOf(wire, message).reduce<number>((sum, unit) => sum + unitTokens(unit, weight), 0),
    saved: ({ result }, before, after) => {
      const unit = unitOfBlock(wire, result.blockIndex);
      return unitTokens(unitsOf(wire, before)[unit], weight) - unitTokens(unitsOf(wire, after)[unit], weight);
    },
    ofRest: (request) => unitTokens({ ...request, [CONVERSATION_KEYS[wire]]: [] }, weight),
  };
}

/** Chars of message text and call arguments: `report.chars`. */
export function charMeasure(wire: Wire): Measure {
  return {
    ofMessage: (message) => READERS[wire].measure([message]),
    saved: ({ charsBefore, charsAfter }) => charsBefore - charsAfter,
    ofRest: () => 0,
  };
}

/** The whole request. */
export function measureRequest(wire: Wire, request: JsonRecord, measure: Measure): number {
  const list = request[CONVERSATION_KEYS[wire]];
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
}

/** Measures a history once. Linear. */
export function readSizes({ plain, edits }: MaskHistory, measure: Measure): SizeHistory {
  const { wire, request, list } = plain;
  const sums = [0];
  for (const message of list) sums.push((sums.at(-1) ?? 0) + measure.ofMessage(message));
  return { rest: measure.ofRest(request), sums, saved: savedBy(wire, request, list, edits, measure) };
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
  )[CONVERSATION_KEYS[wire]];
  return edits.map(({ plan }) => {
    const { messageIndex } = plan.result;
    const after: unknown = Array.isArray(edited) ? edited[messageIndex] : undefined;
    return isRecord(after) ? Math.max(0, measure.saved(plan, list[messageIndex], after)) : 0;
  });
}

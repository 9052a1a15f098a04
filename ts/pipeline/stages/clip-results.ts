// Which results a budget cannot hold, and their texts with the middle left out.
//
// The cap is a share of the budget, so that a result is clipped in the same way by every later request: half of it, or
// half of that and so on.

import { toolRules } from "../../policy/tool-rules.js";
import { errorLineRule, type LineRule, renderClip } from "../../text/clip-middle.js";
import { isRecord, valueAt } from "../../text/json-value.js";
import type { Path, WireDefinition } from "../../wires/define-wire.js";
import { WIRES } from "../../wires/index.js";
import { resultPath, textPaths } from "../../wires/result-path.js";
import type { ToolResult } from "../../wires/transcript.js";
import type { Draft } from "../draft.js";
import { obstacleOf } from "../obstacle.js";
import { compilePins } from "../pins.js";
import { protectedResults } from "../protected-results.js";
import { measuresOf, type TokenCounting } from "../sizes.js";
import type { ClippedResult, ConversationView, StageContext } from "../stage.js";

/** The longest cap is a half of the budget, the shortest a thirty-second. */
const SHARES = [2, 4, 8, 16, 32] as const;
/** Texts that are not longer stay whole. */
const LEAST_CHARS = 400;

export interface Clip extends ReturnType<Draft["replaceTexts"]> {
  clipped: readonly ClippedResult[];
}

/**
 * The request with its large results clipped, less and less of them left. Leaves pinned results and those that tools'
 * rules protect. Empty if there are none.
 */
export function* clipsOf(draft: Draft, context: StageContext, view: ConversationView): Generator<Clip> {
  const large = largeResults(draft, context, view);
  for (const share of SHARES) {
    const clipped = large.flatMap((one) => clipOne(draft, one, share));
    if (clipped.length === 0) continue;
    yield { ...draft.replaceTexts(clipped.flatMap(({ texts }) => texts)), clipped };
  }
}

/**
 * The request with each result clipped to half of the budget that is over it by itself: a clip that the result and the
 * budget alone decide, from the first request that has it on. Undefined if there is none.
 */
export function fixedClip(draft: Draft, context: StageContext, view: ConversationView): Clip | undefined {
  const large = largeResults(draft, context, view);
  const clipped = large.flatMap((one) => (one.excess > 1 ? clipOne(draft, one, SHARES[0]) : []));
  return clipped.length === 0 ? undefined : { ...draft.replaceTexts(clipped.flatMap(({ texts }) => texts)), clipped };
}

/** A result that may be clipped, and how often its size is in the budget that it exceeds most. */
interface LargeResult {
  result: ToolResult;
  /** Path from the request to its content. */
  path: Path;
  /** Its size as a multiple of the limit. */
  excess: number;
  /** Which of its lines say that something failed. */
  isError: LineRule;
}

/** Results over the budget by themselves; those of the newest turn also where it is over the budget as a whole. */
function largeResults(draft: Draft, context: StageContext, view: ConversationView): LargeResult[] {
  const { wire: name, policy, isBound, sentBefore } = context;
  const wire = WIRES.of(name);
  const { request } = draft;
  const list = request[wire.listKey];
  if (!Array.isArray(list)) return [];
  const transcript = wire.read(list);
  const keptUntil = protectedResults(transcript, policy);
  const isPinned = compilePins(policy.settings.pin);
  const { roles } = view.history.steps;
  const settingsOf = toolRules(policy);
  const newest = obstacleOf(view) === undefined ? list.length : (view.units.at(-1)?.start ?? list.length);
  return transcript.results.flatMap((result): LargeResult[] => {
    const { messageIndex, ambiguous, turnIndex } = result;
    const end = keptUntil.get(messageIndex) ?? 0;
    // What was kept once stays where thinking binds.
    const isKept = isBound ? end > 0 || messageIndex < sentBefore : end > list.length;
    if (turnIndex === undefined || ambiguous || isKept) return [];
    const excess = excessOf(wire, list[messageIndex], result, view, policy.settings.tokens.method);
    const isLarge = excess > 1 || (messageIndex >= newest && excess > 1 / SHARES[0]);
    if (!isLarge || isPinned(list[messageIndex], roles[messageIndex] ?? "other")) return [];
    const isError = errorLineRule(settingsOf(result.toolName).keepErrors);
    return [{ result, path: resultPath(wire, request, result), excess, isError }];
  });
}

function excessOf(
  wire: WireDefinition,
  message: unknown,
  { blockIndex }: ToolResult,
  { dimensions }: ConversationView,
  method: TokenCounting,
): number {
  const key = wire.blocks.key;
  const blocks = isRecord(message) ? message[key] : undefined;
  const alone =
    wire.blocks.holdResults && isRecord(message) && Array.isArray(blocks)
      ? { ...message, [key]: [blocks[blockIndex]] }
      : message;
  const measures = measuresOf(wire, method);
  return dimensions.reduce((most, { limit }, at) => Math.max(most, (measures[at]?.ofMessage(alone) ?? 0) / limit), 0);
}

/** A result at a share of the budget; nothing if it is within it. */
function clipOne(draft: Draft, { result, path, excess, isError }: LargeResult, share: number): ClippedResult[] {
  const ratio = 1 / (excess * share);
  if (ratio >= 1) return [];
  const texts = textPaths(draft.request, path, result.content).flatMap((at) => {
    const text = String(valueAt(draft.request, at));
    const limit = Math.max(LEAST_CHARS, Math.floor(text.length * ratio));
    return text.length > limit ? [{ path: at, before: text, text: renderClip(text, limit, isError) }] : [];
  });
  return texts.length === 0 ? [] : [{ result, texts }];
}

import type { CacheReport, ClearingReport } from "../contract/cache-report.js";
import type { Decision, PlacedReference, Report } from "../contract/report.js";
import { blankReport, type ReportBasis } from "../contract/report-basis.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { ruleOf } from "../wires/believed-row.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { readMarkers } from "../wires/markers.js";
import { neededHeaders } from "../wires/needed-headers.js";
import { sealedCharsOf, type TextSize, textSizes } from "../wires/text-chars.js";
import { mediaOf, type ResultPlan, type Transcript } from "../wires/transcript.js";
import type { AnchorPlan } from "./anchors.js";
import type { ClearEdit } from "./clearing.js";
import type { Deferral } from "./definitions/defer.js";
import type { DefinitionPlan } from "./definitions/plan.js";
import type { HalvesPlace } from "./repair-surrogates.js";

/** The results of reading and deciding. */
export interface Outcome {
  wire: WireDefinition;
  /** The conversation as it came. */
  list: readonly unknown[];
  transcript: Transcript;
  plans: readonly ResultPlan[];
  edits: readonly ResultPlan[];
  /** The definitions of tools that become smaller. */
  definitions: readonly DefinitionPlan[];
  /** Those that are left to the provider's search; undefined if none are. */
  deferral: Deferral | undefined;
  /** The pointers that edits put in. */
  references: readonly PlacedReference[];
  anchors: AnchorPlan;
  changed: boolean;
  explain: boolean;
  model: string | undefined;
  host: string | undefined;
  /** The request that was read. */
  request: JsonRecord;
  /** Whether the request may also ask the provider to drop thinking that does not fit. */
  mayDrop: boolean;
  isDelta: boolean;
  /** The effect of the cache decision; undefined if none was made. */
  cache: Omit<CacheReport, "strategy"> | undefined;
  fits: boolean;
  /** Whether the model has imitated shortened arguments. @default false */
  isImitated?: boolean;
  /** Undefined unless the policy leaves clearing to the provider. */
  clearing: ClearingReport | undefined;
  /** What tells the provider; undefined if nothing does. */
  clears: ClearEdit | undefined;
  /** Halves of surrogate pairs outside edits; undefined if the policy leaves them. */
  repairs: readonly HalvesPlace[] | undefined;
  /** Undefined unless `options.tokens` asks for it. */
  sizeBefore: TextSize | undefined;
}

/** The report of a request that was read. */
export function outcomeReport(basis: ReportBasis, outcome: Outcome): Report {
  const { transcript, edits, changed, clears, deferral } = outcome;
  const blank = blankReport(basis, outcome.wire.key);
  const masked = sumOf(edits, "mask");
  const clipped = sumOf(edits, "clip");
  const thinking = sumOf(edits, "remove");
  const shortened = sumOf(edits.filter(isNotPointed), "shorten");
  const deduped = sumOf(edits.filter(isPointed), "shorten");
  const args = sumOf(edits, "trim");
  const tools = definitionChars(outcome.definitions);
  const headers = changed ? neededHeaders(outcome.wire, clears !== undefined, deferral !== undefined) : undefined;
  const removed = {
    chars: tools + masked.chars + clipped.chars + shortened.chars + deduped.chars + thinking.chars + args.chars,
    media: mediaIn(edits),
    sealed: sealedIn(edits, outcome),
  };
  return {
    ...blank,
    fits: outcome.fits,
    cache: { ...blank.cache, ...outcome.cache, ...extrasOf(basis, outcome) },
    ...(outcome.model === undefined ? {} : { model: outcome.model }),
    ...(outcome.isDelta ? { delta: true } : {}),
    changed,
    ...(changed && isEdited(outcome) ? { reductionStage: "masking" } : {}),
    ...(outcome.repairs === undefined ? {} : { repairedSurrogates: countHalves(outcome.repairs) }),
    ...(outcome.sizeBefore === undefined ? {} : textSizes(outcome.sizeBefore, removed, outcome.wire.mediumTokens)),
    messageCount: transcript.messageCount,
    toolTurnCount: transcript.toolTurnCount,
    toolResultCount: transcript.results.length,
    maskedCount: masked.count,
    maskedChars: masked.chars,
    clippedCount: clipped.count,
    clippedChars: clipped.chars,
    ...(shortened.count === 0 ? {} : { shortenedCount: shortened.count, shortenedChars: shortened.chars }),
    ...(deduped.count === 0 ? {} : { dedupedCount: deduped.count, dedupedChars: deduped.chars }),
    ...(outcome.references.length === 0 ? {} : { references: outcome.references }),
    ...(headers === undefined ? {} : { headers }),
    ...(thinking.count === 0 ? {} : { thinkingRemoved: thinking.count, thinkingRemovedChars: thinking.chars }),
    ...(args.count === 0 ? {} : { shortenedArgsCount: args.count, shortenedArgsChars: args.chars }),
    ...(outcome.definitions.length === 0
      ? {}
      : { shortenedToolsCount: outcome.definitions.length, shortenedToolsChars: tools }),
    ...(deferral === undefined ? {} : { deferredToolsCount: deferral.paths.length }),
    ...(outcome.isImitated === true ? { argsImitated: true as const } : {}),
    decisions: (outcome.explain ? outcome.plans : edits).map(toDecision),
  };
}

/** Whether anything but a half of a surrogate pair is edited. */
const isEdited = ({ clears, deferral, edits, anchors, definitions }: Outcome): boolean =>
  clears !== undefined || deferral !== undefined || edits.length + anchors.edits.length + definitions.length > 0;

const definitionChars = (plans: readonly DefinitionPlan[]): number =>
  plans.flat().reduce((sum, { chars }) => sum + chars, 0);

/** What a report's cache has beside the replay. */
function extrasOf({ policy }: ReportBasis, outcome: Outcome): Partial<CacheReport> {
  const { wire, request, clearing, mayDrop } = outcome;
  const rule = ruleOf(outcome, policy.settings, () => readMarkers(wire, request).any);
  return {
    ...(rule === undefined ? {} : { rule }),
    ...(mayDrop ? { thinkingNet: { headers: wire.dropHeaders ?? {} } } : {}),
    ...(clearing === undefined ? {} : { clearing }),
  };
}

/** Images and documents that edits replace. */
function mediaIn(edits: readonly ResultPlan[]): number {
  return edits.reduce(
    (count, { action, result }) => count + (action === "mask" ? mediaOf(result.content).length : 0),
    0,
  );
}

/** Chars of the signatures and encrypted texts of removed thinking. */
function sealedIn(edits: readonly ResultPlan[], { wire, list, sizeBefore }: Outcome): number {
  if (sizeBefore === undefined || sizeBefore.sealed === 0) return 0;
  return edits.reduce((chars, { action, result: { messageIndex, blockIndex } }) => {
    const message = action === "remove" ? list[messageIndex] : undefined;
    const blocks = isRecord(message) ? message[wire.blocks.key] : undefined;
    const block: unknown = Array.isArray(blocks) ? blocks[blockIndex] : undefined;
    return isRecord(block) ? chars + sealedCharsOf(block) : chars;
  }, 0);
}

const isPointed = ({ reason }: ResultPlan): boolean => reason === "dedupe";
const isNotPointed = (plan: ResultPlan): boolean => !isPointed(plan);

function countHalves(places: readonly HalvesPlace[]): number {
  return places.reduce((count, { halves }) => count + halves.length, 0);
}

function sumOf(edits: readonly ResultPlan[], action: ResultPlan["action"]): { count: number; chars: number } {
  let count = 0;
  let chars = 0;
  for (const edit of edits) {
    if (edit.action !== action) continue;
    count++;
    chars += edit.charsBefore - edit.charsAfter;
  }
  return { count, chars };
}

function toDecision({ result, action, reason, charsBefore, charsAfter }: ResultPlan): Decision {
  const { messageIndex, blockIndex, toolName, callId, content } = result;
  const kind = content.kind === "loose" ? ({ isMedia: true } as const) : {};
  return { messageIndex, blockIndex, toolName, callId, ...kind, action, reason, charsBefore, charsAfter };
}

// The lossless phase: what a reader or a machine can get back from what is left.
//
//   smaller forms (terminal, JSON, paths, repeats, padding)  ▶  consolidation  ▶  deduplication
//
// Consolidation comes first, because what it keeps whole must not become a pointer.

import type {
  Consolidation,
  Deduplication,
  LosslessBackend,
  LosslessChange,
  LosslessText,
} from "../../contract/lossless.js";
import { loadLossless } from "../../load/lossless.js";
import type { Slot } from "../lossy/classification/block.js";
import { placeOf, type TypedConversation } from "../lossy/classification/classify.js";
import type { ConversationState } from "../lossy/classification/render.js";
import { CONSOLIDATION_RULES, type ConsolidationRule, groupResults } from "./consolidation/rules.js";
import type { ContentReference } from "./references/content-reference.js";
import { hasFailed, type ResultText, resultTexts } from "./result-text.js";

/** A result that was written in a smaller form. */
export interface SmallerForm {
  slot: Slot;
  /** The text as it came. */
  original: string;
  /** The text as it was written. */
  form: string;
}

export interface LosslessOutcome {
  state: ConversationState;
  /** In document order of their pointers. */
  references: ContentReference[];
  /** By slot with pointers: the slots that these lead to. */
  sources: Map<number, number[]>;
  /** By slot: the text without pointers. */
  whole: readonly string[];
  /** Results that were written in a smaller form. */
  forms: readonly SmallerForm[];
  /** Results with a smaller form, and those that became or have pointers. */
  counts: { shortened: number; consolidations: number; deduplications: number };
}

/** How the phase is run. */
export interface LosslessSettings {
  /** Whether a text must stay as it is. */
  isPinned(slot: Slot): boolean;
  /** @default the rules for the tools of common agents */
  rules?: readonly ConsolidationRule[] | undefined;
  /** @default the core of this process */
  backend?: LosslessBackend | undefined;
}

/** Runs the phase. Linear. */
export function losslessPhase(
  conversation: TypedConversation,
  before: ConversationState,
  { isPinned, rules = CONSOLIDATION_RULES, backend = loadLossless() }: LosslessSettings,
): LosslessOutcome {
  const results = resultTexts(conversation);
  const { labels, of } = groupResults(results, rules);
  const newest = conversation.conversation.roles.lastIndexOf("assistant");
  const isRead = ({ slot }: ResultText) => slot.block.messageIndex < newest;
  // What is read again is written as what it repeats, so that it can point there.
  const paths = new Set(results.filter(isRead).map(({ path }) => path));
  const given = results.map((result, index): LosslessText => {
    const { contained, similar } = of[index] ?? {};
    const isSeen = isRead(result) || (result.path !== undefined && paths.has(result.path));
    return losslessText(result, before, { isFixed: isPinned(result.slot), isSeen, contained, similar });
  });
  const changes = backend(given, labels);
  const { shortened, consolidations, deduplications } = changes;
  const texts = [...before.texts];
  put(texts, results, shortened);
  const whole = [...texts];
  put(texts, results, consolidations);
  put(texts, results, deduplications);
  return {
    state: { ...before, texts },
    references: referencesOf(results, consolidations, deduplications),
    sources: sourcesOf(results, consolidations, deduplications),
    whole,
    forms: shortened.flatMap(({ result, text }): SmallerForm[] => {
      const { slot } = results[result] ?? {};
      return slot === undefined ? [] : [{ slot, original: before.texts[slot.index] ?? slot.text, form: text }];
    }),
    counts: {
      shortened: shortened.length,
      consolidations: consolidations.length,
      deduplications: deduplications.length,
    },
  };
}

function losslessText(
  result: ResultText,
  { texts }: ConversationState,
  { isFixed, isSeen, contained, similar }: Pick<LosslessText, "isFixed" | "isSeen" | "contained" | "similar">,
): LosslessText {
  const { slot, shown, path, failed, isWhole } = result;
  const { messageIndex, call } = slot.block;
  const text = texts[slot.index] ?? "";
  // A text that was changed before is judged by what came.
  const isErrorByLines = failed === "lines" && text === slot.text;
  return {
    text,
    messageIndex,
    callId: call?.callId,
    toolName: call?.toolName,
    path,
    isFile: shown.isFileText,
    isFixed,
    isError: !isErrorByLines && hasFailed(result),
    isErrorByLines,
    isSeen,
    isWhole,
    contained,
    similar,
  };
}

function put(texts: string[], results: readonly ResultText[], changes: readonly LosslessChange[]): void {
  for (const { result, text } of changes) {
    const { slot } = results[result] ?? {};
    if (slot !== undefined) texts[slot.index] = text;
  }
}

/** In document order of their pointers. */
function referencesOf(
  results: readonly ResultText[],
  consolidations: readonly Consolidation[],
  deduplications: readonly Deduplication[],
): ContentReference[] {
  const place = (index: number) => {
    const { slot } = results[index] ?? {};
    return slot === undefined ? "" : placeOf(slot);
  };
  const merged = consolidations.map(({ result, source, hash, consolidated }): [number, ContentReference[]] => {
    const { slot, tool } = results[source] ?? {};
    const origin = {
      type: "tool_result" as const,
      originalIndex: slot?.block.messageIndex ?? 0,
      hash,
      operation: tool ?? "",
    };
    return [result, [{ ...origin, place: place(result), source: place(source), consolidated }]];
  });
  const repeated = deduplications.map(({ result, repeats }): [number, ContentReference[]] => {
    const references = repeats.map(({ source, ...repeat }): ContentReference => {
      const { slot, path } = results[source] ?? {};
      const name = slot?.block.call?.toolName;
      return {
        ...{ ...repeat, originalIndex: slot?.block.messageIndex ?? 0 },
        ...(path === undefined ? {} : { path }),
        ...(name === undefined ? {} : { operation: name }),
        ...{ place: place(result), source: place(source) },
      };
    });
    return [result, references];
  });
  return [...merged, ...repeated].sort(([one], [other]) => one - other).flatMap(([, list]) => list);
}

/** By slot with pointers: the slots that these lead to. */
function sourcesOf(
  results: readonly ResultText[],
  consolidations: readonly Consolidation[],
  deduplications: readonly Deduplication[],
): Map<number, number[]> {
  const slotOf = (index: number) => results[index]?.slot.index ?? -1;
  const sources = new Map<number, number[]>();
  for (const { result, source } of consolidations) sources.set(slotOf(result), [slotOf(source)]);
  for (const { result, repeats } of deduplications) {
    sources.set(
      slotOf(result),
      repeats.map(({ source }) => slotOf(source)),
    );
  }
  return sources;
}

// The lossless phase: what a reader or a machine can get back from what is left.
//
//   smaller forms (terminal, JSON, paths, repeats, padding)  ▶  consolidation  ▶  deduplication
//
// Consolidation comes first, because what it keeps whole must not become a pointer.

import { shortenText } from "../../arrival/chain.js";
import { shownByCall, showsFileText } from "../../arrival/file-tools.js";
import { LOSSLESS_ARRIVAL } from "../../arrival/settings.js";
import type { Slot, TypedConversation } from "../lossy/classification/classify.js";
import type { ConversationState } from "../lossy/classification/render.js";
import { consolidate } from "./consolidation/consolidate.js";
import type { ConsolidationRule } from "./consolidation/rules.js";
import { deduplicate } from "./deduplication/deduplicate.js";
import type { ContentReference } from "./references/content-reference.js";
import { type ResultText, resultTexts } from "./result-text.js";

/** What the lossless phase did. */
export interface LosslessOutcome {
  state: ConversationState;
  /** In document order of their pointers. */
  references: ContentReference[];
  /** By slot with pointers: the slots that these lead to. */
  sources: Map<number, number[]>;
  /** By slot: the text without pointers. */
  whole: readonly string[];
  /** Results with a smaller form, and those that became or have pointers. */
  counts: { shortened: number; consolidations: number; deduplications: number };
}

/** How the phase is run. */
export interface LosslessSettings {
  /** Whether a text must stay as it is. */
  isPinned(slot: Slot): boolean;
  /** @default the rules for the tools of common agents */
  rules?: readonly ConsolidationRule[] | undefined;
}

/** Runs the phase. Linear. */
export function losslessPhase(
  conversation: TypedConversation,
  before: ConversationState,
  { isPinned, rules }: LosslessSettings,
): LosslessOutcome {
  const results = resultTexts(conversation);
  const texts = [...before.texts];
  const isFixed = ({ slot }: ResultText) => isPinned(slot);
  let shortened = 0;
  for (const result of results) {
    const smaller = isFixed(result) ? undefined : smallerForm(result, texts[result.slot.index] ?? "");
    if (smaller === undefined) continue;
    texts[result.slot.index] = smaller;
    shortened++;
  }
  const whole = [...texts];
  const sources = new Map<number, number[]>();
  const references: [slot: number, references: readonly ContentReference[]][] = [];
  const consolidations = consolidate(results, texts, isFixed, rules);
  const settled = new Set<ResultText>();
  for (const { result, text, reference, source } of consolidations) {
    texts[result.slot.index] = text;
    sources.set(result.slot.index, [source.slot.index]);
    references.push([result.slot.index, [reference]]);
    settled.add(result).add(source);
  }
  const deduplications = deduplicate(results, texts, (result) => isFixed(result) || settled.has(result));
  for (const one of deduplications) {
    const { index } = one.result.slot;
    texts[index] = one.text;
    sources.set(
      index,
      one.sources.map(({ slot }) => slot.index),
    );
    references.push([index, one.references]);
  }
  return {
    state: { ...before, texts },
    references: references.sort(([one], [other]) => one - other).flatMap(([, list]) => list),
    sources,
    whole,
    counts: { shortened, consolidations: consolidations.length, deduplications: deduplications.length },
  };
}

function smallerForm({ tool, args }: ResultText, text: string): string | undefined {
  const isFile = showsFileText(shownByCall(tool, args));
  return shortenText(text, { isFile, mayLose: () => false }, LOSSLESS_ARRIVAL)?.text;
}

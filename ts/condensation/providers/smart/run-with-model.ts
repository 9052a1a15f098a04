// The smart provider's phases with a model: it is asked only for what extracts leave above the target, once a phase at most.

import type { TypedConversation } from "../../lossy/classification/classify.js";
import { type Answer, type AskOptions, askStored } from "../../model/ask-stored.js";
import type { CondensationNote, PhaseName } from "../base/result.js";
import { REWRITE_PROMPT, rewritingOf, rewrittenTexts } from "./rewrite.js";
import { runSmart, type SmartInput, type SmartOutcome } from "./run.js";

/** A condensed conversation, and what the model did for it. */
export interface ModelOutcome {
  outcome: SmartOutcome;
  /** By phase: the model's answer. */
  answers: ReadonlyMap<PhaseName, Answer>;
  notes: CondensationNote[];
}

/**
 * Condenses with extracts, and where `isEnough` says that this does not do, with the model's texts, phase by phase until it
 * does.
 *
 * @param ask Undefined: with extracts alone.
 * @throws `AbortError` once the signal is aborted.
 */
export async function runWithModel(
  typed: TypedConversation,
  input: SmartInput,
  ask: AskOptions | undefined,
  isEnough: (outcome: SmartOutcome) => Promise<boolean> | boolean,
): Promise<ModelOutcome> {
  let outcome = runSmart(typed, input);
  const answers = new Map<PhaseName, Answer>();
  const notes: CondensationNote[] = [];
  if (ask === undefined) return { outcome, answers, notes };
  const written = new Map<number, string>();
  const startedAt = performance.now();
  let { maxModelCalls, maxCost } = ask.settings;
  for (const [phase, slots] of outcome.open) {
    if (await isEnough(outcome)) break;
    const rewriting = rewritingOf(typed, slots);
    if (rewriting === undefined) continue;
    const { content } = rewriting;
    const question = { kind: ["smart", 1] as const, system: REWRITE_PROMPT, content, answerChars: content.length / 3 };
    // Something of the provider's own time is left for the rest.
    const timeoutMs = Math.max(1, Math.floor((ask.settings.timeoutMs - (performance.now() - startedAt)) * 0.8));
    const answer = await askStored(question, { ...ask, settings: { timeoutMs, maxModelCalls, maxCost } });
    answers.set(phase, answer);
    notes.push(...answer.notes);
    maxModelCalls -= answer.calls;
    if (maxCost !== undefined) maxCost -= answer.cost ?? maxCost;
    // A model that hangs or refuses would do so once for each phase.
    if (answer.from === "failed" || answer.from === "refused" || answer.text === ask.instead) break;
    for (const [slot, text] of rewrittenTexts(rewriting, answer.text)) written.set(slot, text);
    outcome = runSmart(typed, { ...input, written });
  }
  return { outcome, answers, notes };
}

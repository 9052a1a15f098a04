// Adds digests to the placeholders of masked results: what each was about, as far as the model has it from nowhere else.
// The native twin is `crates/core/src/plan/digests`.
//
//   said before the result                    left out: the system prompt, the user, the assistant, arguments of calls
//   named by a digest before it               left out, if that digest is there whenever this one is
//   other results, and all that comes later   not looked at, so that later requests repeat a digest byte for byte

import { digestWords, noteWords } from "../digest/digest.js";
import { READ_ANEW, type WordSource } from "../digest/known-words.js";
import { SCALE } from "../wires/cache-facts.js";
import { readSteps } from "../wires/steps.js";
import { charsOf, type ResultPlan, type ToolResult, textsOf } from "../wires/transcript.js";
import { planReadiness } from "./candidates.js";
import type { CompiledPolicy, ToolSettings } from "./compile-policy.js";
import { mentionsIn, OPENING_CHARS, withMentions } from "./mentions.js";
import type { PlainPlan } from "./plain-plan.js";
import { planPlaceholder, takesPlaceholder } from "./plan-results.js";
import { SaidTexts, SaidWords } from "./said-words.js";

/** Candidates of each rank that are remembered; no digest has room for more. */
const MAX_WORDS = 1_000;

/**
 * The plans of a request, with digests in the placeholders. Linear in its text.
 *
 * @param texts What was said in this conversation, if that is known. @default it is read
 */
export function withDigests(
  plain: PlainPlan,
  policy: CompiledPolicy,
  source: WordSource = READ_ANEW,
  texts?: SaidTexts,
): readonly ResultPlan[] {
  if (policy.digest === undefined) return plain.plans;
  const { wire, request, list, transcript, plans } = plain;
  const readyMessages = readyMessagesOf(plain, policy);
  const said = new SaidWords(texts ?? new SaidTexts(wire, { request, list }, transcript.results, source));
  const named = new NamedWords();
  const settingsOf = policy.toolResolver();
  return plans.map((plan) => {
    const ready = readyMessages.get(plan.result);
    if (ready === undefined) return plan;
    if (plan.reason === "placeholder") {
      for (const text of textsOf(plan.result.content)) named.add(mentionsIn(text), ready);
      return plan;
    }
    said.advanceTo(plan.result);
    const isKnown = (word: string) => said.has(word) || named.isThereBy(word, ready);
    let words = "";
    const settings = settingsOf(plan.result.toolName);
    const digested = planPlaceholder(plan.result, settings, policy, (placeholder, form, handleChars) => {
      const room = roomOf(placeholder.length + handleChars, plan.result, settings, policy);
      const ranked = () => source.ranked(textsOf(plan.result.content).join("\n"));
      words = room > 0 ? digestWords(ranked(), isKnown, MAX_WORDS, room) : "";
      return words === "" ? placeholder : withMentions(placeholder, form, words);
    });
    if (digested === undefined) return plan;
    named.add(words, ready);
    return { ...digested, reason: plan.reason };
  });
}

/** Words of digests, each with the first message from which on a digest with it is ready. */
class NamedWords {
  readonly #ready = new Map<string, number>();

  add(words: string, ready: number): void {
    const found = new Set<string>();
    noteWords(words, found);
    for (const word of found) this.#ready.set(word, Math.min(ready, this.#ready.get(word) ?? ready));
  }

  /** Whether a digest with the word is ready whenever one that is ready at `message` is. */
  isThereBy(word: string, message: number): boolean {
    return (this.#ready.get(word) ?? Number.POSITIVE_INFINITY) <= message;
  }
}

/** When each placeholder is ready: those that are planned, and those that came. */
function readyMessagesOf(plain: PlainPlan, policy: CompiledPolicy): ReadonlyMap<ToolResult, number> {
  const plans = plain.plans.map((plan) => (plan.reason === "placeholder" ? { ...plan, replacement: "" } : plan));
  const ready = planReadiness({ ...plain, plans }, readSteps(plain.wire, plain.list), policy);
  return new Map(
    ready.flatMap(({ plan: { result, reason }, readyMessage }) => {
      const has = ((reason === "window" || reason === "early") && takesDigest(result)) || reason === "placeholder";
      return has ? [[result, readyMessage] as const] : [];
    }),
  );
}

const takesDigest = ({ content }: ToolResult): boolean => content.kind !== "loose" && takesPlaceholder(content);

/** Most chars of a digest in a placeholder that has `chars` without one. Where the head is shown, there is none. */
function roomOf(
  chars: number,
  { content }: ToolResult,
  { maxObservationChars }: ToolSettings,
  { digest: limits }: CompiledPolicy,
): number {
  if (limits === undefined || maxObservationChars !== null) return 0;
  const whole = charsOf(content);
  const rest = whole - 1 - chars - OPENING_CHARS;
  return Math.min(limits.maxChars, Math.floor((whole * limits.ratio) / SCALE), rest);
}

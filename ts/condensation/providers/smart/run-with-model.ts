// The smart provider's phases with a model: it is asked only for what extracts leave above the target, once a phase at most.

import { throwIfAborted } from "../../../llm/abort.js";
import { errorText } from "../../error-text.js";
import type { TypedConversation } from "../../lossy/classification/classify.js";
import { type Answer, type AskOptions, askStored } from "../../model/ask-stored.js";
import type { CondensationNote, PhaseName } from "../base/result.js";
import { REWRITE_PROMPT, type Rewriting, rewritingOf, rewrittenTexts } from "./rewrite.js";
import { runSmart, type SmartInput, type SmartOutcome } from "./run.js";

/** An answer of the model for one phase. */
export interface PhaseAnswer extends Answer {
  /** By slot: the texts with its passages in them. */
  texts: ReadonlyMap<number, string>;
}

/** A condensed conversation, and what the model did for it. */
export interface ModelOutcome {
  outcome: SmartOutcome;
  answers: ReadonlyMap<PhaseName, PhaseAnswer>;
  notes: CondensationNote[];
}

interface Asking {
  phase: PhaseName;
  rewriting: Rewriting;
}

/**
 * Condenses with the model's texts where `isEnough` says that extracts alone do not do. Phases are asked for
 * together as far as the target is expected to need them, so that the caller waits for one answer and not for one a phase;
 * what is left is asked for after that.
 *
 * @param made By extracts alone.
 * @param ask Undefined: no model is asked.
 * @throws `AbortError` once the signal is aborted.
 */
export async function runWithModel(
  typed: TypedConversation,
  input: SmartInput,
  made: SmartOutcome,
  ask: AskOptions | undefined,
  isEnough: (outcome: SmartOutcome) => Promise<boolean> | boolean,
): Promise<ModelOutcome> {
  let outcome = made;
  const answers = new Map<PhaseName, PhaseAnswer>();
  const notes: CondensationNote[] = [];
  if (ask === undefined || (await isEnough(outcome))) return { outcome, answers, notes };
  const written = new Map<number, string>();
  const rounds = new Rounds(ask);
  const waiting = [...outcome.open].flatMap(([phase, slots]): Asking[] => {
    const rewriting = rewritingOf(typed, slots);
    return rewriting === undefined ? [] : [{ phase, rewriting }];
  });
  while (waiting.length > 0) {
    const round = waiting.splice(0, rounds.size(waiting, outcome.tokens - outcome.targetTokens));
    let found: Answer[];
    try {
      found = await rounds.ask(round);
    } catch (error) {
      throwIfAborted(ask.signal);
      // A handler that cannot say what model it has, for one.
      notes.push({ code: "model_failed", message: `the model could not be asked (${errorText(error)})` });
      break;
    }
    for (const [at, { phase, rewriting }] of round.entries()) {
      const answer = found[at];
      if (answer === undefined) continue;
      const texts = rewrittenTexts(rewriting, answer.text);
      answers.set(phase, { ...answer, texts });
      notes.push(...answer.notes);
      for (const [slot, text] of texts) written.set(slot, text);
    }
    if (written.size > 0) outcome = runSmart(typed, { ...input, written });
    // A model that hangs or refuses would do so once for each phase.
    if (found.some((answer) => isUseless(answer, ask)) || (await isEnough(outcome))) break;
  }
  return { outcome, answers, notes };
}

const isUseless = ({ from, text }: Answer, { instead }: AskOptions): boolean =>
  from === "failed" || from === "refused" || text === instead;

/** Asks for several phases at once, within the calls, the money and the time of all. */
class Rounds {
  readonly #ask: AskOptions;
  readonly #startedAt = performance.now();
  #calls: number;
  #cost: number | undefined;

  constructor(ask: AskOptions) {
    this.#ask = ask;
    this.#calls = ask.settings.maxModelCalls;
    this.#cost = ask.settings.maxCost;
  }

  /**
   * How many of the phases that wait are asked for now: as many as are expected to do. The calls that are left must not decide
   * it, because a process that has the answers in its store has more of them. Under `maxCost` what one has cost decides about
   * the next.
   */
  size(waiting: readonly Asking[], missingTokens: number): number {
    if (this.#cost !== undefined) return 1;
    let [size, missing] = [0, missingTokens];
    do missing -= waiting[size++]?.rewriting.expectedTokens ?? 0;
    while (missing > 0 && size < waiting.length);
    return size;
  }

  async ask(round: readonly Asking[]): Promise<Answer[]> {
    const { settings, ...rest } = this.#ask;
    // Something of the provider's own time is left for the rest.
    const timeoutMs = Math.max(1, Math.floor((settings.timeoutMs - (performance.now() - this.#startedAt)) * 0.8));
    const [calls, more] = [Math.floor(this.#calls / round.length), this.#calls % round.length];
    const answers = await Promise.all(
      round.map(({ rewriting: { content } }, at) => {
        const question = {
          kind: ["smart", 1] as const,
          system: REWRITE_PROMPT,
          content,
          answerChars: content.length / 3,
        };
        const own = { timeoutMs, maxModelCalls: calls + (at < more ? 1 : 0), maxCost: this.#cost };
        return askStored(question, { ...rest, settings: own });
      }),
    );
    for (const { calls: made, cost } of answers) {
      this.#calls -= made;
      if (this.#cost !== undefined) this.#cost -= cost ?? this.#cost;
    }
    return answers;
  }
}

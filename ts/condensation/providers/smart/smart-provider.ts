import { nowMillis } from "../../../base/clock.js";
import { packageVersion } from "../../../base/version.js";
import { throwIfAborted } from "../../../llm/abort.js";
import { openConversation } from "../../conversation/open.js";
import { TokenMeter } from "../../conversation/tokens.js";
import type { ConsolidationRule } from "../../lossless/consolidation/rules.js";
import { referencesOf } from "../../lossless/references/expand-conversation.js";
import { knownReferences, learnReferences } from "../../lossless/references/known.js";
import { classify, type TypedConversation } from "../../lossy/classification/classify.js";
import {
  type ImportanceParts,
  type ImportanceScore,
  type ImportanceWeights,
  scoreImportance,
} from "../../lossy/tree-scoring/score.js";
import { type AskOptions, summaryReport } from "../../model/ask-stored.js";
import { settingsOfCall } from "../../settings/resolve.js";
import { usedPins } from "../base/check-arguments.js";
import type { ConversationContext } from "../base/context.js";
import { estimateOf, makeResult, settingNotes } from "../base/make-result.js";
import type { MessageType } from "../base/message-type.js";
import type { CondensationOptions } from "../base/options.js";
import type { ContextCondensationProvider } from "../base/provider.js";
import type { CondensationNote, CondensationResult, PhaseReport, TokenEstimate } from "../base/result.js";
import { chooseHandler, meterNotes, meterOf } from "../native/handlers.js";
import { notesOf, phaseReports, preservedIn, typeTokens } from "./report.js";
import { runSmart, type SmartInput, type SmartOutcome } from "./run.js";
import { type ModelOutcome, type PhaseAnswer, runWithModel } from "./run-with-model.js";
import { type SmartProviderOptions, weightsOf } from "./smart-options.js";
import { truncateFailed } from "./truncate-failed.js";

/** The score of a block, for people. */
export interface BlockScore {
  /** 0-based index of its message. */
  messageIndex: number;
  /** The block's type. */
  type: MessageType;
  /** The sum of the parts. */
  score: number;
  /** What it is the sum of. */
  parts: ImportanceParts;
  /** Whether it is on the path to the newest block, which stays as it is. */
  isCritical: boolean;
}

/** Smart needs no model, so that it goes on. */
const NO_HANDLER: CondensationNote = {
  code: "handler_invalid",
  message: "no handler that was given is one; tokens are estimated, and extracts are used",
};

/** How often the target is tried again where a handler counts other tokens than decisions do. */
const MAX_ATTEMPTS = 3;

/**
 * Condenses in two steps. The lossless phase writes results shorter, merges those that say the same, and points from
 * repeats to their originals. Lossy phases follow until the target is reached: results of tools, arguments of calls,
 * thinking, messages of the assistant. Text of the user and the system, and pinned text, stays word for word. A model is
 * asked only where the caller has one and extracts do not reach the target: once a phase at most. Otherwise it gives the same messages for the same input. Linear, but for sorting. Source: requirements document 003,
 * FR-PA-003.
 */
export class SmartCondensationProvider implements ContextCondensationProvider {
  readonly name = "smart";
  readonly description = "Removes repeats first, then condenses by type of content; keeps what the user said.";
  readonly version = packageVersion();
  readonly #rules: readonly ConsolidationRule[] | undefined;
  readonly #weights: ImportanceWeights | undefined;
  readonly #explains: boolean;

  /**
   * @param options Default: the rules and weights of the package.
   * @throws TamisError `OPTION_INVALID` for weights that are none. Rules that fail take the lossless phase back, and no more.
   */
  constructor(options: SmartProviderOptions = {}) {
    this.#rules = options.consolidationRules;
    this.#weights = weightsOf(options.importance);
    this.#explains = options.explain === true;
  }

  supportsLossless(): boolean {
    return true;
  }

  supportsContentTypeAwareness(): boolean {
    return true;
  }

  supportsCustomPrompts(): boolean {
    return false;
  }

  async condense(context: ConversationContext, options: CondensationOptions = {}): Promise<CondensationResult> {
    const startedAt = nowMillis();
    throwIfAborted(options.signal);
    const { settings, issues } = settingsOfCall(context, options);
    const { typed, references: earlier } = knownReferences(openConversation(context), referencesOf(context));
    const before = typed.conversation;
    const meter = meterOf(options, settings);
    const startTokens = await meter.ofConversation(before);
    const [rules, weights] = [this.#rules, this.#weights];
    const input: SmartInput = { settings, pins: usedPins(options.pin), rules, weights, earlier };
    const targetTokens = (startTokens * (100 - settings.targetReductionPercent)) / 100;
    const { handler, isCustom, isInvalid, notes } = chooseHandler(options, settings);
    const ask = handler && { handler, settings, store: options.summaryStore, signal: options.signal };
    const { outcome: made, answers, notes: asked } = await reach(typed, input, meter, targetTokens, ask);
    const truncated = await truncateFailed(made, { targetTokens, pins: input.pins, meter });
    const outcome = await withoutGrowth(truncated, input, [meter, new TokenMeter(undefined)]);
    throwIfAborted(options.signal);
    const phases = withAnswers(await phaseReports(outcome.phases, meter), answers, outcome);
    const { calls, cost } = spentOn(answers);
    // Again, as a handler that failed since then counts no more.
    const originalTokens = await meter.ofConversation(before);
    const finalTokens = phases.at(-1)?.tokensAfter ?? originalTokens;
    const target = { percent: settings.targetReductionPercent, before: originalTokens, after: finalTokens };
    const known = [...settingNotes(issues), ...notes, ...(isInvalid ? [NO_HANDLER] : [])];
    const hasTypes = settings.enableContentTypeAwareness && outcome.droppedCount === 0;
    learnReferences(outcome.references);
    return makeResult({
      ...{ provider: this.name, before, startedAt, options, retry: () => this.condense(context, options) },
      after: outcome.conversation === before ? undefined : outcome.conversation,
      tokens: {
        before: originalTokens,
        postLossless: phases.find(({ kind }) => kind === "lossless")?.tokensAfter,
        after: finalTokens,
      },
      ...{ cost, modelCalls: calls, usedCustomApiHandler: isCustom && calls > 0 },
      ...{ phases, references: outcome.references, counts: outcome.counts },
      notes: [...known, ...asked, ...unusedNotes(answers, outcome), ...meterNotes(meter), ...notesOf(outcome, target)],
      report: {
        preserved: preservedBy(typed, outcome, input.pins),
        droppedCount: outcome.droppedCount,
        // Which texts went with dropped messages is not known.
        types: hasTypes ? await typeTokens(typed, outcome.state, meter) : [],
        ...(this.#explains ? { scores: scoreImportance(typed, weights).map(explained) } : {}),
      },
    });
  }

  async estimateReduction(context: ConversationContext): Promise<TokenEstimate> {
    return estimateOf(await this.condense(context));
  }
}

/** Condenses until the meter, too, finds that the target is reached, or nothing more can go; by a model only what is left. */
async function reach(
  typed: TypedConversation,
  input: SmartInput,
  meter: TokenMeter,
  target: number,
  ask: AskOptions | undefined,
): Promise<ModelOutcome> {
  let [wanted, outcome] = [input, runSmart(typed, input)];
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
    const tokens = await meter.ofConversation(outcome.conversation);
    if (tokens <= target) break;
    wanted = { ...input, targetTokens: Math.floor((outcome.tokens * target) / tokens) };
    const next = runSmart(typed, wanted);
    if (next.tokens >= outcome.tokens) break;
    outcome = next;
  }
  const isEnough = async ({ conversation }: SmartOutcome) => (await meter.ofConversation(conversation)) <= target;
  return runWithModel(typed, wanted, outcome, ask?.settings.maxModelCalls === 0 ? undefined : ask, isEnough);
}

/** What is kept word for word. Decisions may have gone with dropped messages, and markers of those are no user's. */
function preservedBy(typed: TypedConversation, outcome: SmartOutcome, pins: readonly string[]) {
  const preserved = preservedIn(typed, pins);
  if (outcome.droppedCount === 0) return preserved;
  return { ...preserved, decisions: preservedIn(classify(outcome.conversation), pins).decisions };
}

function spentOn(answers: ModelOutcome["answers"]): { calls: number; cost: number | undefined } {
  let [calls, cost]: [number, number | undefined] = [0, 0];
  for (const answer of answers.values()) {
    calls += answer.calls;
    cost = cost === undefined || answer.cost === undefined ? undefined : cost + answer.cost;
  }
  return { calls, cost };
}

/** Whether anything that a model wrote for a phase is in the conversation. */
const isUsed = ({ texts }: PhaseAnswer, { state }: SmartOutcome): boolean =>
  [...texts].some(([slot, text]) => state.texts[slot] === text);

function withAnswers(phases: PhaseReport[], answers: ModelOutcome["answers"], outcome: SmartOutcome): PhaseReport[] {
  return phases.map((phase) => {
    const answer = answers.get(phase.name);
    if (answer === undefined || !isUsed(answer, outcome)) return phase;
    return { ...phase, summary: summaryReport({ ...answer, by: "mixed", reused: answer.from === "store" }) };
  });
}

/** What was paid for and is not in the conversation. */
function unusedNotes(answers: ModelOutcome["answers"], outcome: SmartOutcome): CondensationNote[] {
  const unused = [...answers].filter(([, answer]) => answer.text !== "" && !isUsed(answer, outcome));
  return unused.map(([phase, { texts }]) => {
    const why = texts.size === 0 ? "no passage of it is shorter" : "the phase could take no more, or did not need it";
    return { code: "model_unused", message: `the model's text for the phase ${phase} was not used: ${why}` };
  });
}

const explained = ({ block, score, parts, isCritical }: ImportanceScore): BlockScore => ({
  ...{ messageIndex: block.messageIndex, type: block.type, score, parts, isCritical },
});

// Phases decide by a quick weight; a text that is smaller by this weight can be larger by another count.

/**
 * The outcome; or, where one of the meters finds the conversation larger than before, that of a run in which every phase is taken
 * back. Linear.
 */
async function withoutGrowth(
  outcome: SmartOutcome,
  input: SmartInput,
  meters: readonly TokenMeter[],
): Promise<SmartOutcome> {
  const { typed, conversation } = outcome;
  if (conversation === typed.conversation) return outcome;
  for (const [index, meter] of meters.entries()) {
    // One that estimates finds what another one that does found.
    if (meter.isEstimate && meters.findIndex(({ isEstimate }) => isEstimate) < index) continue;
    const [before, after] = [await meter.ofConversation(typed.conversation), await meter.ofConversation(conversation)];
    if (after <= before) continue;
    const message = `the conversation grew from ${before} to ${after} tokens`;
    return runSmart(typed, { ...input, validate: () => ({ check: "tokens", message }) });
  }
  return outcome;
}

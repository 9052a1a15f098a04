import { packageVersion } from "../../../base/version.js";
import { openConversation } from "../../conversation/open.js";
import { TokenMeter } from "../../conversation/tokens.js";
import type { ConsolidationRule } from "../../lossless/consolidation/rules.js";
import { classify, type TypedConversation } from "../../lossy/classification/classify.js";
import type { ImportanceParts, ImportanceScore, ImportanceWeights } from "../../lossy/tree-scoring/score.js";
import { settingsOfCall } from "../../settings/resolve.js";
import type { ConversationContext } from "../base/context.js";
import type { MessageType } from "../base/message-type.js";
import type { CondensationOptions } from "../base/options.js";
import type { ContextCondensationProvider } from "../base/provider.js";
import type { CondensationMetrics, CondensationReport, CondensationResult, TokenEstimate } from "../base/result.js";
import { decisionTokens } from "./measure.js";
import { notesOf, phaseReports, preservedIn, reportBasis, typeTokens } from "./report.js";
import { runSmart, type SmartInput, type SmartOutcome } from "./run.js";

/** What a smart provider may be made with. */
export interface SmartProviderOptions {
  /** Which results are consolidated, and how. @default CONSOLIDATION_RULES */
  consolidationRules?: readonly ConsolidationRule[] | undefined;
  /** How importance is scored. @default IMPORTANCE_WEIGHTS */
  importance?: ImportanceWeights | undefined;
  /** Whether reports have the score of every block. @default false */
  explain?: boolean | undefined;
}

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

/** How often the target is tried again where a handler counts other tokens than decisions do. */
const MAX_ATTEMPTS = 3;

/**
 * Condenses in two steps. The lossless phase writes results shorter, merges those that say the same, and points from
 * repeats to their originals. Lossy phases follow until the target is reached: results of tools, arguments of calls,
 * thinking, messages of the assistant. Text of the user and the system, and pinned text, stays word for word. Calls no
 * model, and gives the same messages for the same input. Linear, but for sorting. Source: requirements document 003,
 * FR-PA-003.
 */
export class SmartCondensationProvider implements ContextCondensationProvider {
  readonly name = "smart";
  readonly description = "Removes repeats first, then condenses by type of content; keeps what the user said.";
  readonly version = packageVersion();
  readonly #options: SmartProviderOptions;

  /** @param options Default: the rules and weights of the package. */
  constructor(options: SmartProviderOptions = {}) {
    this.#options = options;
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

  async condense(context: ConversationContext, options: CondensationOptions): Promise<CondensationResult> {
    const started = performance.now();
    options.signal?.throwIfAborted();
    const { settings } = settingsOfCall(context, options);
    const typed = classify(openConversation(context));
    const meter = new TokenMeter(options.apiHandler);
    const originalTokens = await meter.ofConversation(typed.conversation);
    const { consolidationRules: rules, importance: weights } = this.#options;
    const input: SmartInput = { settings, pins: options.pin ?? [], rules, weights };
    const targetTokens = (originalTokens * (100 - settings.targetReductionPercent)) / 100;
    const outcome = await reach(typed, input, meter, targetTokens);
    options.signal?.throwIfAborted();
    const phases = await phaseReports(outcome.phases, meter);
    const finalTokens = phases.at(-1)?.tokensAfter ?? originalTokens;
    const target = { percent: settings.targetReductionPercent, before: originalTokens, after: finalTokens };
    const changed = outcome.conversation !== typed.conversation;
    const report: CondensationReport = {
      ...reportBasis(typed),
      ...{ changed, phases, preserved: preservedIn(typed, input.pins) },
      types: settings.enableContentTypeAwareness ? await typeTokens(typed, outcome.state, meter) : [],
      notes: notesOf(outcome, target),
      isAutomaticTrigger: options.isAutomaticTrigger ?? false,
      ...(this.#options.explain === true ? { scores: outcome.scores.map(explained) } : {}),
    };
    const lossless = phases.find(({ kind }) => kind === "lossless");
    const metrics: CondensationMetrics = {
      ...{ originalTokens, finalTokens, ...outcome.counts, modelCalls: 0 },
      postLosslessTokens: lossless?.tokensAfter ?? originalTokens,
      references: outcome.references.length,
      durationMs: performance.now() - started,
    };
    return {
      messages: changed ? outcome.conversation.messages : context.messages,
      ...{ summary: "", cost: 0, newContextTokens: finalTokens, provider: this.name },
      ...{ references: outcome.references, metrics, report },
      retry: () => this.condense(context, options),
    };
  }

  async estimateReduction(context: ConversationContext): Promise<TokenEstimate> {
    const { metrics } = await this.condense(context, {});
    const { originalTokens, postLosslessTokens, finalTokens } = metrics;
    const reduced = originalTokens - finalTokens;
    return {
      tokensBefore: originalTokens,
      tokensAfter: finalTokens,
      reductionPercent: originalTokens === 0 ? 0 : (reduced / originalTokens) * 100,
      lossless: originalTokens - postLosslessTokens,
      lossy: postLosslessTokens - finalTokens,
    };
  }
}

/** Condenses until the meter, too, finds that the target is reached, or nothing more can go. */
async function reach(
  typed: TypedConversation,
  input: SmartInput,
  meter: TokenMeter,
  target: number,
): Promise<SmartOutcome> {
  let outcome = runSmart(typed, input);
  let left = decisionTokens(outcome.conversation);
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
    const tokens = await meter.ofConversation(outcome.conversation);
    if (tokens <= target) break;
    const next = runSmart(typed, { ...input, targetTokens: Math.floor((left * target) / tokens) });
    const nextLeft = decisionTokens(next.conversation);
    if (nextLeft >= left) break;
    [outcome, left] = [next, nextLeft];
  }
  return outcome;
}

const explained = ({ block, score, parts, isCritical }: ImportanceScore): BlockScore => ({
  ...{ messageIndex: block.messageIndex, type: block.type, score, parts, isCritical },
});

// One condensation of a replayed history: by the provider of the settings, else by native, else by truncation. Nothing but
// the history, the settings and the store's texts decides what comes of it.
import { nowMillis } from "../../base/clock.js";
import type { ApiHandler } from "../../llm/handler/api-handler.js";
import type { SummaryStore } from "../../pipeline/summary/store.js";
import type { Conversation } from "../conversation/open.js";
import { TokenMeter } from "../conversation/tokens.js";
import type { CondensationEvent } from "../events.js";
import { type ContentReference, isForm } from "../lossless/references/content-reference.js";
import { readReferences } from "../lossless/references/known.js";
import { promptOf } from "../providers/base/make-result.js";
import { condenseNative, type NativeInput } from "../providers/native/condense-native.js";
import { decisionTokens } from "../providers/smart/measure.js";
import { runSmart, type SmartOutcome } from "../providers/smart/run.js";
import { type ModelOutcome, runWithModel } from "../providers/smart/run-with-model.js";
import { truncateFailed } from "../providers/smart/truncate-failed.js";
import { CONDENSATION_LIMITS, type CondensationSettings } from "../settings/settings.js";
import { truncateConversation } from "../truncation/truncate.js";
import { validatePhase, WIRE_CHECKS } from "../validation/validate-phase.js";

/** How a history is condensed. */
export interface StepInput {
  settings: CondensationSettings;
  pins: readonly string[];
  /** References that the conversation has from earlier condensations. */
  earlier: readonly ContentReference[];
  /** Writes texts, which the store keeps; undefined where extracts alone are used. */
  model: { handler: ApiHandler; store: SummaryStore } | undefined;
}

/** What one condensation made of a history. */
export interface CondensedStep {
  conversation: Conversation;
  references: readonly ContentReference[];
  /** Its tokens, as decisions estimate them. */
  tokens: number;
  /** What the condensation tells of itself. */
  event: CondensationEvent;
}

type Made = Pick<CondensedStep, "conversation" | "references"> & { facts: Partial<CondensationEvent> };

/** Condenses a history; undefined where nothing can go. */
export async function condenseStep(conversation: Conversation, input: StepInput): Promise<CondensedStep | undefined> {
  const startedAt = nowMillis();
  const { provider: chosen } = input.settings;
  const originalTokens = decisionTokens(conversation);
  for (const provider of chainOf(input.settings)) {
    let made: Made | undefined;
    try {
      made = await MAKERS[provider](conversation, input, originalTokens);
      if (made === undefined) return undefined;
      checkStep(conversation, made.conversation, originalTokens, input.pins);
    } catch {
      continue;
    }
    const { conversation: after, references, facts } = made;
    const tokens = decisionTokens(after);
    return {
      ...{ conversation: after, references, tokens },
      event: {
        ...{ phases: [], postLosslessTokens: originalTokens, deduplications: 0, consolidations: 0 },
        ...{ provider, originalTokens, finalTokens: tokens, ...facts },
        references: references.filter((one) => !isForm(one)).length,
        ...(provider === chosen ? {} : { fallback: chosen }),
        durationMs: nowMillis() - startedAt,
      },
    };
  }
  return undefined;
}

type Way = "smart" | "native" | "truncation";

const chainOf = ({ provider }: CondensationSettings): Way[] =>
  provider === "smart" ? ["smart", "native", "truncation"] : ["native", "truncation"];

const MAKERS: Record<Way, (conversation: Conversation, input: StepInput, tokens: number) => Promise<Made | undefined>> =
  {
    async smart(conversation, { settings, pins, earlier, model }, tokens) {
      const { typed, references: known } = readReferences(conversation, earlier);
      const ask = model && { ...model, settings: CONDENSATION_LIMITS, signal: undefined, instead: NO_PASSAGES };
      const target = Math.floor((tokens * (100 - settings.targetReductionPercent)) / 100);
      const isEnough = (outcome: SmartOutcome) => decisionTokens(outcome.conversation) <= target;
      const smart = { settings, pins, earlier: known };
      const made = await runWithModel(typed, smart, runSmart(typed, smart), ask, isEnough);
      const meter = new TokenMeter(undefined);
      const outcome = await truncateFailed(made.outcome, { targetTokens: target, pins, meter });
      return outcome.conversation === typed.conversation ? undefined : smartMade({ ...made, outcome });
    },
    async native(conversation, { settings, pins, earlier, model }, tokens) {
      const input: NativeInput = {
        ...{ handler: model?.handler, store: model?.store, settings: CONDENSATION_LIMITS, pins, references: earlier },
        ...{ prompt: promptOf(settings), signal: undefined, keepsExtract: true },
      };
      const outcome = await condenseNative(conversation, input);
      if (!outcome.ok) {
        if (outcome.error !== "condense_failed") return undefined;
        throw new Error(outcome.message);
      }
      const { by, cost } = outcome.written;
      // An extract is short: what it would replace is shorter still.
      if (by === "extract" && decisionTokens(outcome.conversation) >= tokens) return undefined;
      return {
        ...{ conversation: outcome.conversation, references: outcome.references },
        facts: { phases: ["summary"], ...(cost === undefined ? {} : { costUsd: cost }) },
      };
    },
    async truncation(conversation, { settings, pins, earlier }, tokens) {
      const targetTokens = (tokens * (100 - settings.targetReductionPercent)) / 100;
      const meter = new TokenMeter(undefined);
      const options = { keepUserMessages: false, targetTokens, pins, meter, references: earlier };
      const { conversation: after, references, dropped } = await truncateConversation(conversation, options);
      return dropped === 0 ? undefined : { conversation: after, references, facts: { phases: ["truncation"] } };
    },
  };

/** Kept as the answer of a model that gave none. */
const NO_PASSAGES = "-";

function smartMade({ outcome: { conversation, references, phases, counts }, answers }: ModelOutcome): Made {
  const costs = [...answers.values()].map(({ cost }) => cost);
  const lossless = phases.find(({ kind }) => kind === "lossless");
  const rolledBack = phases.flatMap(({ name, rolledBack: why }) => (why === undefined ? [] : [name]));
  const facts: Partial<CondensationEvent> = {
    phases: phases.map(({ name }) => name),
    ...{ consolidations: counts.consolidations, deduplications: counts.deduplications },
    ...(lossless === undefined ? {} : { postLosslessTokens: decisionTokens(lossless.after) }),
    ...(rolledBack.length === 0 ? {} : { rolledBack }),
    ...(costs.includes(undefined) ? {} : { costUsd: costs.reduce<number>((sum, cost = 0) => sum + cost, 0) }),
  };
  return { conversation, references, facts };
}

/** @throws Error with what is wrong: more tokens, or a rule of the wire that is newly broken. */
function checkStep(before: Conversation, after: Conversation, tokens: number, pins: readonly string[]): void {
  const change = {
    ...{ before: { conversation: before, tokens }, references: [], pins },
    after: { conversation: after, tokens: decisionTokens(after) },
  };
  const problem = validatePhase(change, WIRE_CHECKS);
  if (problem !== undefined) throw new Error(problem.message);
}

import { nowMillis } from "../../../base/clock.js";
import { packageVersion } from "../../../base/version.js";
import { throwIfAborted } from "../../../llm/abort.js";
import { openConversation } from "../../conversation/open.js";
import { referencesOf } from "../../lossless/references/expand-conversation.js";
import { knownReferences } from "../../lossless/references/known.js";
import { summaryReport } from "../../model/ask-stored.js";
import { settingsOfCall } from "../../settings/resolve.js";
import { usedPins } from "../base/check-arguments.js";
import type { ConversationContext } from "../base/context.js";
import { estimateOf, makeResult, promptOf, settingNotes } from "../base/make-result.js";
import type { CondensationOptions } from "../base/options.js";
import type { ContextCondensationProvider } from "../base/provider.js";
import type { CondensationNote, CondensationResult, PhaseReport, TokenEstimate } from "../base/result.js";
import { condenseNative, errorMessage, type NativeOutcome } from "./condense-native.js";
import { chooseHandler, meterNotes, meterOf } from "./handlers.js";

/**
 * Summarises everything but the first and the newest three messages as one message: the default. Old messages of the user
 * become part of the summary; `report.userMessagesSummarised` counts them.
 */
export class NativeCondensationProvider implements ContextCondensationProvider {
  readonly name = "native";
  readonly description = "Summarises all but the first and the newest three messages as one message.";
  readonly version = packageVersion();

  /** Always false. */
  supportsLossless(): boolean {
    return false;
  }

  /** Always false. */
  supportsContentTypeAwareness(): boolean {
    return false;
  }

  /** Always true. */
  supportsCustomPrompts(): boolean {
    return true;
  }

  /** Summarises a conversation; by a labelled extract if there is no handler. */
  async condense(context: ConversationContext, options: CondensationOptions = {}): Promise<CondensationResult> {
    const startedAt = nowMillis();
    throwIfAborted(options.signal);
    const { settings, issues } = settingsOfCall(context, options);
    const conversation = openConversation(context);
    const { handler, isCustom, isInvalid, notes } = chooseHandler(options, settings);
    const meter = meterOf(options, settings);
    const counted = { before: await meter.ofConversation(conversation) };
    const parts = { provider: this.name, before: conversation, tokens: counted, startedAt, options };
    const retry = () => this.condense(context, options);
    const prompt = promptOf(settings);
    const shared = { ...parts, retry, usedCustomApiHandler: isCustom, usedCustomPrompt: prompt !== undefined };
    const known = () => [...settingNotes(issues), ...notes, ...meterNotes(meter)];
    if (isInvalid) {
      const code = "condense_handler_invalid";
      return makeResult({ ...shared, notes: known(), error: { code, message: errorMessage(code) } });
    }
    const outcome = await condenseNative(conversation, {
      ...{ handler, prompt, settings, pins: usedPins(options.pin) },
      references: knownReferences(conversation, referencesOf(context)).references,
      ...{ store: options.summaryStore, signal: options.signal },
    });
    const spent = { cost: costOf(outcome), modelCalls: outcome.written?.calls };
    if (!outcome.ok) {
      const error = { code: outcome.error, message: outcome.message };
      return makeResult({ ...shared, ...spent, notes: [...known(), ...notesOf(outcome)], error });
    }
    const after = await meter.ofConversation(outcome.conversation);
    // Again, as the handler may have counted the one and not the other.
    const before = await meter.ofConversation(conversation);
    const whole = { ...shared, ...spent, tokens: { before, after }, notes: [...known(), ...notesOf(outcome)] };
    if (after >= before) {
      const code = "condense_context_grew";
      const message = `${errorMessage(code)} (${before} before, ${after} after)`;
      return makeResult({ ...whole, tokens: { before }, error: { code, message } });
    }
    const { plan, written } = outcome;
    const phase = phaseOf(outcome, before, after, nowMillis() - startedAt);
    return makeResult({
      ...whole,
      ...{ after: outcome.conversation, summary: written.text, phases: [phase] },
      references: outcome.references,
      report: {
        preserved: { userMessages: keptUserMessages(outcome), decisions: 0, pinned: 0 },
        droppedCount: plan.dropped.size,
        userMessagesSummarised: plan.userMessages,
      },
    });
  }

  /** By the extract: a model's summary may be longer or shorter. */
  async estimateReduction(context: ConversationContext): Promise<TokenEstimate> {
    return estimateOf(await this.condense(context));
  }
}

const costOf = ({ written }: NativeOutcome): number | undefined => (written === undefined ? 0 : written.cost);

function notesOf(outcome: NativeOutcome): CondensationNote[] {
  const notes = outcome.written?.notes ?? [];
  const count = outcome.ok ? outcome.plan.userMessages : 0;
  if (count === 0) return notes;
  const what = count === 1 ? "1 message of the user is" : `${count} messages of the user are`;
  return [
    ...notes,
    { code: "user_messages_summarised", message: `${what} in the summary and no longer word for word` },
  ];
}

function keptUserMessages({ conversation }: Extract<NativeOutcome, { ok: true }>): number {
  return conversation.roles.filter((role) => role === "user").length;
}

function phaseOf(
  { written }: Extract<NativeOutcome, { ok: true }>,
  tokensBefore: number,
  tokensAfter: number,
  durationMs: number,
): PhaseReport {
  return { name: "summary", kind: "lossy", tokensBefore, tokensAfter, durationMs, summary: summaryReport(written) };
}

// One condensation with everything around a provider: its choice, time limit and check, and what follows a failure.
//
//   the chosen provider ─fails→ native ─fails→ truncation ─fails→ the conversation as it came, with the reason
//
// Messages are never changed in place, so that a failure at any point loses nothing.
import { AsyncLocalStorage } from "node:async_hooks";
import { isDeepStrictEqual } from "node:util";
import { nowMillis } from "../base/clock.js";
import { TamisError } from "../base/errors.js";
import { unknownNameMessage } from "../base/issues.js";
import { throwIfAborted } from "../llm/abort.js";
import { withDeadline } from "../llm/deadline.js";
import { cacheFor } from "../models/cache-mode.js";
import { dayAt } from "../models/day.js";
import { factsOf } from "../models/facts.js";
import { contextLimitOf } from "../pricing/prices.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { readMarkers } from "../wires/markers.js";
import { readSteps } from "../wires/steps.js";
import { type Conversation, openConversation, reopen } from "./conversation/open.js";
import { requestOf } from "./conversation/request.js";
import { errorText } from "./error-text.js";
import { emit } from "./events.js";
import { countingOnce, watchedHandlers } from "./lent-handlers.js";
import { referencesOf } from "./lossless/references/expand-conversation.js";
import { knownReferences } from "./lossless/references/known.js";
import { checkArguments, usedPins } from "./providers/base/check-arguments.js";
import { checkResult } from "./providers/base/check-result.js";
import { metricsOf } from "./providers/base/complete-result.js";
import type { ConversationContext } from "./providers/base/context.js";
import { lendCopy, lendItself } from "./providers/base/lend.js";
import { makeResult, promptOf } from "./providers/base/make-result.js";
import { missedTarget } from "./providers/base/missed-target.js";
import type { CondensationOptions } from "./providers/base/options.js";
import type {
  CondensationErrorCode,
  CondensationMetrics,
  CondensationNote,
  CondensationResult,
} from "./providers/base/result.js";
import { meterOf } from "./providers/native/handlers.js";
import { findProvider, isBuiltIn, providerNames } from "./providers/registry.js";
import { tokensByMessage } from "./providers/smart/measure.js";
import { settingsOfCall } from "./settings/resolve.js";
import type { CondensationLimits, CondensationSettings } from "./settings/settings.js";
import { truncateConversation } from "./truncation/truncate.js";

/** Whether a provider says that there is nothing to condense: nothing else would help then. */
const isNothingToDo = ({ error, metrics: { modelCalls } }: CondensationResult): boolean =>
  error !== undefined &&
  // An extract is short: what it would replace is shorter still.
  (NOTHING_TO_DO.has(error) || (error === "condense_context_grew" && modelCalls === 0));

const NOTHING_TO_DO: ReadonlySet<CondensationErrorCode> = new Set([
  "condense_not_enough_messages",
  "condensed_recently",
]);

/** Names of the providers that are running around a call, so that one that calls itself is found. */
const running = new AsyncLocalStorage<readonly string[]>();

/**
 * Condenses a conversation with the provider of the settings. Where that one fails, throws, hangs or returns something
 * invalid, the native one follows, then truncation, then the conversation as it came with `error`; `report.notes` says
 * what happened and why.
 *
 * @throws `AbortError` once the signal is aborted; TamisError `OPTION_INVALID` for messages that cannot be read.
 */
export async function condense(
  context: ConversationContext,
  options: CondensationOptions = {},
): Promise<CondensationResult> {
  checkArguments(context, options);
  const { settings } = settingsOfCall(context, options);
  const run = new CondensationRun(context, countingOnce(options), settings);
  const result = await run.run();
  return { ...result, retry: () => condense(context, options) };
}

/** What `condenseIfNeeded` did. */
export interface ConditionalResult {
  /** Whether a condensation was due. */
  needed: boolean;
  /** Tokens of the conversation as it came. */
  tokens: number;
  /** Tokens from which one is due; undefined where the context limit is unknown. */
  threshold: number | undefined;
  /** The condensation, if one was due. */
  result?: CondensationResult;
}

/**
 * Condenses a conversation once it has `autoCondenseContextPercent` of its context limit, unless `autoCondenseContext` is
 * false. The limit is `context.contextTokens`, else that of the model.
 *
 * @throws As {@link condense}.
 */
export async function condenseIfNeeded(
  context: ConversationContext,
  options: CondensationOptions = {},
): Promise<ConditionalResult> {
  checkArguments(context, options);
  throwIfAborted(options.signal);
  const { settings } = settingsOfCall(context, options);
  const limit = context.contextTokens ?? contextLimitOf(context.model);
  const once = countingOnce(options);
  const meter = meterOf(once, settings);
  const tokens = await meter.ofConversation(openConversation(context));
  const threshold = limit === undefined ? undefined : Math.floor((limit * settings.autoCondenseContextPercent) / 100);
  const needed = settings.autoCondenseContext && threshold !== undefined && tokens >= threshold;
  if (!needed) return { needed, tokens, threshold };
  return { needed, tokens, threshold, result: await condense(context, { ...once, isAutomaticTrigger: true }) };
}

class CondensationRun {
  /** What goes before the result's own notes. */
  readonly #notes: CondensationNote[] = [];
  readonly #failures: { name: string; reason: string }[] = [];
  /** The numbers of providers that failed: what they spent was spent. */
  readonly #spent: CondensationMetrics[] = [];
  readonly #startedAt = nowMillis();

  constructor(
    readonly context: ConversationContext,
    readonly options: CondensationOptions,
    readonly settings: CondensationSettings & CondensationLimits,
  ) {}

  async run(): Promise<CondensationResult> {
    // Messages that cannot be read are the caller's mistake, not a provider's failure.
    openConversation(this.context);
    const { provider } = this.settings;
    const first = await this.#try(provider);
    if (first.usable !== undefined) return this.#finish(first.usable);
    let [fellBackFrom, error] = [provider, first.error];
    if (provider !== "native") {
      const second = await this.#try("native");
      if (second.usable !== undefined) return this.#finish({ ...second.usable, fellBackFrom });
      error = second.error;
    }
    return this.#finish({ ...(await this.#truncate(error)), fellBackFrom });
  }

  /** A result that counts, or the error in its place. */
  async #try(name: string): Promise<{ usable?: CondensationResult; error: Failure }> {
    try {
      const result = await this.#call(name);
      if (result.error === undefined || isNothingToDo(result)) {
        return { usable: result, error: { code: "condense_failed", message: "" } };
      }
      const error = { code: result.error, message: result.errorMessage ?? result.error };
      // Of what failed, only what is wrong with the settings still holds.
      this.#notes.push(...result.report.notes.filter(({ code }) => code === "setting_invalid"));
      this.#failures.push({ name, reason: error.message });
      this.#spent.push(result.metrics);
      return { error };
    } catch (cause) {
      throwIfAborted(this.options.signal);
      const message = errorText(cause);
      this.#failures.push({ name, reason: message });
      return { error: { code: "condense_failed", message } };
    }
  }

  /** What failed, one after the other, and what took its place in the end. */
  #failureNotes({ error, report }: CondensationResult): CondensationNote[] {
    const isTruncated = report.phases.some(({ name }) => name === "truncation");
    const outcome = error !== undefined ? "nothing was changed" : isTruncated ? "old messages were dropped" : undefined;
    return this.#failures.map(({ name, reason }, index) => {
      const isNative = name === "native";
      const next = this.#failures[index + 1]?.name;
      const end = next === undefined ? (outcome ?? "native took its place") : `${next} was tried next`;
      return {
        code: isNative ? "native_failed" : "provider_failed",
        message: `${name} failed: ${reason}; ${end}`,
      };
    });
  }

  /** The note of a target that nothing but smart knows: one that was asked for, by the call or by choosing smart. */
  #missed({ error, metrics, report, provider }: CondensationResult): CondensationNote[] {
    const isAsked = this.options.targetReductionPercent !== undefined || this.settings.provider === "smart";
    if (!isAsked || error !== undefined || report.notes.some(({ code }) => code === "target_missed")) return [];
    const { originalTokens: before, finalTokens: after } = metrics;
    return missedTarget(
      { percent: this.settings.targetReductionPercent, before, after },
      provider === "native" ? "native has no target" : "nothing more could go",
    );
  }

  async #call(name: string): Promise<CondensationResult> {
    const provider = findProvider(name);
    if (provider === undefined) {
      throw new TamisError("OPTION_INVALID", unknownNameMessage("provider", name, providerNames()));
    }
    const around = running.getStore() ?? [];
    if (around.includes(name)) throw new Error("it calls itself");
    const { timeoutMs } = this.settings;
    let modelCalls = 0;
    // A plug-in gets its handlers as they are.
    const options = isBuiltIn(name) ? watchedHandlers(this.options, () => modelCalls++) : this.options;
    const { signal, pin, ...rest } = options;
    const pins = usedPins(pin);
    const { context } = this;
    const lent = isBuiltIn(name) ? lendItself(context) : lendCopy(context);
    const result = await withDeadline(
      (inner) =>
        running.run([...around, name], async () =>
          provider.condense(lent.context, { ...rest, pin: pins, signal: inner }),
        ),
      { timeoutMs, signal },
    ).catch(async (cause: unknown) => {
      // It has no account of its own: what was asked may have been paid, how much is not known.
      if (modelCalls > 0) this.#spent.push({ ...(await metricsOf({}, openConversation(context))), modelCalls });
      throw cause;
    });
    try {
      return await checkResult(result, { name, context, lent, pins, retry: () => condense(context, this.options) });
    } catch (cause) {
      if (isRecord(result)) this.#spent.push(await metricsOf(result, openConversation(context)));
      throw cause;
    }
  }

  async #truncate(error: Failure): Promise<CondensationResult> {
    const before = openConversation(this.context);
    const meter = meterOf(this.options, this.settings);
    const tokens = await meter.ofConversation(before);
    const shared = {
      ...{ provider: "truncation", before, startedAt: this.#startedAt, options: this.options },
      retry: () => condense(this.context, this.options),
      usedCustomPrompt: promptOf(this.settings) !== undefined,
    };
    const { targetReductionPercent } = this.settings;
    try {
      const startedAt = nowMillis();
      const targetTokens = (tokens * (100 - targetReductionPercent)) / 100;
      const truncated = await truncateConversation(before, {
        ...{ targetTokens, keepUserMessages: false, pins: usedPins(this.options.pin), meter },
        references: knownReferences(before, referencesOf(this.context)).references,
      });
      const after = await meter.ofConversation(truncated.conversation);
      if (truncated.dropped === 0 || after >= tokens)
        return makeResult({ ...shared, tokens: { before: tokens }, error });
      const phase = { name: "truncation", kind: "lossy", tokensBefore: tokens, tokensAfter: after } as const;
      return makeResult({
        ...{ ...shared, after: truncated.conversation, tokens: { before: tokens, after } },
        references: truncated.references,
        phases: [{ ...phase, durationMs: nowMillis() - startedAt }],
        report: {
          preserved: {
            userMessages: before.roles.filter((role) => role === "user").length - truncated.userMessages,
            decisions: 0,
            pinned: 0,
          },
          droppedCount: truncated.dropped,
        },
      });
    } catch (cause) {
      throwIfAborted(this.options.signal);
      this.#notes.push({
        code: "truncation_failed",
        message: `truncation failed: ${errorText(cause)}; nothing was changed`,
      });
      return makeResult({ ...shared, tokens: { before: tokens }, error });
    }
  }

  /** What the next request's price needs to know of the provider's cache. */
  #cachedTokens({ messages, metrics: { originalTokens } }: CondensationResult) {
    if (this.context.model === undefined) return {};
    const before = openConversation(this.context);
    const shares = cachedShares(before, reopen(before, messages as readonly JsonRecord[]));
    if (shares === undefined) return {};
    const tokens = (share: number) => Math.round(share * originalTokens);
    return { cachedTokens: tokens(shares.cached), unchangedTokens: tokens(shares.unchanged) };
  }

  #finish(result: CondensationResult): CondensationResult {
    const { report } = result;
    const durationMs = nowMillis() - this.#startedAt;
    const metrics = { ...withSpent(result.metrics, this.#spent), ...this.#cachedTokens(result), durationMs };
    const cost = this.#spent.reduce((sum, { costUsd = 0 }) => sum + costUsd, result.cost);
    const all = [...this.#notes, ...this.#failureNotes(result), ...report.notes, ...this.#missed(result)];
    const notes = all.filter(({ message }, index) => all.findIndex((one) => one.message === message) === index);
    const whole = { ...result, cost, metrics, report: { ...report, notes } };
    const { usedCustomPrompt, usedCustomApiHandler } = report;
    const taskId = this.context.taskId ?? "";
    const isAutomaticTrigger = this.options.isAutomaticTrigger === true;
    if (report.droppedCount > 0 && report.phases.some(({ name }) => name === "truncation"))
      emit("Sliding Window Truncation", { taskId });
    emit("Context Condensed", { taskId, isAutomaticTrigger, usedCustomPrompt, usedCustomApiHandler });
    const rolledBack = report.phases.flatMap((phase) => (phase.rolledBack === undefined ? [] : [phase.name]));
    const { modelCalls: _, cachedTokens: __, unchangedTokens: ___, ...numbers } = metrics;
    emit("condensation", {
      ...{ provider: result.provider, phases: report.phases.map(({ name }) => name), ...numbers },
      ...(rolledBack.length === 0 ? {} : { rolledBack }),
      ...(result.fellBackFrom === undefined ? {} : { fallback: result.fellBackFrom }),
    });
    return whole;
  }
}

/** The numbers with the calls of providers that failed before. */
function withSpent(metrics: CondensationMetrics, spent: readonly CondensationMetrics[]): CondensationMetrics {
  const calling = [metrics, ...spent].filter(({ modelCalls }) => modelCalls > 0);
  if (spent.every(({ modelCalls }) => modelCalls === 0)) return metrics;
  const { costUsd: _, ...numbers } = metrics;
  const modelCalls = calling.reduce((sum, one) => sum + one.modelCalls, 0);
  const isKnown = calling.every(({ costUsd }) => costUsd !== undefined);
  const costUsd = calling.reduce((sum, one) => sum + (one.costUsd ?? 0), 0);
  return { ...numbers, modelCalls, ...(isKnown ? { costUsd } : {}) };
}

interface Failure {
  code: CondensationErrorCode;
  message: string;
}

// What a conversation's provider has in its cache when a condensation is made, and how much of that the condensed request still finds.

/** Shares of a request's tokens, 0 to 1. */
interface CachedShares {
  /** Of the conversation as it came: what its provider has cached since the request before. */
  cached: number;
  /** Of the conversation as it came: its beginning that is the same afterwards. */
  unchanged: number;
}

/**
 * The shares, by the model's cache and the request's own markers: where a client has to mark what is cached and does not, nothing is.
 * Undefined for a conversation whose model is not known. Linear.
 */
function cachedShares(before: Conversation, after: Conversation): CachedShares | undefined {
  const { context, wire, messages } = before;
  const { model } = context;
  if (model === undefined) return undefined;
  const { around, ofMessages } = tokensByMessage(before);
  const upTo = (count: number) => ofMessages.slice(0, count).reduce((sum, tokens) => sum + tokens, around);
  const all = upTo(messages.length);
  if (all === 0) return undefined;
  const shareOf = (count: number) => upTo(count) / all;
  const { request, wire: sentAs } = requestOf(before);
  const { any } = readMarkers(wire, request);
  const cache = cacheFor(factsOf({ model, wire: sentAs, asOf: dayAt(Date.now()) }).row.cache, { isMarked: any });
  const differing = messages.findIndex((message, index) => !isDeepStrictEqual(message, after.messages[index]));
  const unchanged = shareOf(differing < 0 ? messages.length : differing);
  const earlier = readSteps(wire, messages).cuts.at(-2) ?? 0;
  const cached = (cache.marker === "needed" && !any) || earlier === 0 ? 0 : shareOf(earlier);
  return { cached: cached * all < cache.minimumTokens ? 0 : cached, unchanged };
}

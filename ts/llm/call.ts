import { check, checkKeys, isBudget, isFlag } from "../base/option-check.js";
import { sleep, throwIfAborted } from "./abort.js";
import { withDeadline } from "./deadline.js";
import { diagnose, type ModelFailure, ModelFailureError } from "./failure.js";
import { toAsk } from "./model.js";
import { flatText, type ModelPrompt } from "./model-prompt.js";
import type { SummaryModel } from "./model-types.js";
import { type Ask, type AskContext, type Reply, spentBefore } from "./reply.js";
import { addUsage, emptyUsage, type ModelUsage } from "./usage.js";

/** How to call a model. */
export interface CallOptions {
  /** Time limit for the whole call, including the second attempt, in milliseconds. @default 30000 */
  timeoutMs?: number | undefined;
  /** Stops the call with an `AbortError`. @default none */
  signal?: AbortSignal | undefined;
  /** Longest accepted text, in chars. A longer one is a failure. @default Infinity */
  maxOutputChars?: number | undefined;
  /** Ask for a stream. A function decides for itself. @default false */
  stream?: boolean | undefined;
  /** Most attempts: a second one follows a temporary failure. @default 2 */
  maxAttempts?: number | undefined;
  /** Wait before the second attempt if the provider names none, in milliseconds. @default 250 */
  retryDelayMs?: number | undefined;
}

/** A text, or the reason why there is none, and the usage of the call. */
export type ModelResult =
  | {
      /** True: there is a text. */
      ok: true;
      /** The model's answer. */
      text: string;
      /** What the calls used, failed attempts included. */
      usage: ModelUsage;
    }
  | {
      /** False: there is no text. */
      ok: false;
      /** Why there is none. */
      failure: ModelFailure;
      /** What the calls used. */
      usage: ModelUsage;
    };

/** The first attempt and one more. */
const MAX_ATTEMPTS = 2;

/** The longest delay that a timer supports, in milliseconds. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Sends one prompt to a model, a text or a system prompt with messages, and waits for its text. After a temporary failure (429, 408, 5xx, network) it tries once
 * more, if the wait that the provider demands fits into the time limit. A failure is data, not an exception.
 *
 * @throws TamisError `OPTION_INVALID`; `AbortError` once the signal is aborted.
 */
export async function callModel(
  model: SummaryModel,
  prompt: ModelPrompt,
  options: CallOptions = {},
): Promise<ModelResult> {
  const { signal, context, timeoutMs, retryDelayMs, maxAttempts } = resolveCallOptions(options);
  const ask = toAsk(model);
  const usage = emptyUsage();
  const deadline = performance.now() + timeoutMs;
  const retry = { deadline, retryDelayMs, maxAttempts };
  try {
    const run = (inner: AbortSignal) => askTwice(ask, prompt, { ...context, signal: inner }, retry, usage);
    const reply = await withDeadline(run, { timeoutMs, signal });
    if (reply.text.trim() === "") throw new ModelFailureError("empty", "the model gave no text");
    return { ok: true, text: reply.text, usage };
  } catch (error) {
    // Only the caller's signal aborts. An AbortError that a model throws is a failure.
    throwIfAborted(signal);
    return { ok: false, failure: diagnose(error).failure, usage };
  }
}

async function askTwice(
  ask: Ask,
  prompt: ModelPrompt,
  context: AskContext,
  retry: { deadline: number; retryDelayMs: number; maxAttempts: number },
  usage: ModelUsage,
): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    usage.calls++;
    usage.inputChars += flatText(prompt).length;
    try {
      const reply = await ask(prompt, context);
      record(reply, usage);
      return reply;
    } catch (error) {
      record({ text: "", ...spentBefore(error) }, usage);
      const { retryable, retryAfterMs = retry.retryDelayMs } = diagnose(error);
      const inTime = performance.now() + retryAfterMs < retry.deadline;
      if (attempt >= retry.maxAttempts || !retryable || !inTime || context.signal.aborted) throw error;
      await sleep(retryAfterMs, context.signal);
    }
  }
}

function record(reply: Reply, usage: ModelUsage): void {
  const { text, raw, usage: tokens } = reply;
  const own: ModelUsage = { ...emptyUsage(), outputChars: text.length, raw: raw === undefined ? [] : [raw], ...tokens };
  Object.assign(usage, addUsage(usage, own));
}

/** The keys of {@link CallOptions}. */
export const CALL_KEYS = ["timeoutMs", "signal", "maxOutputChars", "stream", "maxAttempts", "retryDelayMs"];

/**
 * Checks options and fills in the defaults.
 *
 * @throws TamisError `OPTION_INVALID`.
 */
export function resolveCallOptions(options: CallOptions) {
  checkKeys(options, CALL_KEYS);
  const isTimeout = (value: unknown) => typeof value === "number" && value > 0 && value <= MAX_TIMEOUT_MS;
  const isAttempts = (value: unknown) => value === 1 || value === MAX_ATTEMPTS;
  const isSignal = (value: unknown) => value === undefined || value instanceof AbortSignal;
  return {
    signal: check("signal", options.signal, isSignal, "an AbortSignal"),
    timeoutMs: check("timeoutMs", options.timeoutMs ?? 30_000, isTimeout, "more than 0 milliseconds"),
    maxAttempts: check("maxAttempts", options.maxAttempts ?? MAX_ATTEMPTS, isAttempts, "1 or 2"),
    retryDelayMs: check("retryDelayMs", options.retryDelayMs ?? 250, isBudget, "0 or more milliseconds"),
    context: {
      stream: check("stream", options.stream ?? false, isFlag, "true or false"),
      maxChars: check("maxOutputChars", options.maxOutputChars ?? Infinity, isBudget, "0 or more chars"),
    },
  };
}

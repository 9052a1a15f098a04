// Asks a model for a text, unless a store has it: within the calls and the money of the settings.

import { dollarText } from "../../base/dollars.js";
import type { SummaryReport } from "../../contract/pipeline-report.js";
import { throwIfAborted } from "../../llm/abort.js";
import { callModel } from "../../llm/call.js";
import { withDeadline } from "../../llm/deadline.js";
import type { ApiHandler } from "../../llm/handler/api-handler.js";
import type { SummaryStore } from "../../pipeline/summary/store.js";
import { priceTokens } from "../../pricing/prices.js";
import { errorText } from "../error-text.js";
import type { CondensationNote } from "../providers/base/result.js";
import type { CondensationLimits } from "../settings/settings.js";

export interface AskOptions {
  handler: ApiHandler;
  settings: CondensationLimits;
  store: SummaryStore | undefined;
  signal: AbortSignal | undefined;
  /**
   * Taken where the model gives no text, and kept: what was sent once must be found again.
   *
   * @default there is no text then
   */
  instead?: string | undefined;
}

export interface Question {
  /** Whose it is, and in which version: part of the store's key. */
  kind: readonly [name: string, version: number];
  system: string;
  content: string;
  /** Chars that an answer has, about, for its price. */
  answerChars: number;
}

/** A model's text, or why there is none. */
export interface Answer {
  /** `instead`, or empty, if there is none. */
  text: string;
  /** `refused`: the settings allow no call. */
  from: "store" | "model" | "refused" | "failed";
  calls: number;
  /** US dollars; undefined if unknown. */
  cost: number | undefined;
  inputTokens?: number;
  outputTokens?: number;
  notes: CondensationNote[];
}

/** How texts came about: what an account says of an answer. */
export function summaryReport(
  answer: Omit<Answer, "text" | "from" | "notes"> & { by: SummaryReport["by"]; reused: boolean },
): SummaryReport {
  const { by, reused, calls, cost, inputTokens, outputTokens } = answer;
  return {
    ...{ by, pieces: 1, reused: reused ? 1 : 0, calls },
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(cost === undefined ? {} : { cost }),
  };
}

/**
 * Asks the model, unless the store has the answer. Makes one call, and one more after a temporary failure.
 *
 * @throws `AbortError` once the signal is aborted.
 */
export async function askStored(question: Question, options: AskOptions): Promise<Answer> {
  const { handler, settings, store, signal, instead } = options;
  const { kind, system, content } = question;
  const prompt = { system, messages: [{ role: "user" as const, content }] };
  const notes: CondensationNote[] = [];
  const inTime = async <T>(run: () => PromiseLike<T> | T): Promise<T | undefined> => {
    try {
      return await withDeadline(async () => run(), { timeoutMs: settings.timeoutMs, signal });
    } catch (error) {
      throwIfAborted(signal);
      notes.push({ code: "store_failed", message: `the summary store failed (${errorText(error)}); it was not used` });
      return undefined;
    }
  };
  const key = store === undefined ? "" : keyOf([...kind, handler.getModel().id, prompt]);
  const find = async (): Promise<string | undefined> => {
    const found: unknown = store === undefined ? undefined : await inTime(() => store.get(key));
    return typeof found === "string" && found !== "" ? found : undefined;
  };
  // Another process may have been faster; then its text counts for both.
  const keep = async (text: string): Promise<string> => {
    const other = await find();
    if (other !== undefined) return other;
    if (store !== undefined) await inTime(() => store.put(key, text));
    return text;
  };
  const stored = await find();
  if (stored !== undefined) return { text: stored, from: "store", calls: 0, cost: 0, notes };
  const refusal = refusalOf(handler, system.length + content.length, question.answerChars, settings);
  if (refusal !== undefined) {
    notes.push({ code: "model_failed", message: refusal });
    return { text: instead === undefined ? "" : await keep(instead), from: "refused", calls: 0, cost: 0, notes };
  }
  const { timeoutMs, maxModelCalls } = settings;
  const result = await callModel(handler, prompt, { timeoutMs, signal, maxAttempts: Math.min(2, maxModelCalls) });
  const { calls, cost, inputTokens, outputTokens } = result.usage;
  const spent = {
    ...{ calls, cost, notes },
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
  if (result.ok) return { text: await keep(result.text.trim()), from: "model", ...spent };
  const { reason, message } = result.failure;
  notes.push({ code: "model_failed", message: `the model gave no text (${reason}: ${message})` });
  return { text: instead === undefined ? "" : await keep(instead), from: "failed", ...spent };
}

function keyOf(basis: readonly unknown[]): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(JSON.stringify(basis)).digest("hex");
}

/** Why the model must not be asked; undefined if it may. */
function refusalOf(
  handler: ApiHandler,
  chars: number,
  answerChars: number,
  { maxModelCalls, maxCost }: AskOptions["settings"],
): string | undefined {
  if (maxModelCalls <= 0) return "maxModelCalls allows no call of a model; an extract was used";
  if (maxCost === undefined) return undefined;
  const usage = { fresh: Math.ceil(chars / 4), output: answerChars };
  const estimate = priceTokens({ model: handler.getModel().id, usage })?.cost;
  if (estimate === undefined) return "no price is known for the model, and maxCost is set; an extract was used";
  if (estimate <= maxCost) return undefined;
  return `a call would cost about ${dollarText(estimate)}, and maxCost is ${dollarText(maxCost)}; an extract was used`;
}

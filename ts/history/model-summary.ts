import { TamisError } from "../base/errors.js";
import { checkKeys } from "../base/option-check.js";
import { toAsk } from "../llm/model.js";
import type { SummaryModel } from "../llm/model-types.js";
import type { SummarySource } from "../llm/split.js";
import { resolveSummarizeOptions, SUMMARIZE_KEYS, type SummarizeOptions, summarizeSource } from "../llm/summarize.js";
import { emptyUsage, type ModelUsage } from "../llm/usage.js";
import { type ChatMessage, isObservation } from "./chat-message.js";
import type { HistoryReducerOptions } from "./options.js";
import type { Reduction } from "./reduction.js";

/** Settings of the model calls. */
export type ModelSummaryOptions = Omit<SummarizeOptions, "maxChars" | "signal" | "previous">;

/** {@link HistoryReducerOptions} and settings of the model. */
export interface AsyncHistoryReducerOptions extends HistoryReducerOptions {
  /** Aborting it rejects the reduction with an `AbortError`. Nothing was changed then. @default none */
  signal?: AbortSignal | undefined;
  /** Time limit, prompt, and what the model can take. @default `{}` */
  summary?: ModelSummaryOptions | undefined;
}

const SUMMARY_KEYS = SUMMARIZE_KEYS.filter((key) => !["maxChars", "signal", "previous"].includes(key));

/**
 * Checks the model and separates its options from the reducer's.
 *
 * @throws TamisError `OPTION_INVALID`.
 */
export function splitAsyncOptions(options: AsyncHistoryReducerOptions, model: SummaryModel) {
  if (typeof options !== "object" || options === null) {
    throw new TamisError("OPTION_INVALID", "options: expected an object with maxInputChars");
  }
  const { signal, summary = {}, ...reducer } = options;
  toAsk(model);
  checkKeys(summary, SUMMARY_KEYS);
  resolveSummarizeOptions({ ...summary, signal });
  return { signal, summary, reducer };
}

/** Asks for a summary of the old messages. Without a text, it returns a note with the reason. */
export async function askForSummary(
  job: Reduction,
  old: readonly ChatMessage[],
  model: SummaryModel,
  options: ModelSummaryOptions & { signal: AbortSignal | undefined },
): Promise<{ text?: string; usage: ModelUsage }> {
  if (old.length === 0) return { usage: emptyUsage() };
  const source = old.map(toSource);
  const result = await summarizeSource(model, source, { ...options, maxChars: job.settings.summaryMaxChars });
  if (result.ok) return { text: result.text, usage: result.usage };
  const { reason, message } = result.failure;
  job.notes.push({ stage: "summarization", reason: "model_failed", detail: `${reason}: ${message}` });
  return { usage: result.usage };
}

function toSource(message: ChatMessage): SummarySource {
  const { role, content, pairRole } = message;
  if (isObservation(message)) return { role: "tool result", text: content };
  return { role: pairRole === "call" ? "tool call" : role, text: content };
}

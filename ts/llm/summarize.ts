import { TamisError } from "../base/errors.js";
import { check, checkKeys, isBudget, isCount, isFunction } from "../base/option-check.js";
import { clipText } from "../text/clip-text.js";
import { chars4 } from "../tokens/chars4.js";
import { CALL_KEYS, type CallOptions, callModel, type ModelResult, resolveCallOptions } from "./call.js";
import { fence } from "./fence.js";
import type { SummaryModel } from "./model-types.js";
import { defaultSummaryPrompt, SUMMARY_SECTIONS, type SummaryPrompt } from "./prompt.js";
import { type PartLimit, type SummarySource, splitSource } from "./split.js";
import { addUsage, emptyUsage } from "./usage.js";

/** How a model summarises. `timeoutMs` applies to each call. */
export interface SummarizeOptions extends Omit<CallOptions, "maxOutputChars"> {
  /** Longest summary, in chars. A longer one is cut with `...`. @default 1400 */
  maxChars?: number | undefined;
  /** Longest prompt that the model accepts, in chars. A longer conversation is sent in parts. @default Infinity */
  maxInputChars?: number | undefined;
  /** Longest prompt that the model accepts, in tokens. @default Infinity */
  maxInputTokens?: number | undefined;
  /** Tokens of a text, for `maxInputTokens`. @default a quarter of its chars, rounded up */
  estimateTokens?: ((text: string) => number) | undefined;
  /** The prompt. @default defaultSummaryPrompt */
  prompt?: SummaryPrompt | undefined;
  /** A summary of what came before, which the new one takes in. @default none */
  previous?: string | undefined;
  /** Most parts. A conversation that needs more fails before anything is sent. @default 8 */
  maxCalls?: number | undefined;
}

/**
 * Asks a model to summarise messages. A conversation that is too long for it is sent in parts, each with the summary so
 * far. A summary that is empty, no text, or longer than the messages is a failure.
 *
 * @throws TamisError `OPTION_INVALID`; `AbortError` once the signal is aborted.
 */
export async function summarizeSource(
  model: SummaryModel,
  source: readonly SummarySource[],
  options: SummarizeOptions = {},
): Promise<ModelResult> {
  const settings = resolveSummarizeOptions(options);
  const parts = splitSource(source, roomFor(settings));
  let usage = emptyUsage();
  if (parts.length > settings.maxCalls) {
    const message = `${parts.length} parts are more than the ${settings.maxCalls} calls that are allowed`;
    return { ok: false, failure: { reason: "too_many_calls", message }, usage };
  }
  const maxOutputChars = source.reduce((chars, { text }) => chars + text.length, settings.previous?.length ?? 0);
  let summary = settings.previous;
  for (const [index, data] of parts.entries()) {
    const prompt = renderPrompt(settings, { data, previous: summary, part: index + 1, parts: parts.length });
    const result = await callModel(model, prompt, { ...settings.call, maxOutputChars });
    usage = addUsage(usage, result.usage);
    if (!result.ok) return { ...result, usage };
    summary = clipText(result.text.trim(), settings.maxChars);
  }
  if (summary !== undefined) return { ok: true, text: summary, usage };
  return { ok: false, failure: { reason: "empty", message: "there is nothing to summarise" }, usage };
}

interface SummarizeSettings {
  maxChars: number;
  maxInputChars: number;
  maxInputTokens: number;
  estimateTokens: (text: string) => number;
  prompt: SummaryPrompt;
  previous: string | undefined;
  maxCalls: number;
  call: CallOptions;
}

function renderPrompt(
  { prompt, maxChars }: SummarizeSettings,
  { data, previous, part, parts }: { data: string; previous: string | undefined; part: number; parts: number },
): string {
  const text = prompt({
    data: fence("conversation", data),
    ...(previous === undefined ? {} : { previous: fence("previous-summary", previous) }),
    maxChars,
    part,
    parts,
    sections: SUMMARY_SECTIONS,
  });
  return check("prompt", text, (value) => typeof value === "string" && value !== "", "it to give text");
}

/** Fence numbers and part numbers may be longer than in the measured prompt. */
const SLACK_CHARS = 64;

/** A smaller part would cut sentences apart. */
const LEAST_PART = 100;

/** The room that the prompt leaves for the messages. */
function roomFor(settings: SummarizeSettings): PartLimit {
  const { maxInputChars, maxInputTokens, estimateTokens, maxChars } = settings;
  if (maxInputChars === Infinity && maxInputTokens === Infinity) return { limit: Infinity, measure: () => 0 };
  const previous = "x".repeat(maxChars);
  const around = renderPrompt(settings, { data: "", previous, part: 1, parts: 2 }) + " ".repeat(SLACK_CHARS);
  const chars = maxInputChars - around.length;
  const tokens = maxInputTokens - estimateTokens(around);
  if (chars < LEAST_PART || tokens < LEAST_PART) {
    const limit = chars < LEAST_PART ? "maxInputChars" : "maxInputTokens";
    throw new TamisError("OPTION_INVALID", `options.${limit}: leaves no room for messages beside the prompt`);
  }
  // Combines both limits: a text's share of the tighter limit, in millionths.
  const share = (text: string) =>
    Math.max(text.length / chars, tokens === Infinity ? 0 : estimateTokens(text) / tokens);
  return { limit: 1e6, measure: (text) => Math.ceil(share(text) * 1e6) };
}

/** The keys of {@link SummarizeOptions}. */
export const SUMMARIZE_KEYS = [
  ...CALL_KEYS.filter((key) => key !== "maxOutputChars"),
  "maxChars",
  "maxInputChars",
  "maxInputTokens",
  "estimateTokens",
  "prompt",
  "previous",
  "maxCalls",
];

/**
 * Checks options and fills in the defaults.
 *
 * @throws TamisError `OPTION_INVALID`.
 */
export function resolveSummarizeOptions(options: SummarizeOptions): SummarizeSettings {
  checkKeys(options, SUMMARIZE_KEYS);
  const { timeoutMs, signal, stream, maxAttempts, retryDelayMs } = options;
  const call = { timeoutMs, signal, stream, maxAttempts, retryDelayMs };
  resolveCallOptions(call);
  const isText = (value: unknown) => value === undefined || typeof value === "string";
  return {
    maxChars: check("maxChars", options.maxChars ?? 1400, isCount(1), "a whole number of 1 or more"),
    maxInputChars: check("maxInputChars", options.maxInputChars ?? Infinity, isBudget, "0 or more chars"),
    maxInputTokens: check("maxInputTokens", options.maxInputTokens ?? Infinity, isBudget, "0 or more tokens"),
    estimateTokens: check("estimateTokens", options.estimateTokens ?? chars4, isFunction, "a function of a text"),
    prompt: check("prompt", options.prompt ?? defaultSummaryPrompt, isFunction, "a function"),
    previous: check("previous", options.previous, isText, "a text"),
    maxCalls: check("maxCalls", options.maxCalls ?? 8, isCount(1), "a whole number of 1 or more"),
    call,
  };
}

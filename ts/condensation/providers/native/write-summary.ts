// The text that replaces old messages: the store's, the model's, or the extract.

import type { ChatMessage } from "../../../history/chat-message.js";
import { buildSummary } from "../../../history/extract.js";
import { readSummaryMessage } from "../../../history/summary-message.js";
import { throwIfAborted } from "../../../llm/abort.js";
import { callModel } from "../../../llm/call.js";
import { withDeadline } from "../../../llm/deadline.js";
import { fence } from "../../../llm/fence.js";
import type { ApiHandler } from "../../../llm/handler/api-handler.js";
import { renderSource } from "../../../llm/split.js";
import { toModelSource } from "../../../pipeline/summary/source.js";
import type { SummaryStore } from "../../../pipeline/summary/store.js";
import { priceTokens } from "../../../pricing/prices.js";
import type { Block } from "../../conversation/block.js";
import type { CondensationSettings } from "../../settings/settings.js";
import type { CondensationNote } from "../base/result.js";
import { NATIVE_PROMPT, NATIVE_QUESTION } from "./prompt.js";

/** Longest extract, in chars. */
const EXTRACT_CHARS = 1400;

/** A written summary, or why there is none. */
export interface WrittenSummary {
  /** Empty if there is none. */
  text: string;
  by: "model" | "extract";
  reused: boolean;
  calls: number;
  /** US dollars; undefined if unknown. */
  cost: number | undefined;
  inputTokens?: number;
  outputTokens?: number;
  notes: CondensationNote[];
}

/** Blocks as a summary reads them. */
export function sourceOf(blocks: readonly Block[]): ChatMessage[] {
  return blocks.flatMap(({ kind, text, author, toolName }): ChatMessage[] => {
    if (text.trim() === "") return [];
    if (kind === "call") return [{ role: "assistant", content: `${toolName ?? ""} ${text}`, pairRole: "call" }];
    if (kind === "result") return [{ role: "tool", content: text, pairRole: "result" }];
    // A summary speaks for itself, whoever's name it is in.
    const role = readSummaryMessage({ role: "user", content: text }) === undefined ? author : "user";
    return kind === "text" ? [{ role, content: text }] : [];
  });
}

/** The deterministic extract: no model, no clock. */
export const extractOf = (source: readonly ChatMessage[]): WrittenSummary => ({
  ...{ text: buildSummary(source, EXTRACT_CHARS), by: "extract", reused: false, calls: 0, cost: 0, notes: [] },
});

/** How a model is asked. */
export interface WriteOptions {
  handler: ApiHandler;
  prompt: string | undefined;
  settings: Pick<CondensationSettings, "timeoutMs" | "maxModelCalls" | "maxCost">;
  store: SummaryStore | undefined;
  signal: AbortSignal | undefined;
  /** Where the model gives none, take the extract, and keep it: what was sent once must be found again. @default false */
  keepsExtract?: boolean | undefined;
}

/**
 * Asks the model for a summary, unless the store has it. Makes one call, and one more after a temporary failure.
 *
 * @throws `AbortError` once the signal is aborted.
 */
export async function writeSummary(source: readonly ChatMessage[], options: WriteOptions): Promise<WrittenSummary> {
  const { handler, settings, store, signal } = options;
  const system = options.prompt ?? NATIVE_PROMPT;
  const data = source.map((message) => renderSource(toModelSource(message))).join("\n");
  const prompt = {
    system,
    messages: [{ role: "user" as const, content: `${fence("conversation", data)}\n\n${NATIVE_QUESTION}` }],
  };
  const notes: CondensationNote[] = [];
  const inTime = async <T>(run: () => PromiseLike<T> | T): Promise<T | undefined> => {
    try {
      return await withDeadline(async () => run(), { timeoutMs: settings.timeoutMs, signal });
    } catch (error) {
      throwIfAborted(signal);
      notes.push({ code: "store_failed", message: `the summary store failed (${messageOf(error)}); it was not used` });
      return undefined;
    }
  };
  const key = store === undefined ? "" : keyOf(handler.getModel().id, prompt);
  const stored: unknown = store === undefined ? undefined : await inTime(() => store.get(key));
  if (typeof stored === "string" && stored !== "")
    return { text: stored, by: "model", reused: true, calls: 0, cost: 0, notes };
  // Another process may have been faster; then its text counts for both.
  const settle = async (text: string): Promise<string | undefined> => {
    if (store === undefined) return text;
    const other: unknown = await inTime(() => store.get(key));
    if (typeof other === "string" && other !== "") return other;
    await inTime(() => store.put(key, text));
    return text;
  };
  const refusal = refusalOf(handler, system.length + data.length, settings);
  if (refusal !== undefined) return { ...extractOf(source), notes: [{ code: "model_failed", message: refusal }] };
  const { timeoutMs } = settings;
  const result = await callModel(handler, prompt, {
    timeoutMs,
    signal,
    maxAttempts: Math.min(2, settings.maxModelCalls),
  });
  const { calls, cost, inputTokens, outputTokens } = result.usage;
  const spent = {
    ...{ by: "model" as const, reused: false, calls, cost, notes },
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
  if (!result.ok) {
    const { reason, message } = result.failure;
    if (options.keepsExtract === true) {
      const extract = extractOf(source).text;
      return { text: (await settle(extract)) ?? extract, ...spent };
    }
    return {
      text: "",
      ...spent,
      notes: [...notes, { code: "model_failed", message: `the model gave no summary (${reason}: ${message})` }],
    };
  }
  const text = result.text.trim();
  return { text: (await settle(text)) ?? text, ...spent };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);

function keyOf(model: string, prompt: object): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256")
    .update(JSON.stringify(["native", 1, model, prompt]))
    .digest("hex");
}

/** Why the model must not be asked; undefined if it may. */
function refusalOf(
  handler: ApiHandler,
  chars: number,
  { maxModelCalls, maxCost }: WriteOptions["settings"],
): string | undefined {
  if (maxModelCalls === 0) return "maxModelCalls allows no call of a model; an extract was used";
  if (maxCost === undefined) return undefined;
  const usage = { fresh: Math.ceil(chars / 4), output: EXTRACT_CHARS };
  const estimate = priceTokens({ model: handler.getModel().id, usage })?.cost;
  if (estimate === undefined) return "no price is known for the model, and maxCost is set; an extract was used";
  if (estimate <= maxCost) return undefined;
  return `a call would cost about $${estimate.toPrecision(2)}, and maxCost is $${maxCost}; an extract was used`;
}

// Writes summaries piece by piece: from the store, by the model, or as the extract. A piece keeps its text as long as
// its source does not change; a conversation that grows gets further pieces.

import { dollarText } from "../../base/dollars.js";
import type { SummaryReport } from "../../contract/pipeline-report.js";
import type { ChatMessage } from "../../history/chat-message.js";
import { buildSummary } from "../../history/extract.js";
import { throwIfAborted } from "../../llm/abort.js";
import { withDeadline } from "../../llm/deadline.js";
import { identityOfModel, nameOfModel } from "../../llm/model.js";
import type { SummaryModel } from "../../llm/model-types.js";
import type { SummaryPrompt } from "../../llm/prompt.js";
import { type SummarizeOptions, summarizeSource } from "../../llm/summarize.js";
import { addUsage, emptyUsage, type ModelUsage } from "../../llm/usage.js";
import { type PriceOverrides, priceTokens } from "../../pricing/prices.js";
import { toModelSource } from "./source.js";
import type { SummaryStore } from "./store.js";

/** One piece to write. */
export interface PieceSource {
  source: readonly ChatMessage[];
  maxChars: number;
  /** The pieces that this one replaces, and the messages beyond them. */
  extended?: { pieces: readonly PieceSource[]; rest: readonly ChatMessage[] } | undefined;
}

/** Settings for writing summaries. */
export interface WriterSettings {
  model: SummaryModel | undefined;
  store: SummaryStore;
  maxChars: number;
  maxCalls: number;
  /** US dollars per call of the pipeline. */
  maxCost: number | undefined;
  timeoutMs: number;
  prompt: SummaryPrompt | undefined;
  prices: PriceOverrides;
  call: Pick<SummarizeOptions, "stream" | "retryDelayMs" | "maxInputChars" | "maxInputTokens" | "estimateTokens">;
}

/** Texts in the order of the pieces, and the outcome of the attempts. */
export interface Written {
  texts: string[];
  report: SummaryReport;
  notes: { reason: "model_failed" | "store_failed"; detail: string }[];
}

/** Writes the pieces of one summary. */
export class SummaryWriter {
  constructor(readonly settings: WriterSettings) {}

  /** The extract of every piece: no model, no store, no clock. */
  extract(pieces: readonly PieceSource[]): Written {
    const texts = pieces.map(({ source, maxChars }) => buildSummary(source, maxChars));
    return { texts, report: { by: "extract", pieces: texts.length, reused: 0, calls: 0 }, notes: [] };
  }

  /** @throws `AbortError` once the signal is aborted; never because of the model or the store. */
  async write(pieces: readonly PieceSource[], signal: AbortSignal | undefined): Promise<Written> {
    if (this.settings.model === undefined) return this.extract(pieces);
    const task = new WritingTask(this.settings, this.settings.model, signal);
    const texts: string[] = [];
    for (const piece of pieces) texts.push(await task.write(piece));
    return { texts, report: task.report(), notes: task.notes };
  }
}

class WritingTask {
  readonly notes: Written["notes"] = [];
  #usage: ModelUsage = emptyUsage();
  #cost: number | undefined = 0;
  #byModel = 0;
  #reused = 0;
  #pieces = 0;
  #hasFailed = false;

  constructor(
    private readonly settings: WriterSettings,
    private readonly model: SummaryModel,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async write(piece: PieceSource): Promise<string> {
    this.#pieces++;
    const key = this.#keyOf(piece);
    const stored = await this.#get(key);
    if (stored !== undefined) {
      this.#reused++;
      this.#byModel++;
      return stored;
    }
    const text = this.#hasFailed ? undefined : await this.#ask(piece);
    // After a failure the remaining pieces are not requested: a hanging model would cost its time limit once for each.
    if (text === undefined) return this.#fail(piece);
    this.#byModel++;
    await this.#put(key, text);
    return text;
  }

  #fail({ source, maxChars }: PieceSource): string {
    this.#hasFailed = true;
    return buildSummary(source, maxChars);
  }

  async #ask(piece: PieceSource): Promise<string | undefined> {
    const earlier = await this.#earlier(piece);
    const source = (earlier === undefined ? piece.source : earlier.rest).map(toModelSource);
    const refusal = this.#refusal(
      source.reduce((chars, { text }) => chars + text.length, 0),
      piece.maxChars,
    );
    if (refusal !== undefined) return this.#note("model_failed", refusal);
    const { timeoutMs, prompt, maxCalls, call } = this.settings;
    const result = await summarizeSource(this.model, source, {
      ...call,
      timeoutMs,
      prompt,
      maxChars: piece.maxChars,
      maxCalls: maxCalls - this.#usage.calls,
      previous: earlier?.text,
      signal: this.signal,
    });
    this.#usage = addUsage(this.#usage, result.usage);
    this.#addCost(result.usage);
    if (result.ok) return result.text;
    return this.#note("model_failed", `${result.failure.reason}: ${result.failure.message}`);
  }

  /** The text of the pieces that this one replaces, if all are known. */
  async #earlier({ extended }: PieceSource): Promise<{ text: string; rest: readonly ChatMessage[] } | undefined> {
    if (extended === undefined) return undefined;
    const texts: string[] = [];
    for (const piece of extended.pieces) {
      const text = await this.#get(this.#keyOf(piece));
      if (text === undefined) return undefined;
      texts.push(text);
    }
    return { text: texts.join("\n"), rest: extended.rest };
  }

  /** Why a call must not be made; undefined if it may. */
  #refusal(sourceChars: number, maxChars: number): string | undefined {
    const { maxCalls, maxCost } = this.settings;
    if (this.#usage.calls >= maxCalls) return `too_many_calls: ${maxCalls} calls are allowed`;
    if (maxCost === undefined) return undefined;
    const estimate = this.#price({ fresh: Math.ceil(sourceChars / 4), output: Math.ceil(maxChars / 4) });
    if (estimate === undefined || this.#cost === undefined) return "over_cost: no price is known for the model";
    if (this.#cost + estimate <= maxCost) return undefined;
    return `over_cost: about ${dollarText(this.#cost + estimate)}, and ${dollarText(maxCost)} are allowed`;
  }

  /** A bill that was not understood makes the cost unknown, rather than smaller. */
  #addCost({
    inputTokens,
    outputTokens,
    cacheReadTokens = 0,
    cacheWriteTokens = 0,
    unreadBills = 0,
    cost: own,
  }: ModelUsage): void {
    if (own !== undefined && unreadBills === 0 && this.#cost !== undefined) {
      this.#cost += own;
      return;
    }
    if (inputTokens === undefined || unreadBills > 0 || this.#cost === undefined) {
      this.#cost = undefined;
      return;
    }
    const cost = this.#price({
      fresh: Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens),
      cacheRead: cacheReadTokens,
      cacheWrite: cacheWriteTokens,
      output: outputTokens ?? 0,
    });
    this.#cost = cost === undefined ? undefined : this.#cost + cost;
  }

  #price(usage: Parameters<typeof priceTokens>[0]["usage"]): number | undefined {
    const model = nameOfModel(this.model);
    return model === undefined ? undefined : priceTokens({ model, usage }, this.settings.prices)?.cost;
  }

  #keyOf({ source, maxChars }: PieceSource): string {
    const { prompt } = this.settings;
    // Loaded at the first summary, because loading it is as slow as loading this package.
    const { createHash } = process.getBuiltinModule("node:crypto");
    const hash = createHash("sha256");
    hash.update(JSON.stringify([1, identityOfModel(this.model), prompt === undefined ? "" : String(prompt), maxChars]));
    for (const message of source) hash.update(`\n${JSON.stringify(toModelSource(message))}`);
    return hash.digest("hex");
  }

  async #get(key: string): Promise<string | undefined> {
    const text: unknown = await this.#store(async () => this.settings.store.get(key));
    // A shared store may contain anything.
    return typeof text === "string" && text !== "" ? text : undefined;
  }

  async #put(key: string, text: string): Promise<void> {
    await this.#store(async () => this.settings.store.put(key, text));
  }

  async #store<T>(run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await withDeadline(run, { timeoutMs: this.settings.timeoutMs, signal: this.signal });
    } catch (error) {
      throwIfAborted(this.signal);
      return this.#note("store_failed", error instanceof Error ? error.message.slice(0, 200) : String(error));
    }
  }

  #note(reason: Written["notes"][number]["reason"], detail: string): undefined {
    this.notes.push({ reason, detail });
  }

  report(): SummaryReport {
    const { calls, inputTokens, outputTokens } = this.#usage;
    const by = this.#byModel === 0 ? "extract" : this.#byModel === this.#pieces ? "model" : "mixed";
    return {
      by,
      pieces: this.#pieces,
      reused: this.#reused,
      calls,
      ...(inputTokens === undefined ? {} : { inputTokens }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
      ...(this.#cost === undefined ? {} : { cost: this.#cost }),
    };
  }
}

/** Builds a prompt from a text with `{data}`, `{previous}` and `{max_chars}`. */
export function promptOf(template: string): SummaryPrompt {
  const prompt: SummaryPrompt = ({ data, previous = "", maxChars }) => {
    const values: Record<string, string> = { data, previous, max_chars: String(maxChars) };
    return template.replace(/\{(data|previous|max_chars)\}/g, (_, name: string) => values[name] ?? "");
  };
  // Identifies the template, so that templates do not share summaries.
  prompt.toString = () => template;
  return prompt;
}

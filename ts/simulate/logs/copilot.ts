// A log of Copilot CLI (`~/.copilot/session-state/ID/events.jsonl`): one event a line. It has the size of each answer, and
// at its end the bill of all requests to each model.

import type { SplitTokens } from "../../contract/price-types.js";
import { isRecord, type JsonRecord, nonEmpty } from "../../text/json-value.js";
import { splitBill } from "../../tokens/usage.js";
import { toolCall, toolResult } from "./chat-items.js";
import {
  count,
  emptyWindow,
  isSeen,
  type LogContext,
  type LogFormat,
  type LogReader,
  type LogWindow,
  timeOf,
  windowAfter,
} from "./window.js";

/** Logs of Copilot CLI. Its events have a type with a point in it, and their content under `data`. */
export const COPILOT: LogFormat = {
  agent: "Copilot CLI",
  isSign: ({ type, data, parentId }) =>
    typeof type === "string" && type.includes(".") && isRecord(data) && parentId !== undefined,
  open: (context) => new CopilotReader(context),
};

class CopilotReader implements LogReader {
  readonly #windows: LogWindow[] = [emptyWindow("openai-chat")];
  readonly #read = new Set<string>();
  readonly #context: LogContext;

  constructor(context: LogContext) {
    this.#context = context;
  }

  read(line: JsonRecord): void {
    const { type, data, id } = line;
    if (!isRecord(data) || (typeof id === "string" && isSeen(this.#read, id))) return;
    this.#readEvent(type, data, timeOf(line), this.#isBilled(type, id));
  }

  /** Whether a copy of this log has billed the event. */
  #isBilled(type: unknown, id: unknown): boolean {
    if (typeof id !== "string" || (type !== "assistant.message" && type !== "session.shutdown")) return false;
    return isSeen(this.#context.seen, `copilot ${this.#window.sessionId} ${id}`);
  }

  end(): LogWindow[] {
    return this.#windows;
  }

  get #window(): LogWindow {
    return this.#windows.at(-1) ?? emptyWindow("openai-chat");
  }

  /** @param isCopied Whether another log has billed the event. */
  #readEvent(type: unknown, data: JsonRecord, time: number, isCopied: boolean): void {
    const window = this.#window;
    switch (type) {
      case "session.start":
        window.sessionId = nonEmpty(data.sessionId);
        window.project = isRecord(data.context) ? nonEmpty(data.context.cwd) : undefined;
        window.model = nonEmpty(data.selectedModel);
        break;
      case "session.model_change":
        window.model = nonEmpty(data.newModel);
        break;
      case "system.message":
        window.list.push({ role: "system", content: data.content });
        break;
      case "user.message":
        window.list.push({ role: "user", content: data.transformedContent ?? data.content });
        break;
      case "assistant.message":
        this.#readAnswer(data, time);
        if (isCopied) window.inherited = window.answers.length;
        break;
      case "tool.execution_complete":
        window.list.push(toolResult(data.toolCallId, readContent(data)));
        break;
      case "session.compaction_complete":
        this.#startAfterSummary(data);
        break;
      case "session.shutdown":
        if (!isCopied) this.#readTotals(data, time);
        break;
      default:
    }
  }

  #readAnswer(data: JsonRecord, time: number): void {
    const window = this.#window;
    const model = nonEmpty(data.model) ?? window.model;
    window.model = model;
    const answerTokens = count(data.outputTokens);
    const index = window.list.length;
    window.answers.push({ index, time, model, billed: undefined, tokens: undefined, answerTokens });
    const requests = Array.isArray(data.toolRequests) ? data.toolRequests.filter(isRecord) : [];
    const calls = requests.map(({ toolCallId, name, arguments: input }) => toolCall(toolCallId, name, input));
    const reasoning = nonEmpty(data.reasoningText);
    window.list.push({
      role: "assistant",
      content: data.content,
      ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    });
  }

  #startAfterSummary({ summaryContent, success }: JsonRecord): void {
    if (success === false) return;
    const window = windowAfter(this.#window);
    const system = this.#window.list.filter((message) => isRecord(message) && message.role === "system");
    window.list.push(...system, { role: "user", content: nonEmpty(summaryContent) ?? "" });
    this.#windows.push(window);
  }

  #readTotals({ modelMetrics }: JsonRecord, time: number): void {
    for (const [model, metrics] of Object.entries(isRecord(modelMetrics) ? modelMetrics : {})) {
      if (!isRecord(metrics) || !isRecord(metrics.usage)) continue;
      const requests = isRecord(metrics.requests) ? count(metrics.requests.count) : 0;
      this.#window.totals.push({ model, requests, tokens: readTotal(metrics.usage), time });
    }
  }
}

function readTotal(usage: JsonRecord): SplitTokens {
  const [cachedTokens, cacheWriteTokens] = [count(usage.cacheReadTokens), count(usage.cacheWriteTokens)];
  const inputTokens = Math.max(count(usage.inputTokens), cachedTokens + cacheWriteTokens);
  return splitBill({ inputTokens, cachedTokens, cacheWriteTokens, outputTokens: count(usage.outputTokens) });
}

/** What the model was given of a result. */
function readContent({ result, error }: JsonRecord): unknown {
  const told = isRecord(result) ? result : error;
  return isRecord(told) ? (told.content ?? told.message) : undefined;
}

// Reads messages of any wire as the few kinds of text that a summary uses. Leaves out thinking, images and data.

import type { Wire } from "../../contract/report.js";
import type { ChatMessage } from "../../history/chat-message.js";
import type { SummarySource } from "../../llm/split.js";
import { headOf } from "../../text/clip.js";
import { isRecord, type JsonRecord, visitStrings } from "../../text/json-value.js";
import { WireTable } from "../../wires/definition.js";

/** The texts of one message, in order. */
export function readSource(wire: Wire, message: unknown): ChatMessage[] {
  return isRecord(message) ? SOURCES.of(wire)(message).filter(({ content }) => content.trim() !== "") : [];
}

const said = (role: string, content: string): ChatMessage => ({ role, content });
const called = (name: unknown, args: unknown): ChatMessage => {
  const shown = typeof args === "string" ? args : JSON.stringify(args ?? {});
  return { role: "assistant", content: `${String(name ?? "")} ${shown}`, pairRole: "call" };
};
const answered = (content: string): ChatMessage => ({ role: "tool", content, pairRole: "result" });

/** Texts of a message, in order. */
export const SOURCES = new WireTable<(message: JsonRecord) => ChatMessage[]>("summaries", {
  "openai-chat": (message) => {
    const { role, content, tool_calls: calls } = message;
    if (role === "tool" || role === "function") return [answered(textOf(content))];
    const made: readonly unknown[] = Array.isArray(calls) ? calls : [];
    return [
      said(String(role), textOf(content)),
      ...made.filter(isRecord).map((call) => {
        const { name, arguments: args, input } = { ...(isRecord(call.function) ? call.function : Object(call.custom)) };
        return called(name, args ?? input);
      }),
    ];
  },
  "openai-responses": (item) => {
    const type = typeof item.type === "string" ? item.type : "message";
    if (type === "message") return [said(String(item.role), textOf(item.content))];
    if (type.endsWith("_call")) return [called(item.name ?? type, item.arguments ?? item.input ?? item.action)];
    return type.endsWith("_output") ? [answered(textOf(item.output))] : [];
  },
  anthropic: ({ role, content }) => {
    if (!Array.isArray(content)) return [said(String(role), textOf(content))];
    return content.filter(isRecord).flatMap((block): ChatMessage[] => {
      if (block.type === "text") return [said(String(role), textOf(block.text))];
      if (block.type === "tool_use") return [called(block.name, block.input)];
      return block.type === "tool_result" ? [answered(textOf(block.content))] : [];
    });
  },
  gemini: ({ role, parts }) => {
    if (!Array.isArray(parts)) return [];
    return parts.filter(isRecord).flatMap((part): ChatMessage[] => {
      const call = part.functionCall ?? part.function_call;
      const response = part.functionResponse ?? part.function_response;
      if (isRecord(call)) return [called(call.name, call.args)];
      if (isRecord(response)) return [answered(allTexts(response.response))];
      if (typeof part.text !== "string" || part.thought === true) return [];
      return [said(role === "model" ? "assistant" : "user", part.text)];
    });
  },
});

/** A string, or the texts of a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part) => (isRecord(part) && typeof part.text === "string" ? [part.text] : [])).join("\n");
}

function allTexts(value: unknown): string {
  const texts: string[] = [];
  visitStrings(value, (text) => texts.push(text));
  return texts.join("\n");
}

/** A result's beginning is enough to recognise it, so a model need not read all of it. */
const MAX_RESULT_CHARS = 2_000;
const MAX_TEXT_CHARS = 8_000;

/** The message for a model to read, with long texts cut. */
export function toModelSource({ role, content, pairRole }: ChatMessage): SummarySource {
  if (pairRole === "result") return { role: "tool result", text: cut(content, MAX_RESULT_CHARS) };
  return { role: pairRole === "call" ? "tool call" : role, text: cut(content, MAX_TEXT_CHARS) };
}

function cut(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${headOf(text, maxChars)}... [${text.length} chars]`;
}

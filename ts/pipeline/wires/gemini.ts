import type { ChatMessage } from "../../history/chat-message.js";
import { isRecord, type JsonRecord, visitStrings } from "../../text/json-value.js";
import { answered, called, type Links, type PipelineReader, said } from "./reader.js";

/** Gemini: a content with calls and the content with the responses are one. */
export const gemini: PipelineReader = { link: linkGemini, textsOf };

function linkGemini(list: readonly unknown[]): Links {
  return list.flatMap((content, index): [number, number][] => {
    if (index === 0 || !isRecord(content) || !Array.isArray(content.parts)) return [];
    return content.parts.some(isResponse) ? [[index - 1, index]] : [];
  });
}

const isResponse = (part: unknown): boolean =>
  isRecord(part) && isRecord(part.functionResponse ?? part.function_response);

function textsOf({ role, parts }: JsonRecord): ChatMessage[] {
  if (!Array.isArray(parts)) return [];
  return parts.filter(isRecord).flatMap((part): ChatMessage[] => {
    const call = part.functionCall ?? part.function_call;
    const response = part.functionResponse ?? part.function_response;
    if (isRecord(call)) return [called(call.name, call.args)];
    if (isRecord(response)) return [answered(allTexts(response.response))];
    if (typeof part.text !== "string" || part.thought === true) return [];
    return [said(role === "model" ? "assistant" : "user", part.text)];
  });
}

function allTexts(value: unknown): string {
  const texts: string[] = [];
  visitStrings(value, (text) => texts.push(text));
  return texts.join("\n");
}

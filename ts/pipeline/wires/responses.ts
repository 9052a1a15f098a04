import type { ChatMessage } from "../../history/chat-message.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { answered, called, type Links, type PipelineReader, said, textOf } from "./reader.js";

/** OpenAI Responses: reasoning and the item after it are one, and calls made together with all their outputs. */
export const responses: PipelineReader = { link: linkResponses, textsOf };

function linkResponses(items: readonly unknown[]): Links {
  const calls = new Map<unknown, number>();
  const links: [number, number][] = [];
  let [reasoning, turn] = [-1, -1];
  items.forEach((item, index) => {
    if (!isRecord(item)) return;
    const type = typeof item.type === "string" ? item.type : "message";
    if (type === "reasoning") {
      if (reasoning < 0) reasoning = index;
      return;
    }
    const isCall = type.endsWith("_call");
    if (reasoning >= 0) links.push([reasoning, index]);
    // Calls separated only by reasoning were made together.
    if (isCall && turn >= 0) links.push([turn, index]);
    turn = isCall ? index : -1;
    reasoning = -1;
    if (isCall) calls.set(item.call_id, index);
    const from = type.endsWith("_output") ? calls.get(item.call_id) : undefined;
    if (from !== undefined) links.push([from, index]);
  });
  return reasoning < 0 ? links : [...links, [reasoning, items.length - 1]];
}

function textsOf(item: JsonRecord): ChatMessage[] {
  const type = typeof item.type === "string" ? item.type : "message";
  if (type === "message") return [said(String(item.role), textOf(item.content))];
  if (type.endsWith("_call")) return [called(item.name ?? type, item.arguments ?? item.input ?? item.action)];
  return type.endsWith("_output") ? [answered(textOf(item.output))] : [];
}

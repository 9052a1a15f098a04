import { isRecord, type JsonRecord } from "../../../text/json-value.js";
import type { Path } from "../../../wires/define-wire.js";
import type { ReadBlock } from "../block.js";
import {
  type ConversationReader,
  called,
  readContent,
  said,
  shown,
  thought,
  unknown,
  withSystemMessage,
} from "./reader.js";

/** OpenAI Chat: the content, then reasoning that hosts put beside it, then the calls. */
export const chat: ConversationReader = {
  blocksOf,
  assistantMessage: (text) => ({ role: "assistant", content: text }),
  withSystem: withSystemMessage,
};

/** Members in which hosts return plain reasoning (DeepSeek, OpenRouter). */
const REASONING = ["reasoning_content", "reasoning"] as const;

function blocksOf(message: JsonRecord): ReadBlock[] {
  const { role, content } = message;
  // Results, those of the older form too, are read by the wire.
  if (role === "tool" || role === "function") return [];
  const blocks = readContent(content, "content", readPart);
  const first = (Array.isArray(content) ? content.length : 1) - blocks.length;
  const add = (block: ReadBlock) => {
    block.blockIndex = first + blocks.push(block) - 1;
  };
  readReasoning(message, add);
  readCalls(message, add);
  return blocks;
}

function readPart(part: JsonRecord, index: number, path: Path): ReadBlock {
  if (part.type === "text" && typeof part.text === "string") return said(part.text, index, [...path, "text"]);
  const isMedia = part.type === "image_url" || part.type === "file" || part.type === "input_audio";
  return isMedia ? shown(index) : unknown(index);
}

function readReasoning(message: JsonRecord, add: (block: ReadBlock) => void): void {
  for (const key of REASONING) {
    const text = message[key];
    if (typeof text === "string" && text !== "") add({ ...thought(text, 0, [key]), element: [key] });
  }
}

function readCalls({ tool_calls: calls, function_call: legacy }: JsonRecord, add: (block: ReadBlock) => void): void {
  if (Array.isArray(calls)) for (let index = 0; index < calls.length; index++) add(readCall(calls[index], index));
  if (!isRecord(legacy)) return;
  const { name, arguments: args } = legacy;
  add(called({ id: undefined, name, args }, 0, ["function_call", "arguments"], ["function_call"]));
}

function readCall(call: unknown, index: number): ReadBlock {
  if (!isRecord(call)) return unknown(0);
  const element = ["tool_calls", index];
  if (isRecord(call.function)) {
    const { name, arguments: args } = call.function;
    return called({ id: call.id, name, args }, 0, ["tool_calls", index, "function", "arguments"], element);
  }
  if (!isRecord(call.custom)) return unknown(0);
  const { name, input: args } = call.custom;
  return called({ id: call.id, name, args }, 0, ["tool_calls", index, "custom", "input"], element);
}

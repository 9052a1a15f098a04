import { isRecord, type JsonRecord, nonEmpty } from "../../../../text/json-value.js";
import { callArguments } from "../../../../wires/known-calls.js";
import type { Block } from "../block.js";
import type { MessageType } from "../message-type.js";
import {
  argumentTexts,
  type BlockReader,
  blockOf,
  type MessagePlace,
  plain,
  readContentBlocks,
  resultBlock,
  textBlocks,
} from "../raw.js";

const TYPES: Readonly<Record<string, MessageType>> = {
  user: "USER_MESSAGE",
  assistant: "ASSISTANT_MESSAGE",
  system: "SYSTEM_MESSAGE",
  developer: "SYSTEM_MESSAGE",
};
const MEDIA: ReadonlySet<unknown> = new Set(["image_url", "input_audio", "file"]);
/** Members with reasoning as text that no signature covers. */
const REASONING = ["reasoning_content", "reasoning"] as const;
/** Members with signed or encrypted reasoning. */
const SIGNED = ["reasoning_details", "thinking_blocks"] as const;

/** A call is a member of its message; of old requests, `function_call`, which a message of the role `function` answers. */
export const chat: BlockReader = (place) => {
  const { role } = place.message;
  if (role === "tool") return [resultBlock(place, 0)];
  if (role === "function") return [functionResult(place)];
  const type = TYPES[String(role)];
  const blocks = contentOf(place, type);
  return type === "ASSISTANT_MESSAGE" ? [...thinkingOf(place), ...blocks, ...callsOf(place)] : blocks;
};

function contentOf(place: MessagePlace, type: MessageType | undefined): Block[] {
  return readContentBlocks(place, place.message.content, "content", type, (part, index, path, user) => {
    if (!isRecord(part)) return [blockOf(place, 0, undefined)];
    if (part.type === "text" && typeof part.text === "string") {
      return textBlocks(place, 0, [...path, "text"], part.text, type, user);
    }
    return [blockOf(place, index, MEDIA.has(part.type) || part.type === "refusal" ? type : undefined)];
  });
}

function thinkingOf(place: MessagePlace): Block[] {
  const { message, messageIndex } = place;
  const isSigned = SIGNED.some((key) => Array.isArray(message[key]) && message[key].length > 0);
  return REASONING.flatMap((key) => {
    const text = nonEmpty(message[key]);
    if (text === undefined) return [];
    const texts = isSigned ? [] : plain([messageIndex, key], text);
    return [blockOf(place, 0, "ASSISTANT_THINKING", { texts })];
  });
}

function callsOf(place: MessagePlace): Block[] {
  const { message, messageIndex } = place;
  const calls: readonly unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const blocks = calls.flatMap((call, index) => (isRecord(call) ? [callOf(place, call, index)] : []));
  const legacy = message.function_call;
  if (!isRecord(legacy)) return blocks;
  const texts = argumentTexts(legacy.arguments, [messageIndex, "function_call", "arguments"]);
  const args = callArguments(legacy.arguments);
  return [
    ...blocks,
    blockOf(place, 0, "TOOL_CALL", { texts, call: { id: undefined, name: nonEmpty(legacy.name), args } }),
  ];
}

function callOf(place: MessagePlace, call: JsonRecord, index: number): Block {
  const path = [place.messageIndex, "tool_calls", index];
  const called = isRecord(call.function) ? call.function : undefined;
  const custom = isRecord(call.custom) ? call.custom : undefined;
  const texts = called
    ? argumentTexts(called.arguments, [...path, "function", "arguments"])
    : plain([...path, "custom", "input"], nonEmpty(custom?.input) ?? "");
  const name = nonEmpty(called?.name) ?? nonEmpty(custom?.name);
  const args = callArguments(called?.arguments, custom?.input);
  return blockOf(place, 0, "TOOL_CALL", { texts, call: { id: nonEmpty(call.id), name, args } });
}

function functionResult(place: MessagePlace): Block {
  const { name, content } = place.message;
  const texts = plain([place.messageIndex, "content"], nonEmpty(content) ?? "");
  return blockOf(place, 0, "TOOL_RESULT", { texts, call: { id: undefined, name: nonEmpty(name), args: undefined } });
}

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
const TEXTS: ReadonlySet<unknown> = new Set(["input_text", "output_text", "text"]);
const MEDIA: ReadonlySet<unknown> = new Set(["input_image", "input_file", "refusal"]);

/** Every item is one thing. Reasoning is encrypted or kept by the provider, so it stays. */
export const responses: BlockReader = (place) => {
  const { type } = place.message;
  if (typeof type !== "string" || type === "message") return messageBlocks(place);
  if (type === "reasoning") return [blockOf(place, 0, "ASSISTANT_THINKING")];
  if (type === "mcp_call") return [callBlock(place), resultBlock(place, 0)];
  if (type.endsWith("_call")) return [callBlock(place)];
  return type.endsWith("_output") ? [resultBlock(place, 0)] : [blockOf(place, 0, undefined)];
};

function messageBlocks(place: MessagePlace): Block[] {
  const { role, content } = place.message;
  const type = TYPES[String(role)];
  return readContentBlocks(place, content, "content", type, (part, blockIndex, path, user) => {
    if (!isRecord(part)) return [blockOf(place, blockIndex, undefined)];
    if (TEXTS.has(part.type) && typeof part.text === "string") {
      return textBlocks(place, blockIndex, [...path, "text"], part.text, type, user);
    }
    return [blockOf(place, blockIndex, MEDIA.has(part.type) ? type : undefined)];
  });
}

function callBlock(place: MessagePlace): Block {
  const item = place.message;
  const call = {
    id: nonEmpty(item.call_id) ?? nonEmpty(item.id),
    name: nonEmpty(item.name),
    args: callArguments(item.arguments, item.input, item.action),
  };
  return blockOf(place, 0, "TOOL_CALL", { texts: textsOf(item, place.messageIndex), call });
}

function textsOf({ type, arguments: args, input }: JsonRecord, messageIndex: number) {
  if (type === "function_call") return argumentTexts(args, [messageIndex, "arguments"]);
  return type === "custom_tool_call" ? plain([messageIndex, "input"], nonEmpty(input) ?? "") : [];
}

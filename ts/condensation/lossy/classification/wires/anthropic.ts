import { isRecord, type JsonRecord, nonEmpty } from "../../../../text/json-value.js";
import { callArguments } from "../../../../wires/known-calls.js";
import type { Block } from "../block.js";
import type { MessageType } from "../message-type.js";
import {
  argumentTexts,
  type BlockReader,
  blockOf,
  type MessagePlace,
  readContentBlocks,
  resultBlock,
  textBlocks,
} from "../raw.js";

const TYPES: Readonly<Record<string, MessageType>> = {
  user: "USER_MESSAGE",
  assistant: "ASSISTANT_MESSAGE",
  system: "SYSTEM_MESSAGE",
};
const MEDIA: ReadonlySet<unknown> = new Set(["image", "document"]);
const THINKING: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking"]);

/** A message of the user's may hold results, texts and images, in any order. */
export const anthropic: BlockReader = (place) => {
  const { role, content } = place.message;
  const type = TYPES[String(role)];
  return readContentBlocks(place, content, "content", type, (block, blockIndex, path, user) => {
    if (!isRecord(block)) return [blockOf(place, blockIndex, undefined)];
    if (block.type === "text" && typeof block.text === "string") {
      return textBlocks(place, blockIndex, [...path, "text"], block.text, type, user);
    }
    return [otherBlock(place, block, blockIndex, type)];
  });
};

function otherBlock(place: MessagePlace, block: JsonRecord, blockIndex: number, type: MessageType | undefined): Block {
  if (type === "USER_MESSAGE" && block.type === "tool_result") return resultBlock(place, blockIndex);
  if (type === "USER_MESSAGE" && MEDIA.has(block.type)) return blockOf(place, blockIndex, type);
  if (type === "ASSISTANT_MESSAGE" && block.type === "tool_use") {
    const path = [place.messageIndex, "content", blockIndex, "input"];
    const call = { id: nonEmpty(block.id), name: nonEmpty(block.name), args: callArguments(block.input) };
    return blockOf(place, blockIndex, "TOOL_CALL", { texts: argumentTexts(block.input, path), call });
  }
  if (type === "ASSISTANT_MESSAGE" && THINKING.has(block.type)) {
    return blockOf(place, blockIndex, "ASSISTANT_THINKING", { isRemovable: true });
  }
  return blockOf(place, blockIndex, undefined);
}

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

const CALLS = ["functionCall", "function_call"] as const;
const RESPONSES = ["functionResponse", "function_response"] as const;
const FILES = ["inlineData", "inline_data", "fileData", "file_data"] as const;
const SIGNATURES = ["thoughtSignature", "thought_signature"] as const;

/** Parts that carry a signature stay as they are. */
export const gemini: BlockReader = (place) => {
  const { role, parts } = place.message;
  const type = typeOf(role);
  return readContentBlocks(place, parts, "parts", type, (part, blockIndex, path, user) => {
    if (!isRecord(part)) return [blockOf(place, blockIndex, undefined)];
    const isSigned = SIGNATURES.some((key) => part[key] != null);
    if (typeof part.text !== "string") return [otherBlock(place, part, blockIndex, type, isSigned)];
    if (part.thought === true) {
      return [
        blockOf(place, blockIndex, "ASSISTANT_THINKING", {
          texts: isSigned ? [] : plain([...path, "text"], part.text),
        }),
      ];
    }
    if (isSigned) return [blockOf(place, blockIndex, type)];
    return textBlocks(place, blockIndex, [...path, "text"], part.text, type, user);
  });
};

function typeOf(role: unknown): MessageType | undefined {
  if (role === "model") return "ASSISTANT_MESSAGE";
  if (role === undefined || role === "user") return "USER_MESSAGE";
  return role === "system" ? "SYSTEM_MESSAGE" : undefined;
}

function otherBlock(
  place: MessagePlace,
  part: JsonRecord,
  blockIndex: number,
  type: MessageType | undefined,
  isSigned: boolean,
): Block {
  if (RESPONSES.some((key) => isRecord(part[key]))) return resultBlock(place, blockIndex);
  const key = CALLS.find((one) => isRecord(part[one]));
  const called = key === undefined ? undefined : part[key];
  if (key !== undefined && isRecord(called)) {
    const path = [place.messageIndex, "parts", blockIndex, key, "args"];
    const texts = isSigned ? [] : argumentTexts(called.args, path);
    const call = { id: nonEmpty(called.id), name: nonEmpty(called.name), args: callArguments(called.args) };
    return blockOf(place, blockIndex, "TOOL_CALL", { texts, call });
  }
  const isFile = FILES.some((one) => isRecord(part[one]));
  return blockOf(place, blockIndex, isFile ? type : undefined);
}

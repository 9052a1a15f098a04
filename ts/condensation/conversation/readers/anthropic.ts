import type { JsonRecord } from "../../../text/json-value.js";
import type { Path } from "../../../wires/define-wire.js";
import type { ReadBlock } from "../block.js";
import { type ConversationReader, called, readContent, said, shown, thought, unknown } from "./reader.js";

/** Anthropic Messages. Signed thinking is never rewritten. */
export const anthropic: ConversationReader = {
  blocksOf: ({ content }) => readContent(content, "content", readBlock),
  assistantMessage: (text) => ({ role: "assistant", content: [{ type: "text", text }] }),
  withSystem: (request, system) => ({ ...request, system }),
};

function readBlock(block: JsonRecord, index: number, path: Path): ReadBlock | undefined {
  switch (block.type) {
    case "text":
      return typeof block.text === "string" ? said(block.text, index, [...path, "text"]) : unknown(index);
    case "tool_use":
      return called({ id: block.id, name: block.name, args: block.input }, index, [...path, "input"]);
    case "thinking":
    case "redacted_thinking": {
      const text = typeof block.thinking === "string" ? block.thinking : "";
      const isSigned = block.signature !== undefined || block.type === "redacted_thinking";
      return thought(text, index, isSigned ? undefined : [...path, "thinking"]);
    }
    case "image":
    case "document":
      return shown(index);
    case "tool_result":
      return undefined;
    default:
      return unknown(index);
  }
}

// Messages that hold tool results and words of the user at once: what the user typed while the tools ran. The results go
// with their calls; the words are the user's like any others.
//
//   anthropic    { role: "user", content: [tool_result …, text, image …] }
//   gemini       { role: "user", parts: [functionResponse …, text …] }
//
// On the other wires a result is a message of its own.

import type { Wire } from "../contract/report.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";

/** Such a message, and which of its blocks are results. */
export interface MixedMessage {
  /** 0-based index of the message. */
  message: number;
  /** 0-based indexes of blocks, ascending; never all of them. */
  results: readonly number[];
}

/** The key of the list of blocks in a message. */
export const blockKey = (wire: Wire): "content" | "parts" => (wire === "gemini" ? "parts" : "content");

/** Whether a block is a tool result. */
export function isResultBlock(wire: Wire, block: unknown): boolean {
  return wire === "gemini" ? isGeminiResponse(block) : isRecord(block) && block.type === "tool_result";
}

export const isGeminiResponse = (part: unknown): boolean =>
  isRecord(part) && isRecord(part.functionResponse ?? part.function_response);

/** The results in a message that has something else, too; undefined for any other message. */
export function resultsBesideText(wire: Wire, message: unknown): readonly number[] | undefined {
  if (!isRecord(message) || (wire !== "anthropic" && wire !== "gemini")) return undefined;
  const blocks: unknown = message[blockKey(wire)];
  if (!Array.isArray(blocks)) return undefined;
  const results = blocks.flatMap((block, index) => (isResultBlock(wire, block) ? [index] : []));
  return results.length === 0 || results.length === blocks.length ? undefined : results;
}

/** A copy of a message without some of its blocks. */
export function withoutBlocks(wire: Wire, message: JsonRecord, gone: readonly number[]): JsonRecord {
  const blocks: unknown = message[blockKey(wire)];
  if (!Array.isArray(blocks)) return message;
  const left = new Set(gone);
  return { ...message, [blockKey(wire)]: blocks.filter((_, index) => !left.has(index)) };
}

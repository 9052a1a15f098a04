// Messages with both tool results and words of the user, typed while the tools ran. The results go with their calls;
// the words are treated like all words of the user.
//
//   anthropic    { role: "user", content: [tool_result …, text, image …] }
//   gemini       { role: "user", parts: [functionResponse …, text …] }
//
// On the other wires a result is a message of its own.

import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { WireDefinition } from "../wires/define-wire.js";

/** Such a message, and the indexes of its result blocks. */
export interface MixedMessage {
  /** 0-based index of the message. */
  message: number;
  /** 0-based indexes of blocks, ascending; never all of them. */
  results: readonly number[];
}

/** The results in a message that has other blocks too; undefined for any other message. */
export function resultsBesideText(wire: WireDefinition, message: unknown): readonly number[] | undefined {
  if (!isRecord(message) || !wire.blocks.holdResults) return undefined;
  const blocks: unknown = message[wire.blocks.key];
  if (!Array.isArray(blocks)) return undefined;
  const results = blocks.flatMap((block, index) => (wire.blocks.isResult(block) ? [index] : []));
  return results.length === 0 || results.length === blocks.length ? undefined : results;
}

/** Copies a message without some of its blocks. */
export function withoutBlocks(wire: WireDefinition, message: JsonRecord, gone: readonly number[]): JsonRecord {
  const blocks: unknown = message[wire.blocks.key];
  if (!Array.isArray(blocks)) return message;
  const left = new Set(gone);
  return { ...message, [wire.blocks.key]: blocks.filter((_, index) => !left.has(index)) };
}

// A conversation as a flat list of blocks and texts. Everything that makes it smaller works on the texts alone, so no
// machine of this room knows a wire.
//
//   messages  ▶  blocks, each with a type  ▶  texts, numbered  ▶  other texts  ▶  messages

import type { Wire } from "../../../contract/report.js";
import { readSummaryMessage } from "../../../history/summary-message.js";
import { textPaths } from "../../../masking/apply.js";
import { isRecord, type JsonRecord } from "../../../text/json-value.js";
import type { WireDefinition } from "../../../wires/define-wire.js";
import { WIRES } from "../../../wires/index.js";
import { resultPath } from "../../../wires/result-path.js";
import { type ToolResult, textsOf } from "../../../wires/transcript.js";
import { type WireTable, wireTable } from "../../../wires/wire-table.js";
import type { Block, BlockText } from "./block.js";
import type { BlockReader, MessagePlace } from "./raw.js";
import { anthropic } from "./wires/anthropic.js";
import { chat } from "./wires/chat.js";
import { chatMessageBlocks } from "./wires/chat-messages.js";
import { gemini } from "./wires/gemini.js";
import { responses } from "./wires/responses.js";

const READERS: WireTable<BlockReader> = wireTable<BlockReader>({
  "openai-chat": chat,
  "openai-responses": responses,
  anthropic,
  gemini,
});

/** A text of a conversation that may be replaced. */
export interface Slot extends BlockText {
  /** 0-based, among the conversation's slots. */
  index: number;
  block: Block;
}

/** A conversation that was read. */
export interface Conversation {
  messages: readonly unknown[];
  /** Undefined for a list of `ChatMessage`. */
  wire: Wire | undefined;
  /** In document order. */
  blocks: readonly Block[];
  /** In document order. */
  slots: readonly Slot[];
}

/**
 * Reads the blocks of a conversation. Linear.
 *
 * @param wire Undefined for a list of `ChatMessage`.
 */
export function readConversation(messages: readonly unknown[], wire: Wire | undefined): Conversation {
  const definition = wire === undefined ? undefined : WIRES.of(wire);
  const read = wire === undefined ? chatMessageBlocks : READERS.of(wire);
  const results = definition === undefined ? new Map<string, ToolResult>() : resultsOf(definition, messages);
  const request = definition === undefined ? {} : { [definition.listKey]: messages };
  let before = "";
  const blocks = messages.flatMap((message, messageIndex): Block[] => {
    if (!isRecord(message)) return [{ type: undefined, messageIndex, blockIndex: 0, texts: [] }];
    const place: MessagePlace = {
      message,
      messageIndex,
      before,
      resultAt: (blockIndex) => results.get(`${messageIndex}/${blockIndex}`),
      textsOf: (result) => (definition === undefined ? [] : resultTexts(definition, request, result)),
    };
    const found = read(place);
    const own = isOwnSummary(message, found) ? found.map(asSystem) : found;
    if (own.some(({ type }) => type === "ASSISTANT_MESSAGE" || type === "TOOL_CALL")) before = sayingsOf(own);
    return own;
  });
  const slots = blocks.flatMap((block) => block.texts.map((text) => ({ ...text, block, index: 0 })));
  for (const [index, slot] of slots.entries()) slot.index = index;
  return { messages, wire, blocks, slots };
}

function resultsOf(definition: WireDefinition, messages: readonly unknown[]): Map<string, ToolResult> {
  const { results } = definition.read(messages);
  return new Map(results.map((result) => [`${result.messageIndex}/${result.blockIndex}`, result]));
}

function resultTexts(definition: WireDefinition, request: JsonRecord, result: ToolResult): BlockText[] {
  if (result.ambiguous) return [];
  const at = resultPath(definition, request, result);
  const paths = textPaths(request, at, result.content);
  return textsOf(result.content).flatMap((text, index) => {
    const path = paths[index]?.slice(1);
    return path === undefined || text === "" ? [] : [{ path, form: "text" as const, text }];
  });
}

/** A summary of an earlier condensation is data of ours; making it smaller again would lose what is left. */
function isOwnSummary(message: JsonRecord, blocks: readonly Block[]): boolean {
  if (message.isSummary === true) return true;
  const [block] = blocks;
  const [text] = block?.texts ?? [];
  if (block?.type !== "USER_MESSAGE" || text === undefined || !text.text.startsWith("[Summary of ")) return false;
  return readSummaryMessage({ role: "user", content: text.text }) !== undefined;
}

const asSystem = (block: Block): Block => ({ ...block, type: "SYSTEM_MESSAGE" });

function sayingsOf(blocks: readonly Block[]): string {
  return blocks.flatMap(({ texts }) => texts.map(({ text }) => text)).join("");
}

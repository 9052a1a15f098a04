// A conversation as typed blocks and numbered texts. Everything that makes it smaller works on the texts alone.
//
//   blocks  ▶  typed blocks  ▶  texts, numbered  ▶  other texts  ▶  messages

import { readSummaryMessage } from "../../../history/summary-message.js";
import { toPointer } from "../../../text/json-pointer.js";
import { type Path, pathFrom } from "../../../wires/define-wire.js";
import { textPaths } from "../../../wires/result-path.js";
import { type ToolResult, textsOf } from "../../../wires/transcript.js";
import type { Block } from "../../conversation/block.js";
import type { Conversation } from "../../conversation/open.js";
import type { MessageType } from "../../providers/base/message-type.js";
import type { Slot, TypedBlock } from "./block.js";
import { headerAlone, type Segment, type SpelledCall, splitAssistantText, splitUserText } from "./segments.js";

/** Keys and indexes from the list of messages to a slot's value. */
export const pathOf = ({ block, inMessage }: Slot): Path => pathFrom(block.messageIndex, inMessage);

/** The same as a JSON Pointer. */
export const placeOf = (slot: Slot): string => toPointer(pathOf(slot));

/** Whether two texts are of one value. */
export const isSamePlace = (one: Slot, other: Slot): boolean =>
  one.block.messageIndex === other.block.messageIndex &&
  (one.inMessage === other.inMessage ||
    (one.inMessage.length === other.inMessage.length && one.inMessage.every((key, at) => key === other.inMessage[at])));

/** A conversation whose blocks have types. */
export interface TypedConversation {
  conversation: Conversation;
  /** In document order. */
  blocks: readonly TypedBlock[];
  /** In document order. */
  slots: readonly Slot[];
}

/**
 * Finds the type of every block. Linear.
 *
 * @param pointers JSON Pointers, from the list of messages, to texts that an earlier condensation put in the place of
 *   results: they are no words of the user's, wherever they are. Default: there are none.
 */
export function classify(conversation: Conversation, pointers: ReadonlySet<string> = NONE): TypedConversation {
  const classifier = new Classifier(conversation, pointers);
  for (const source of conversation.blocks) classifier.read(source);
  const { blocks, slots } = classifier;
  return { conversation, blocks, slots };
}

const NONE: ReadonlySet<string> = new Set();
/** Texts of all blocks that have none; never changed. */
const NO_SLOTS: Slot[] = [];

class Classifier {
  readonly blocks: TypedBlock[] = [];
  readonly slots: Slot[] = [];
  readonly #conversation: Conversation;
  readonly #pointers: ReadonlySet<string>;
  /** The text of the newest message of the assistant's, and of the one that is being read. */
  #before = "";
  #saying = { messageIndex: -1, text: "" };
  /** The call whose header was the user's last text, and its message. */
  #header: { messageIndex: number; call: SpelledCall } | undefined;

  constructor(conversation: Conversation, pointers: ReadonlySet<string>) {
    this.#conversation = conversation;
    this.#pointers = pointers;
  }

  /** Adds the typed blocks of a block. */
  read(block: Block): void {
    if (this.#isSystem(block)) {
      this.#add(block, "SYSTEM_MESSAGE");
      return;
    }
    if (block.author === "assistant") this.#note(block);
    switch (block.kind) {
      case "text":
        this.#split(block);
        break;
      case "call":
        this.#addPlaced(block, "TOOL_CALL");
        break;
      case "result":
        this.#addResult(block);
        break;
      case "thinking":
        this.#addThinking(block);
        break;
      default:
        this.#add(block, block.author === "assistant" ? "ASSISTANT_MESSAGE" : "USER_MESSAGE");
    }
  }

  #isSystem({ kind, author, text, messageIndex }: Block): boolean {
    if (kind === "unknown" || author === "system" || (author === "other" && kind === "text")) return true;
    const message = this.#conversation.messages[messageIndex];
    if (message?.isSummary === true) return true;
    const isSummary = author === "user" && kind === "text" && text.startsWith("[Summary of ");
    return isSummary && readSummaryMessage({ role: "user", content: text }) !== undefined;
  }

  #note({ messageIndex, text }: Block): void {
    const isNew = this.#saying.messageIndex !== messageIndex;
    this.#saying = { messageIndex, text: isNew ? text : this.#saying.text + text };
    this.#before = this.#saying.text;
  }

  #split(block: Block): void {
    const { messageIndex, author, text } = block;
    if (author === "assistant") {
      this.#addParts(block, splitAssistantText(text));
      return;
    }
    if (this.#pointers.size > 0 && this.#pointers.has(toPointer(pathFrom(messageIndex, block.place?.path ?? [])))) {
      this.#addPlaced(block, "TOOL_RESULT");
      return;
    }
    const continues = this.#header?.messageIndex === messageIndex ? this.#header.call : undefined;
    const call = headerAlone(text, this.#before);
    this.#header = call === undefined ? undefined : { messageIndex, call };
    this.#addParts(block, splitUserText(text, { before: this.#before, continues }));
  }

  #addParts(block: Block, segments: readonly Segment[]): void {
    const path = block.text === "" ? undefined : block.place?.path;
    for (const { type, text, call } of segments) {
      const typed = this.#add(block, type);
      if (path !== undefined) this.#addText(typed, path, "text", text);
      if (call !== undefined) typed.call = { callId: undefined, toolName: call.tool, args: call.args };
    }
  }

  #addThinking(block: Block): void {
    const { wire, messages } = this.#conversation;
    const message = messages[block.messageIndex] ?? {};
    const found = wire.thinkingIn(message);
    const own = wire.thinkingIsBlock ? found.find(({ blockIndex }) => blockIndex === block.blockIndex) : undefined;
    // Beside thinking that is signed, its text stays as well.
    const isFixed = found.some(({ stays }) => stays) && !wire.thinkingIsBlock && !wire.isReasoning(message);
    const typed = isFixed ? this.#add(block, "ASSISTANT_THINKING") : this.#addPlaced(block, "ASSISTANT_THINKING");
    if (own !== undefined) typed.isRemovable = !own.stays && block.element !== undefined;
  }

  #addResult(block: Block): void {
    const { result, text } = block;
    if (result === undefined) {
      this.#addPlaced(block, "TOOL_RESULT");
      return;
    }
    const typed = this.#add(block, "TOOL_RESULT");
    if (result.ambiguous) return;
    if (result.content.kind !== "text") this.#addTexts(typed, result);
    else if (text !== "") this.#addText(typed, this.#contentPath(result), "text", text);
  }

  /** The texts of a result that is no plain text. */
  #addTexts(typed: TypedBlock, result: ToolResult): void {
    const message = this.#conversation.messages[result.messageIndex] ?? {};
    const paths =
      result.content.kind === "response" ? [] : textPaths(message, this.#contentPath(result), result.content);
    for (const [index, text] of textsOf(result.content).entries()) {
      const own = paths[index];
      if (own !== undefined && text !== "") this.#addText(typed, own, "text", text);
    }
  }

  /** Keys and indexes from a result's message to its content. */
  #contentPath({ messageIndex, blockIndex }: ToolResult): Path {
    const { contentPath, isSnakeCase } = this.#conversation.wire;
    return contentPath(blockIndex, isSnakeCase(this.#conversation.messages[messageIndex], blockIndex));
  }

  /** Adds a block with its own text in its place, if it has one. */
  #addPlaced(block: Block, type: MessageType): TypedBlock {
    const typed = this.#add(block, type);
    const { place, text, kind } = block;
    if (place === undefined || text === "") return typed;
    const isJson = kind === "call" && text.startsWith("{");
    this.#addText(typed, place.path, place.form === "object" ? "object" : isJson ? "json" : "text", text);
    return typed;
  }

  #addText(block: TypedBlock, inMessage: Path, form: Slot["form"], text: string): void {
    const slot: Slot = { index: this.slots.length, block, inMessage, form, text };
    if (block.texts.length === 0) block.texts = [slot];
    else block.texts.push(slot);
    this.slots.push(slot);
  }

  /** Adds a block without texts. All have the same members in the same order, which an engine reads faster. */
  #add(source: Block, type: MessageType): TypedBlock {
    const isCall = source.kind === "call" || source.kind === "result";
    const block: TypedBlock = {
      type,
      messageIndex: source.messageIndex,
      texts: NO_SLOTS,
      source,
      call: isCall ? source : undefined,
      isError: source.kind === "result" && source.error === "yes",
      isRemovable: false,
    };
    this.blocks.push(block);
    return block;
  }
}

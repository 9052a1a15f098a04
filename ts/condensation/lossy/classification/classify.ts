// A conversation as typed blocks and numbered texts. Everything that makes it smaller works on the texts alone.
//
//   blocks  ▶  typed blocks  ▶  texts, numbered  ▶  other texts  ▶  messages

import { readSummaryMessage } from "../../../history/summary-message.js";
import { textPaths } from "../../../masking/apply.js";
import type { JsonRecord } from "../../../text/json-value.js";
import { type Path, pathFrom } from "../../../wires/define-wire.js";
import { resultPath } from "../../../wires/result-path.js";
import { textsOf } from "../../../wires/transcript.js";
import type { Block } from "../../conversation/block.js";
import type { Conversation } from "../../conversation/open.js";
import type { MessageType } from "../../providers/base/message-type.js";
import type { BlockText, TypedBlock } from "./block.js";
import { headerAlone, type Segment, splitAssistantText, splitUserText } from "./segments.js";

/** A text of a conversation that may be replaced. */
export interface Slot extends BlockText {
  /** 0-based, among the conversation's slots. */
  index: number;
  block: TypedBlock;
}

/** Whether two texts are of one value. */
export const isSamePath = (one: Path, other: Path): boolean =>
  one.length === other.length && one.every((key, at) => key === other[at]);

/** A conversation whose blocks have types. */
export interface TypedConversation {
  conversation: Conversation;
  /** In document order. */
  blocks: readonly TypedBlock[];
  /** In document order. */
  slots: readonly Slot[];
}

/** Finds the type of every block. Linear. */
export function classify(conversation: Conversation): TypedConversation {
  const classifier = new Classifier(conversation);
  const blocks: TypedBlock[] = [];
  const slots: Slot[] = [];
  for (const source of conversation.blocks) {
    for (const block of classifier.read(source)) {
      blocks.push(block);
      for (const { path, form, text } of block.texts) slots.push({ path, form, text, index: slots.length, block });
    }
  }
  return { conversation, blocks, slots };
}

class Classifier {
  readonly #conversation: Conversation;
  readonly #request: JsonRecord;
  /** The text of the newest message of the assistant's, and of the one that is being read. */
  #before = "";
  #saying = { messageIndex: -1, text: "" };
  /** The tool whose header was the user's last text, and its message. */
  #header: { messageIndex: number; tool: string } | undefined;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
    this.#request = { [conversation.wire.listKey]: conversation.messages };
  }

  read(block: Block): TypedBlock[] {
    if (this.#isSystem(block)) return [this.#typed(block, "SYSTEM_MESSAGE", [])];
    if (block.author === "assistant") this.#note(block);
    switch (block.kind) {
      case "text":
        return this.#split(block);
      case "call":
        return [this.#typed(block, "TOOL_CALL", placed(block))];
      case "result":
        return [this.#typed(block, "TOOL_RESULT", this.#resultTexts(block))];
      case "thinking":
        return [this.#thinking(block)];
      default:
        return [this.#typed(block, block.author === "assistant" ? "ASSISTANT_MESSAGE" : "USER_MESSAGE", [])];
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

  #split(block: Block): TypedBlock[] {
    const { messageIndex, author, text } = block;
    if (author === "assistant") return this.#parts(block, splitAssistantText(text));
    const continues = this.#header?.messageIndex === messageIndex ? this.#header.tool : undefined;
    const tool = headerAlone(text, this.#before);
    this.#header = tool === undefined ? undefined : { messageIndex, tool };
    return this.#parts(block, splitUserText(text, { before: this.#before, continues }));
  }

  #parts(block: Block, segments: readonly Segment[]): TypedBlock[] {
    const [own] = placed(block);
    return segments.map(({ type, text, tool }) => {
      const typed = this.#typed(block, type, own === undefined ? [] : [{ path: own.path, form: "text", text }]);
      if (tool !== undefined) typed.call = { id: undefined, name: tool, args: undefined };
      return typed;
    });
  }

  #thinking(block: Block): TypedBlock {
    const { wire, messages } = this.#conversation;
    const message = messages[block.messageIndex] ?? {};
    const found = wire.thinkingIn(message);
    const own = wire.thinkingIsBlock ? found.find(({ blockIndex }) => blockIndex === block.blockIndex) : undefined;
    // Beside thinking that is signed, its text stays as well.
    const isFixed = found.some(({ stays }) => stays) && !wire.thinkingIsBlock && !wire.isReasoning(message);
    const typed = this.#typed(block, "ASSISTANT_THINKING", isFixed ? [] : placed(block));
    return own === undefined ? typed : { ...typed, isRemovable: !own.stays && block.element !== undefined };
  }

  #resultTexts(block: Block): BlockText[] {
    const { result } = block;
    if (result === undefined) return placed(block);
    if (result.ambiguous) return [];
    const at = resultPath(this.#conversation.wire, this.#request, result);
    const { kind } = result.content;
    if (kind === "text") return block.text === "" ? [] : [{ path: at.slice(1), form: "text", text: block.text }];
    const paths = textPaths(this.#request, at, result.content);
    return textsOf(result.content).flatMap((text, index) => {
      const path = paths[index]?.slice(1);
      return path === undefined || text === "" ? [] : [{ path, form: "text" as const, text }];
    });
  }

  #typed(source: Block, type: MessageType, texts: BlockText[]): TypedBlock {
    const { messageIndex, callId, toolName, args, kind, error } = source;
    if (kind !== "call" && kind !== "result") return { type, messageIndex, texts, source };
    const call = { id: callId, name: toolName, args };
    return { type, messageIndex, texts, source, call, isError: error === "yes" };
  }
}

/** The text of a block in its place. */
function placed({ place, text, messageIndex, kind }: Block): BlockText[] {
  if (place === undefined || text === "") return [];
  const path = pathFrom(messageIndex, place.path);
  if (place.form === "object") return [{ path, form: "object", text }];
  return [{ path, form: kind === "call" && text.startsWith("{") ? "json" : "text", text }];
}

import type { MessageRole, Path } from "../../wires/define-wire.js";
import type { CallArguments, ErrorMarker, ToolResult } from "../../wires/transcript.js";

/** What a block is. `unknown`: anything that no reader knows, which is never changed. */
export type BlockKind = "text" | "call" | "result" | "thinking" | "media" | "unknown";

/** Where a block's text is in its message, and in what form. */
export interface BlockPlace {
  /** Keys and indexes from the message to the text or the arguments. */
  path: Path;
  /** `object`: arguments as an object, whose JSON is the block's text. */
  form: "string" | "object";
}

/** A block of a conversation: some text, a call, a result … The same for all wires. */
export interface Block {
  /** 0-based, among the conversation's messages. */
  messageIndex: number;
  /** 0-based, among its message's blocks: its place in the message's list; calls beside the list come after it. */
  blockIndex: number;
  author: MessageRole;
  kind: BlockKind;
  /** The readable text; the JSON of a call's arguments; the texts of a result, joined by newlines. */
  text: string;
  /** Id that a call and its results share; undefined where there is none. */
  callId: string | undefined;
  /** Tool of a call, or of the call that a result answers. */
  toolName: string | undefined;
  /** Arguments of a call, or of the call that a result answers. */
  args: CallArguments;
  /** Of a result: whether the wire marks it as an error. */
  error: ErrorMarker;
  /** Of a result: as the planners of reductions see it. */
  result: ToolResult | undefined;
  /** Where the text is, of a block that is no result; undefined where it must not change, such as signed thinking. */
  place: BlockPlace | undefined;
  /**
   * Keys and indexes from the message to the element that is left out with the block; empty: the message itself. Undefined
   * where it must stay.
   */
  element: Path | undefined;
}

/** The parts of a block that a reader has to tell. */
export type ReadBlock = Pick<Block, "blockIndex" | "kind" | "text"> &
  Partial<Pick<Block, "callId" | "toolName" | "args" | "place" | "element">>;

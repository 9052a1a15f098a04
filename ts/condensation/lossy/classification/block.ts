import type { Path } from "../../../wires/define-wire.js";
import type { Block } from "../../conversation/block.js";
import type { MessageType } from "../../providers/base/message-type.js";

/** The call that a block makes or answers. */
export type BlockCall = Pick<Block, "callId" | "toolName" | "args">;

/** A text of a block that another text can take the place of. */
export interface Slot {
  /** 0-based, among the conversation's slots. */
  index: number;
  block: TypedBlock;
  /**
   * Keys and indexes from the block's message to the value. Several texts of one place are, joined, one string: a user's
   * words and a result that a client wrote into the same text.
   */
  inMessage: Path;
  /** `object`: the value is an object, and `text` is it as JSON. `json`: the value is a string of JSON. */
  form: "text" | "json" | "object";
  text: string;
}

/** A block of one message, or a part of its text, and what it is. */
export interface TypedBlock {
  type: MessageType;
  /** 0-based, among the messages. */
  messageIndex: number;
  /** None where the block cannot be made smaller. */
  texts: Slot[];
  /** Of calls and results. @default none is known */
  call?: BlockCall | undefined;
  /** Whether it is the result of a call that failed. @default false */
  isError?: boolean;
  /** Whether the block can be left out as a whole, as thinking can. @default false */
  isRemovable?: boolean;
  /** The block that it is, or is a part of. */
  source: Block;
}

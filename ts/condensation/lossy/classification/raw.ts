// What readers of wires share.
import { isRecord, type JsonRecord } from "../../../text/json-value.js";
import type { Path } from "../../../wires/define-wire.js";
import type { ToolResult } from "../../../wires/transcript.js";
import type { Block, BlockText } from "./block.js";
import type { MessageType } from "./message-type.js";
import { type Answered, headerAlone, type Segment, splitAssistantText, splitUserText } from "./segments.js";

/** A message and what is around it. */
export interface MessagePlace {
  message: JsonRecord;
  messageIndex: number;
  /** The text of the assistant's message before. */
  before: string;
  /** The result in block `blockIndex` of this message, as the wire's reader has it. */
  resultAt(blockIndex: number): ToolResult | undefined;
  /** The texts of that result. */
  textsOf(result: ToolResult): BlockText[];
}

/** Reads the blocks of one message. */
export type BlockReader = (place: MessagePlace) => Block[];

/** A block of a message. */
export function blockOf(
  { messageIndex }: MessagePlace,
  blockIndex: number,
  type: MessageType | undefined,
  more: Partial<Block> = {},
): Block {
  return { type, messageIndex, blockIndex, texts: [], ...more };
}

/** The text of a block that is one string. */
export const plain = (path: Path, text: string): BlockText[] => (text === "" ? [] : [{ path, form: "text", text }]);

/** A result; one that the wire's reader knows nothing of is a block without texts. */
export function resultBlock(place: MessagePlace, blockIndex: number): Block {
  const result = place.resultAt(blockIndex);
  if (result === undefined) return blockOf(place, blockIndex, "TOOL_RESULT");
  const { callId, toolName, args, errorMarker } = result;
  return blockOf(place, blockIndex, "TOOL_RESULT", {
    texts: place.textsOf(result),
    call: { id: callId, name: toolName, args },
    isError: errorMarker === "yes",
  });
}

/** The arguments of a call: an object, or a text that is JSON. */
export function argumentTexts(value: unknown, path: Path): BlockText[] {
  if (typeof value === "string" && value !== "") return [{ path, form: "json", text: value }];
  return isRecord(value) ? [{ path, form: "object", text: JSON.stringify(value) }] : [];
}

/** Texts of the user's message, which are several where it is a list. */
export class UserTexts {
  readonly #before: string;
  #continues: string | undefined;

  constructor(before: string) {
    this.#before = before;
  }

  /** The blocks of the next text. */
  read(place: MessagePlace, blockIndex: number, path: Path, text: string): Block[] {
    const answered: Answered = { before: this.#before, continues: this.#continues };
    this.#continues = headerAlone(text, this.#before);
    return segmentBlocks(place, blockIndex, path, splitUserText(text, answered));
  }
}

/** The blocks of a text of the assistant's. */
export function assistantBlocks(place: MessagePlace, blockIndex: number, path: Path, text: string): Block[] {
  return segmentBlocks(place, blockIndex, path, splitAssistantText(text));
}

function segmentBlocks(place: MessagePlace, blockIndex: number, path: Path, segments: readonly Segment[]): Block[] {
  return segments.map(({ type, text, tool }) =>
    blockOf(place, blockIndex, type, {
      texts: plain(path, text),
      ...(tool === undefined ? {} : { call: { id: undefined, name: tool, args: undefined } }),
    }),
  );
}

/** Reads a content that is a string or a list. One without anything is one block of the type of its message. */
export function readContentBlocks(
  place: MessagePlace,
  content: unknown,
  key: string,
  type: MessageType | undefined,
  readPart: (part: unknown, blockIndex: number, path: Path, user: UserTexts) => Block[],
): Block[] {
  const user = new UserTexts(place.before);
  const path: Path = [place.messageIndex, key];
  if (typeof content === "string") return textBlocks(place, 0, path, content, type, user);
  if (!Array.isArray(content) || content.length === 0) return [blockOf(place, 0, type)];
  return content.flatMap((part: unknown, index) => readPart(part, index, [...path, index], user));
}

/** The blocks of a text in a message of that type. */
export function textBlocks(
  place: MessagePlace,
  blockIndex: number,
  path: Path,
  text: string,
  type: MessageType | undefined,
  user: UserTexts,
): Block[] {
  if (type === "USER_MESSAGE") return user.read(place, blockIndex, path, text);
  if (type === "ASSISTANT_MESSAGE") return assistantBlocks(place, blockIndex, path, text);
  return [blockOf(place, blockIndex, type, { texts: plain(path, text) })];
}

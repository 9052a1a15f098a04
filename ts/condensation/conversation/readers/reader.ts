// What condensation needs of each kind of message list, and what its readers share.
import type { Wire } from "../../../contract/report.js";
import { isRecord, type JsonRecord, nonEmpty } from "../../../text/json-value.js";
import type { Path } from "../../../wires/define-wire.js";
import { callArguments } from "../../../wires/known-calls.js";
import type { ReadBlock } from "../block.js";

/** The reader of one kind of message list. */
export interface ConversationReader {
  /** The blocks of a message in order, except tool results. */
  blocksOf(message: JsonRecord): ReadBlock[];
  /** A message of the model with a text. */
  assistantMessage(text: string): JsonRecord;
  withSystem(request: JsonRecord, system: unknown): JsonRecord;
  /** How messages that are no wire's are sent. @default as they are */
  sentAs?: { wire: Wire; message(message: JsonRecord): JsonRecord };
}

/** For wires whose list begins with the system prompt. */
export const withSystemMessage = ({ messages, ...request }: JsonRecord, system: unknown): JsonRecord => ({
  ...request,
  messages: [{ role: "system", content: system }, ...(Array.isArray(messages) ? messages : [])],
});

/** Reads one element of a list of parts; undefined for a tool result. */
export type ReadPart = (part: JsonRecord, index: number, path: Path) => ReadBlock | undefined;

/** A content that is a text, or a list of parts. */
export function readContent(content: unknown, key: string, readPart: ReadPart): ReadBlock[] {
  if (typeof content === "string") return content === "" ? [] : [said(content, 0, [key])];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown, index) => {
    const block = isRecord(part) ? readPart(part, index, [key, index]) : unknown(index);
    if (block === undefined) return [];
    block.element ??= [key, index];
    return [block];
  });
}

/** A text. @param path Undefined where it must stay as it is. */
export const said = (text: string, blockIndex: number, path: Path | undefined): ReadBlock => ({
  kind: "text",
  text,
  blockIndex,
  place: path && { path, form: "string" },
});

/** Thinking. @param path Undefined where it is signed. */
export const thought = (text: string, blockIndex: number, path: Path | undefined): ReadBlock => ({
  ...said(text, blockIndex, path),
  kind: "thinking",
});

/** Anything that no reader knows. */
export const unknown = (blockIndex: number): ReadBlock => ({ kind: "unknown", text: "", blockIndex });

/** An image, a document or a sound. */
export const shown = (blockIndex: number): ReadBlock => ({ kind: "media", text: "", blockIndex });

/**
 * A call of a tool. Arguments are JSON as a text, or an object.
 *
 * @param path Undefined where they must stay as they are.
 * @param element As {@link ReadBlock} has it.
 */
export function called(
  { id, name, args }: { id: unknown; name: unknown; args: unknown },
  blockIndex: number,
  path: Path | undefined,
  element?: Path,
): ReadBlock {
  const known = callArguments(args);
  const isText = typeof known === "string";
  return {
    kind: "call",
    blockIndex,
    text: isText ? known : JSON.stringify(known ?? {}),
    callId: nonEmpty(id),
    toolName: typeof name === "string" ? name : undefined,
    args: known,
    place: path && known !== undefined ? { path, form: isText ? "string" : "object" } : undefined,
    element,
  };
}

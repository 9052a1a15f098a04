// A request as the pieces that thinking is bound to, in the order in which a model reads them: tools, system prompt, then
// each message's own members and its blocks.
import { withoutBillingLines } from "../../contract/volatile-text.js";
import { isRecord, type JsonRecord, nonEmpty } from "../../text/json-value.js";
import { CACHE_MARKERS } from "../../wires/units.js";
import type { PieceKind } from "./book.js";

/** Members whose value is any JSON, of a tool's author or of the model. */
const FREE: ReadonlySet<string> = new Set(["input", "input_schema", "parameters", "schema"]);

/**
 * A value as the provider reads it: without cache markers, and with members in one order. In arguments and schemas the
 * order stays and nothing is left out, because they reach the model as they are.
 */
function canonicalText(value: unknown, isFree = false): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map((one) => canonicalText(one, isFree)).join(",")}]`;
  const members = Object.entries(value).filter(
    ([key, one]) => one !== undefined && (isFree || !CACHE_MARKERS.has(key)),
  );
  if (!isFree) members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${canonicalText(one, isFree || FREE.has(key))}`).join(",")}}`;
}

/** A content as a list: every wire takes a string for a list of one text. */
function contentList(content: unknown): readonly unknown[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];
}

export interface Piece {
  kind: PieceKind;
  /** Equal pieces have equal texts. */
  text: string;
  byModel: boolean;
  isSigned: boolean;
  /** 0-based, in its message's list of blocks or of thinking. */
  blockIndex?: number;
  /** JSON Pointer, in the message or in the request. */
  path: string;
}

export interface SystemPieces {
  pieces: Piece[];
  /** Lines that were left out, because they change from request to request. */
  ignored: string;
}

/** Keys of messages with lists of thinking. LiteLLM has the first, OpenRouter the second. */
const THINKING_LISTS = ["thinking_blocks", "reasoning_details"] as const;
/** Keys of messages with the text of thinking for people, which no provider checks. */
const THINKING_TEXTS = ["reasoning_content", "reasoning"] as const;
const THINKING_TYPES: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking"]);
const SYSTEM_ROLES: ReadonlySet<unknown> = new Set(["system", "developer"]);
/** Members of a message that are pieces of their own. */
const OWN_PIECES: ReadonlySet<string> = new Set([...THINKING_LISTS, ...THINKING_TEXTS, "content", "tool_calls"]);

/** The pieces of one of the request's lists of tools. */
export function toolPieces(list: unknown, key: string): Piece[] {
  return listOf(list).map((tool, index) => pieceOf("tools", tool, `/${key}/${index}`));
}

/** The pieces of the system prompt outside the messages. */
export function systemPieces(system: unknown): SystemPieces {
  const isText = typeof system === "string";
  const blocks = contentList(system).map((block, index) =>
    pieceOf("system", block, isText ? "/system" : `/system/${index}`),
  );
  return withoutBilling(blocks, "system");
}

/** The pieces of a first message, which may be the system prompt. */
export function openingPieces(message: unknown): SystemPieces {
  const pieces = piecesOfMessage(message);
  const isSystem = isRecord(message) && SYSTEM_ROLES.has(message.role);
  return isSystem ? withoutBilling(pieces, "message") : { pieces, ignored: "" };
}

/** Without the billing lines with which the first text of a system prompt begins; a text of nothing else is left out. */
function withoutBilling(pieces: Piece[], kind: PieceKind): SystemPieces {
  const at = pieces.findIndex((piece) => piece.kind === kind && isText(piece));
  const first = pieces[at];
  if (first === undefined) return { pieces, ignored: "" };
  const block = JSON.parse(first.text) as { text: string };
  const { rest, lines } = withoutBillingLines(block.text);
  if (lines === "") return { pieces, ignored: "" };
  const kept = rest.trim() === "" ? [] : [{ ...first, text: canonicalText({ ...block, text: rest }) }];
  return { pieces: [...pieces.slice(0, at), ...kept, ...pieces.slice(at + 1)], ignored: lines };
}

const isText = ({ text }: Piece): boolean => text.startsWith('{"') && text.endsWith('"type":"text"}');

/** A message's own members, then its thinking, blocks and calls. Linear. */
export function piecesOfMessage(message: unknown): Piece[] {
  if (!isRecord(message)) return [pieceOf("message", message, "")];
  const byModel = isOfModel(message);
  if (message.type === "reasoning") return [{ ...pieceOf("thinking", message, ""), byModel }];
  const { content } = message;
  const frame = Object.fromEntries(Object.entries(message).filter(([key]) => !OWN_PIECES.has(key)));
  const isList = Array.isArray(content);
  const pieces = [
    pieceOf("message", frame, ""),
    ...THINKING_LISTS.flatMap((key) => listOf(message[key]).map((block, index) => thinkingOf(block, key, index))),
    ...contentList(content).map((block, index) => ({
      ...pieceOfBlock(block, isList ? `/content/${index}` : "/content"),
      blockIndex: index,
    })),
    ...listOf(message.tool_calls).map((call, index) => pieceOf("message", call, `/tool_calls/${index}`)),
  ];
  return pieces.map((piece) => ({ ...piece, byModel }));
}

const thinkingOf = (block: unknown, key: string, blockIndex: number): Piece => ({
  ...pieceOf("thinking", block, `/${key}/${blockIndex}`),
  blockIndex,
});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A block of a message's content. */
export function pieceOfBlock(block: unknown, path: string): Piece {
  if (!isRecord(block)) return pieceOf("message", block, path);
  if (THINKING_TYPES.has(block.type)) return pieceOf("thinking", block, path);
  if (block.type === "compaction") return pieceOf("compaction", block, path);
  const isResult = block.type === "tool_result";
  return pieceOf("message", isResult ? { ...block, content: contentList(block.content) } : block, path);
}

function pieceOf(kind: PieceKind, value: unknown, path: string): Piece {
  return { kind, text: canonicalText(value), byModel: false, isSigned: isSigned(value), path };
}

/** Whether a thinking block has what only its provider can write. */
const isSigned = (block: unknown): boolean =>
  isRecord(block) &&
  [block.signature, block.data, block.encrypted_content].some((proof) => nonEmpty(proof) !== undefined);

/** Items of the Responses API have a type instead of a role. */
const isOfModel = ({ role, type }: JsonRecord): boolean =>
  role === undefined
    ? typeof type === "string" && (type === "reasoning" || type.endsWith("_call"))
    : role === "assistant";

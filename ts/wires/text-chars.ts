// The text that a provider bills, in chars. The native twin is `crates/core/src/wire/text_chars.rs`.
//
//   { "instructions": "be brief",                                the system prompt: its texts
//     "tools": [{ "name": "read" }],                             definitions: all strings and names
//     "input": [{ "type": "message", "content": "go" },          objects of a known type: what is under names of texts
//               { "type": "some_item", "zz": "…" }] }            of any other type: long texts under all names, too
//
// Unknown names in known objects count nothing: clients put notes of their own there. Signatures and encrypted reasoning
// are no text, and are counted apart, because they are billed at another rate.

import type { Report } from "../contract/report.js";
import { deepChars, isRecord, type JsonRecord, visitStrings } from "../text/json-value.js";
import { SEALED, SEALED_TYPES, sealedTokens } from "./opaque.js";

/** What is billed of a request, without tokenizing it. */
export interface TextSize {
  /** `.length` of all texts. */
  chars: number;
  /** Images, documents and other files, whose data are no text. */
  media: number;
  /** `.length` of all signatures and encrypted texts. */
  sealed: number;
}

/** The system prompt, outside of the conversation. */
export const SYSTEM_KEYS: ReadonlySet<string> = new Set([
  "instructions",
  "system",
  "systemInstruction",
  "system_instruction",
]);
/** Definitions of tools and of answers, outside of the conversation. */
const DEFINITIONS: ReadonlySet<string> = new Set([
  ...["tools", "functions", "response_format", "text", "generationConfig", "generation_config", "output_config"],
]);
/** Names of texts, and of objects and lists with texts in them. */
const TEXTS: ReadonlySet<string> = new Set([
  ...["text", "thinking", "refusal", "content", "parts", "output", "stdout", "stderr", "summary", "tool_calls"],
  ...["thinking_blocks", "reasoning_details"],
  ...["function", "custom", "functionCall", "function_call", "functionResponse", "function_response"],
]);
/** Names of a tool's own values: all their strings count. */
const FREE: ReadonlySet<string> = new Set([
  ...["arguments", "input", "args", "response", "action", "operation"],
  ...["executableCode", "executable_code", "codeExecutionResult", "code_execution_result"],
]);
/** Objects of these types are known, and those of types with these ends. */
const TYPES: ReadonlySet<string> = new Set([
  ...[
    "message",
    "function_call",
    "reasoning",
    "compaction",
    "item_reference",
    "additional_tools",
    "function",
    "custom",
  ],
  ...["text", "input_text", "output_text", "refusal", "summary_text", "reasoning_text", "thinking"],
  ...["tool_use", "tool_result", "tool_reference", "server_tool_use", "mcp_tool_use", "search_result"],
  ...["web_search_result"],
]);
const TYPE_ENDS = ["_call", "_output", "_tool_result"] as const;
/** Objects of these types are media. */
const MEDIA: ReadonlySet<string> = new Set([
  ...["image", "image_url", "input_image", "computer_screenshot", "document", "file", "input_file", "input_audio"],
]);
/** In objects without a type, objects of these names are media. */
const INLINE: ReadonlySet<string> = new Set(["inlineData", "inline_data", "fileData", "file_data"]);
/** Least chars of a text under a name that is not known; it has a space, too. Shorter ones are labels, others data. */
const TEXT_CHARS = 64;
/** Members of a medium that have its data, or say where they are. */
const MEDIA_DATA = [
  ...["source", "image_url", "file", "file_id", "file_url", "file_data", "fileData", "input_audio"],
] as const;
/** Objects and lists in so many others are looked into by their types; the native index lists as many. */
const DEPTH = 7;
/** The depth of a conversation's list: it is in the request's object. */
const LIST_DEPTH = 2;

/** Chars of everything but the conversation under `listKey`. Linear. */
export function restChars(request: JsonRecord, listKey: string): number {
  let chars = 0;
  for (const [key, value] of Object.entries(request)) {
    if (key === listKey) continue;
    if (SYSTEM_KEYS.has(key)) chars += systemChars(value);
    else if (DEFINITIONS.has(key) && typeof value === "object") chars += definitionChars(value);
  }
  return chars;
}

/** The size of a conversation: a list of messages, or a text in its place. */
export function listSize(list: unknown): TextSize {
  const size = { chars: 0, media: 0, sealed: 0 };
  addTexts(list, size, LIST_DEPTH);
  return size;
}

/** Tokens of a request of this size, at a quarter of a token a char. */
function tokensOfSize({ chars, media, sealed }: TextSize, mediumTokens: number): number {
  return Math.ceil(chars / 4) + media * mediumTokens + sealedTokens(sealed);
}

/** A text, an object, or a list of objects; providers refuse anything else. */
function addTexts(value: unknown, size: TextSize, depth: number): void {
  if (typeof value === "string") size.chars += value.length;
  else if (depth > DEPTH) size.chars += looseChars(value);
  else if (isRecord(value)) addObject(value, size, depth);
  else if (Array.isArray(value)) for (const element of value) if (isRecord(element)) addTexts(element, size, depth + 1);
}

function addObject(object: JsonRecord, size: TextSize, depth: number): void {
  const { type } = object;
  const isMedium = typeof type === "string" && MEDIA.has(type);
  const isUnknown = typeof type === "string" && !isMedium && !isKnown(type);
  if (isMedium && MEDIA_DATA.some((name) => isFilled(object[name]))) size.media++;
  for (const [name, value] of Object.entries(object)) {
    if (TEXTS.has(name)) addTexts(value, size, depth + 1);
    else if (FREE.has(name)) size.chars += deepChars(value);
    else if (name === "tools") size.chars += typeof value === "object" ? definitionChars(value) : 0;
    else if (isSealed(name, value, type)) size.sealed += value.length;
    else if (isUnknown || (isMedium && name === "source")) size.chars += looseChars(value);
    else if (INLINE.has(name) && isRecord(value) && typeof type !== "string") size.media++;
  }
}

function isSealed(name: string, value: unknown, type: unknown): value is string {
  return typeof value === "string" && (SEALED.has(name) || (name === "data" && SEALED_TYPES.has(type)));
}

const isFilled = (value: unknown): boolean => typeof value === "string" || isRecord(value);

const isKnown = (type: string): boolean =>
  TYPES.has(type) || SEALED_TYPES.has(type) || TYPE_ENDS.some((end) => type.endsWith(end));

function systemChars(system: unknown): number {
  if (typeof system === "string") return system.length;
  let chars = 0;
  visitStrings(system, (text, path) => {
    if (path.at(-1) === "text") chars += text.length;
  });
  return chars;
}

function looseChars(value: unknown): number {
  let chars = 0;
  visitStrings(value, (text) => {
    if (text.length >= TEXT_CHARS && text.includes(" ")) chars += text.length;
  });
  return chars;
}

function definitionChars(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let chars = 0;
  const isList = Array.isArray(value);
  for (const [name, child] of Object.entries(value)) chars += (isList ? 0 : name.length) + definitionChars(child);
  return chars;
}

/** `report.chars` and `report.tokens` of a request of that size that loses `removed`. */
export function textSizes(
  before: TextSize,
  removed: TextSize,
  mediumTokens: number,
): Required<Pick<Report, "chars" | "tokens">> {
  const after: TextSize = {
    chars: before.chars - removed.chars,
    media: before.media - removed.media,
    sealed: before.sealed - removed.sealed,
  };
  const [tokensBefore, tokensAfter] = [tokensOfSize(before, mediumTokens), tokensOfSize(after, mediumTokens)];
  return {
    chars: { before: before.chars, after: after.chars },
    tokens: { before: tokensBefore, after: tokensAfter, method: "chars4" },
  };
}

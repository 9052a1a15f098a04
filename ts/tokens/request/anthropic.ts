// Anthropic Messages.
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { jsonTool } from "./json-tools.js";
import { documentBlock, imageBlock } from "./media.js";
import {
  addTo,
  answerBlock,
  type DraftBlock,
  jsonBlock,
  partsOf,
  type Sheet,
  sealedBlock,
  textBlock,
  toolBlock,
} from "./sheet.js";

/**
 * The overhead of a message and of the answer's beginning is not documented. Three tokens each and the role agree with
 * the example of docs.anthropic.com, "Token counting" ("You are a scientist", "Hello, Claude": 14 tokens).
 */
const MESSAGE_TOKENS = 3;
const ANSWER_TOKENS = 3;

/**
 * Tokens that the provider adds if there are tools: for `tool_choice` `auto` or `none`, and for `any` or `tool`.
 * Unlisted models count like the newest listed ones. Source: docs.anthropic.com, "Tool use with Claude", "Pricing".
 */
const TOOL_PROMPT: readonly (readonly [model: RegExp, auto: number, forced: number])[] = [
  [/claude-3-opus/, 530, 281],
  [/claude-3-sonnet/, 159, 235],
  [/claude-3-5-haiku|claude-3-haiku/, 264, 340],
  [/claude-3-5-sonnet-20240620/, 294, 261],
  [/(?:)/, 346, 313],
];

export function readAnthropic(request: JsonRecord, sheet: Sheet): void {
  const { system, messages, tools, tool_choice: choice } = request;
  for (const [at, part] of partsOf(system).entries()) sheet.system.push(readBlock(part, at, sheet));
  sheet.readEach(messages, (message) => readMessage(isRecord(message) ? message : {}, sheet));
  if (sheet.messages.length > 0) sheet.approximate("message-overhead");
  for (const tool of Array.isArray(tools) ? tools : []) sheet.tools.push(jsonTool(isRecord(tool) ? tool : {}, sheet));
  if (sheet.tools.length > 0) sheet.toolOverheadTokens = toolPrompt(sheet.model, choice);
  sheet.overheadTokens = ANSWER_TOKENS;
}

function toolPrompt(model = "", choice: unknown): number {
  const [, auto = 0, forced = 0] = TOOL_PROMPT.find(([names]) => names.test(model)) ?? [];
  const type = isRecord(choice) ? choice.type : undefined;
  return type === "any" || type === "tool" ? forced : auto;
}

function readMessage({ role, content }: JsonRecord, sheet: Sheet): void {
  const blocks = partsOf(content).flatMap((part, at) => readBlocks(part, at, sheet));
  const strings = typeof role === "string" ? [role] : [];
  sheet.messages.push({ role: sheet.text(role) ?? "(none)", blocks, strings, fixedTokens: MESSAGE_TOKENS });
}

/** Splits a result with images into several blocks, so that each has its kind. */
function readBlocks(part: unknown, at: number, sheet: Sheet): DraftBlock[] {
  const { type, content, tool_use_id: id } = isRecord(part) ? part : {};
  if (typeof type !== "string" || !type.endsWith("tool_result")) return [readBlock(part, at, sheet)];
  const callId = sheet.text(id);
  const inner = partsOf(content).map((one) => readBlock(one, at, sheet));
  const texts = inner.filter(({ kind }) => kind === "text" || kind === "other");
  const result = textBlock("tool-result", at);
  for (const text of texts) addTo(result, text);
  const media = inner.filter((block) => !texts.includes(block));
  return [result, ...media].map((block) => answerBlock(sheet, block, callId));
}

function readBlock(part: unknown, at: number, sheet: Sheet): DraftBlock {
  if (typeof part === "string") return textBlock("text", at, part);
  const block = isRecord(part) ? part : {};
  const { type } = block;
  switch (type) {
    case "text":
      return textBlock("text", at, block.text);
    case "thinking":
      sheet.approximate("thinking");
      // Without its text the signature holds the thinking.
      if (block.thinking !== "") return textBlock("thinking", at, block.thinking);
      sheet.approximate("hidden");
      return sealedBlock(sheet, at, block.signature);
    case "redacted_thinking":
      sheet.approximate("hidden");
      return sealedBlock(sheet, at, block.data);
    case "image":
      return imageBlock(sheet, at, {
        data: isRecord(block.source) ? (block.source.data ?? block.source.url) : undefined,
      });
    case "document":
      return readDocument(block, at, sheet);
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return readCall(block, at, sheet);
    default:
      sheet.approximate("unknown-block");
      return jsonBlock("other", at, part);
  }
}

function readCall(call: JsonRecord, at: number, sheet: Sheet): DraftBlock {
  const { id, name, input } = call;
  const block = toolBlock(sheet, "tool-call", at, { id, name, value: input });
  sheet.noteCall(block.callId, block.toolName, call);
  return block;
}

function readDocument({ source, title, context }: JsonRecord, at: number, sheet: Sheet): DraftBlock {
  const { type, data, content, media_type: mediaType } = isRecord(source) ? source : {};
  const about = textBlock("document", at, title, context);
  if (type === "text") return textBlock("document", at, title, context, data);
  if (type === "content") {
    const parts: unknown[] = Array.isArray(content) ? content : [content];
    for (const part of parts) addTo(about, readBlock(part, at, sheet));
    return about;
  }
  addTo(about, documentBlock(sheet, at, { data, mediaType: sheet.text(mediaType) }));
  return about;
}

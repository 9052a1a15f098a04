// OpenAI Chat Completions.
import { isRecord, type JsonRecord, nonEmpty } from "../../text/json-value.js";
import { documentBlock, imageBlock, soundBlock } from "./media.js";
import { writeOpenAiTools } from "./openai-tools.js";
import {
  answerBlock,
  asResult,
  type DraftBlock,
  jsonBlock,
  partsOf,
  type Sheet,
  textBlock,
  toolBlock,
} from "./sheet.js";

/**
 * Each message adds three tokens to its role and content, and one more if it has a name. The answer's beginning adds
 * three. Source: OpenAI Cookbook, "How to count tokens with tiktoken", section 6.
 */
export const MESSAGE_TOKENS = 3;
export const NAME_TOKENS = 1;
export const ANSWER_TOKENS = 3;

export function readChat(request: JsonRecord, sheet: Sheet): void {
  const { messages } = request;
  sheet.readEach(messages, (message) => readMessage(message, sheet));
  const legacy = Array.isArray(request.functions) ? request.functions : [];
  writeOpenAiTools([...(Array.isArray(request.tools) ? request.tools : []), ...legacy], sheet);
  sheet.overheadTokens = ANSWER_TOKENS;
}

function readMessage(message: unknown, sheet: Sheet): void {
  const record = isRecord(message) ? message : {};
  const { role, name, content } = record;
  const hasName = nonEmpty(name) !== undefined;
  const strings = [role, name].filter((value) => typeof value === "string");
  const blocks = readContent(record, content, sheet);
  const fixedTokens = MESSAGE_TOKENS + (hasName ? NAME_TOKENS : 0);
  sheet.messages.push({ role: sheet.text(role) ?? "(none)", blocks, strings, fixedTokens });
}

function readContent(record: JsonRecord, content: unknown, sheet: Sheet): DraftBlock[] {
  const { role, tool_call_id: id, tool_calls: calls, function_call: call, refusal, reasoning_content } = record;
  const isResult = role === "tool" || role === "function";
  const blocks = partsOf(content).map((part, at) => {
    const block = readPart(part, at, sheet);
    return isResult ? answerBlock(sheet, asResult(block), sheet.text(id ?? record.name)) : block;
  });
  for (const [kind, text] of [
    ["thinking", reasoning_content],
    ["text", refusal],
  ] as const) {
    if (typeof text === "string") blocks.push(textBlock(kind, blocks.length, text));
  }
  for (const one of Array.isArray(calls) ? calls : []) blocks.push(readCall(one, blocks.length, sheet));
  // In the older form the name is the id.
  if (isRecord(call)) blocks.push(readCall({ id: call.name, function: call }, blocks.length, sheet));
  return blocks;
}

function readCall(call: unknown, at: number, sheet: Sheet): DraftBlock {
  const made = isRecord(call) ? call : {};
  const { id, function: own, custom } = made;
  const body = isRecord(own) ? own : isRecord(custom) ? custom : {};
  const block = toolBlock(sheet, "tool-call", at, { id, name: body.name, value: body.arguments ?? body.input });
  sheet.noteCall(block.callId, block.toolName, made);
  return block;
}

function readPart(part: unknown, at: number, sheet: Sheet): DraftBlock {
  if (typeof part === "string") return textBlock("text", at, part);
  const { type, text, refusal, image_url: image, file } = isRecord(part) ? part : {};
  switch (type) {
    case "text":
      return textBlock("text", at, text);
    case "refusal":
      return textBlock("text", at, refusal);
    case "image_url": {
      const { url, detail } = isRecord(image) ? image : { url: image, detail: undefined };
      return imageBlock(sheet, at, { data: url, detail });
    }
    case "input_audio":
      return soundBlock(sheet, "audio", at);
    case "file": {
      const data = isRecord(file) ? file.file_data : undefined;
      return documentBlock(sheet, at, { data });
    }
    default:
      sheet.approximate("unknown-block");
      return jsonBlock("other", at, part);
  }
}

// OpenAI Responses.
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { ANSWER_TOKENS, MESSAGE_TOKENS } from "./chat.js";
import { documentBlock, imageBlock, soundBlock } from "./media.js";
import { writeOpenAiTools } from "./openai-tools.js";
import {
  answerBlock,
  asResult,
  type DraftBlock,
  jsonBlock,
  partsOf,
  type Sheet,
  sealedBlock,
  textBlock,
  toolBlock,
} from "./sheet.js";

/** A message's overhead is documented for Chat Completions only. Messages alone get the same overhead here. */
export function readResponses(request: JsonRecord, sheet: Sheet): void {
  const { instructions, input, tools, previous_response_id: previous, conversation } = request;
  if (typeof instructions === "string") sheet.system.push(systemBlock(instructions));
  if (previous ?? conversation) sheet.approximate("hidden");
  const items: unknown[] = Array.isArray(input)
    ? input
    : typeof input === "string"
      ? [{ role: "user", content: input }]
      : [];
  if (items.length > 0) sheet.approximate("message-overhead");
  sheet.readEach(items, (item) => readItem(isRecord(item) ? item : {}, sheet));
  writeOpenAiTools(Array.isArray(tools) ? tools : [], sheet);
  sheet.overheadTokens = ANSWER_TOKENS;
}

function systemBlock(instructions: string): DraftBlock {
  const block = textBlock("text", 0, instructions);
  return { ...block, fixedTokens: MESSAGE_TOKENS };
}

function readItem(item: JsonRecord, sheet: Sheet): void {
  const { type, role, content } = item;
  const kind = typeof type === "string" ? type : "message";
  if (kind === "additional_tools") {
    readTools(kind, item, sheet);
    return;
  }
  if (kind === "message" || typeof role === "string") {
    const blocks = partsOf(content).map((part, at) => readPart(part, at, sheet));
    const strings = typeof role === "string" ? [role] : [];
    sheet.messages.push({ role: sheet.text(role) ?? "(none)", blocks, strings, fixedTokens: MESSAGE_TOKENS });
    return;
  }
  const blocks = readOther(kind, item, sheet);
  sheet.messages.push({ role: sheet.source.textOf(kind), blocks, strings: [], fixedTokens: 0 });
}

/** Definitions that the client sends in the conversation. Its place there keeps what is in front of it cached. */
function readTools(type: string, { tools }: JsonRecord, sheet: Sheet): void {
  sheet.approximate("tool-definitions");
  const blocks = (Array.isArray(tools) ? tools : []).map((tool, at) => jsonBlock("tool-definition", at, tool));
  sheet.messages.push({ role: sheet.source.textOf(type), blocks, strings: [], fixedTokens: 0 });
}

function readOther(type: string, item: JsonRecord, sheet: Sheet): DraftBlock[] {
  if (type === "reasoning") return readReasoning(item, sheet);
  if (type === "item_reference") {
    sheet.approximate("hidden");
    return [];
  }
  if (type === "compaction") return readHidden(item, 0, sheet);
  if (type.endsWith("_output")) return readOutput(item, sheet);
  if (type === "mcp_call") return readAnsweredCall(item, sheet);
  if (type.endsWith("_call")) return [readCall(item, sheet)];
  sheet.approximate("unknown-block");
  return [jsonBlock("other", 0, item)];
}

function readCall(item: JsonRecord, sheet: Sheet): DraftBlock {
  const { call_id: id, name, type, status: _status, id: _id, caller: _caller, ...rest } = item;
  const { arguments: texts, input, ...others } = rest;
  const block = toolBlock(sheet, "tool-call", 0, { id, name, value: texts ?? input ?? others });
  sheet.noteCall(block.callId, block.toolName, item);
  return { ...block, toolName: block.toolName ?? sheet.text(type) };
}

/** A call that the provider made itself has its output, or its error, in the same item. */
function readAnsweredCall(item: JsonRecord, sheet: Sheet): DraftBlock[] {
  const { id, name, output, error, ...call } = item;
  const made = readCall({ ...call, name, call_id: id }, sheet);
  const answer = output ?? error ?? undefined;
  if (answer === undefined) return [made];
  const answers = readOutput({ call_id: id, output: answer }, sheet);
  return [made, ...answers.map((block) => ({ ...block, blockIndex: block.blockIndex + 1 }))];
}

/** A search for tools answers with their definitions. */
function readOutput({ call_id: id, output: own, tools }: JsonRecord, sheet: Sheet): DraftBlock[] {
  const callId = sheet.text(id);
  const output = own ?? tools;
  const parts: unknown[] = Array.isArray(output) ? output : [output];
  return parts.map((part, at) => {
    const block =
      typeof part === "string" || isRecord(part) ? readPart(part, at, sheet) : jsonBlock("tool-result", at, part);
    return answerBlock(sheet, asResult(block), callId);
  });
}

function readReasoning(item: JsonRecord, sheet: Sheet): DraftBlock[] {
  const texts = [item.summary, item.content].flatMap((list) => (Array.isArray(list) ? list : []));
  const blocks = texts.map((part, at) => textBlock("thinking", at, isRecord(part) ? part.text : part));
  return [...blocks, ...readHidden(item, blocks.length, sheet)];
}

/** Encrypted text costs tokens, whose number is only known roughly. */
function readHidden({ encrypted_content: hidden }: JsonRecord, at: number, sheet: Sheet): DraftBlock[] {
  if (typeof hidden !== "string") return [];
  sheet.approximate("hidden");
  return [sealedBlock(sheet, at, hidden)];
}

function readPart(part: unknown, at: number, sheet: Sheet): DraftBlock {
  if (typeof part === "string") return textBlock("text", at, part);
  const { type, text, refusal, image_url: url, detail, file_data: data } = isRecord(part) ? part : {};
  switch (type) {
    case "input_text":
    case "output_text":
    case "text":
      return textBlock("text", at, text);
    case "refusal":
      return textBlock("text", at, refusal);
    case "input_image":
    case "computer_screenshot":
      return imageBlock(sheet, at, { data: url, detail });
    case "input_file":
      return documentBlock(sheet, at, { data });
    case "input_audio":
      return soundBlock(sheet, "audio", at);
    default:
      sheet.approximate("unknown-block");
      return jsonBlock("other", at, part);
  }
}

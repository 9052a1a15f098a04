// Gemini generateContent.
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { jsonTool } from "./json-tools.js";
import { mediaByType } from "./media.js";
import { type DraftBlock, jsonBlock, type Sheet, textBlock, toolBlock } from "./sheet.js";

/**
 * The provider documents no overhead of a message. Its `countTokens` of a text alone equals the text's tokens. Source:
 * ai.google.dev, "Understand and count tokens".
 */
export function readGemini(request: JsonRecord, sheet: Sheet): void {
  const { contents, tools, cachedContent, cached_content } = request;
  const system = request.systemInstruction ?? request.system_instruction;
  for (const [at, part] of partsOf(system).entries()) sheet.system.push(readPart(part, at, sheet));
  if (cachedContent ?? cached_content) sheet.approximate("hidden");
  sheet.readEach(contents, (content) => readContent(content, sheet));
  for (const tool of Array.isArray(tools) ? tools : []) writeTool(isRecord(tool) ? tool : {}, sheet);
}

/** One entry has many functions. */
function writeTool(tool: JsonRecord, sheet: Sheet): void {
  const declared = tool.functionDeclarations ?? tool.function_declarations;
  if (!Array.isArray(declared)) {
    sheet.tools.push({ ...jsonTool(tool, sheet), name: Object.keys(tool)[0] });
    return;
  }
  for (const one of declared) sheet.tools.push(jsonTool(isRecord(one) ? one : {}, sheet));
}

function readContent(content: unknown, sheet: Sheet): void {
  const role = isRecord(content) ? sheet.text(content.role) : undefined;
  const blocks = partsOf(content).map((part, at) => readPart(part, at, sheet));
  sheet.messages.push({ role: role ?? "user", blocks, strings: [], fixedTokens: 0 });
}

function partsOf(content: unknown): unknown[] {
  if (typeof content === "string") return [content];
  if (!isRecord(content)) return [];
  return Array.isArray(content.parts) ? content.parts : isRecord(content.parts) ? [content.parts] : [];
}

function readPart(part: unknown, at: number, sheet: Sheet): DraftBlock {
  if (typeof part === "string") return textBlock("text", at, part);
  const fields = isRecord(part) ? part : {};
  const call = fields.functionCall ?? fields.function_call;
  const response = fields.functionResponse ?? fields.function_response;
  const inline = fields.inlineData ?? fields.inline_data;
  const file = fields.fileData ?? fields.file_data;
  if (isRecord(call)) return toolBlock(sheet, "tool-call", at, { id: call.id, name: call.name, value: call.args });
  if (isRecord(response)) {
    const { id, name, response: value } = response;
    return toolBlock(sheet, "tool-result", at, { id, name, value });
  }
  if (isRecord(inline)) return readMedia(inline, at, sheet);
  if (isRecord(file)) return readMedia(file, at, sheet);
  if (typeof fields.text === "string") return textBlock(fields.thought === true ? "thinking" : "text", at, fields.text);
  sheet.approximate("unknown-block");
  return jsonBlock("other", at, part);
}

function readMedia(media: JsonRecord, at: number, sheet: Sheet): DraftBlock {
  return mediaByType(sheet, at, { data: media.data, mediaType: sheet.text(media.mimeType ?? media.mime_type) });
}

import { isRecord, type JsonRecord } from "../../../text/json-value.js";
import type { Path } from "../../../wires/define-wire.js";
import type { ReadBlock } from "../block.js";
import { type ConversationReader, called, readContent, said, shown, thought, unknown } from "./reader.js";

/** Gemini: parts of contents, each member in either spelling. */
export const gemini: ConversationReader = {
  blocksOf: ({ parts }) => readContent(parts, "parts", readPart),
  assistantMessage: (text) => ({ role: "model", parts: [{ text }] }),
  withSystem: (request, system) => {
    const systemInstruction = typeof system === "string" ? { parts: [{ text: system }] } : system;
    return { ...request, systemInstruction };
  },
};

const FILES = ["inlineData", "inline_data", "fileData", "file_data"] as const;
const SIGNATURES = ["thoughtSignature", "thought_signature"] as const;

function readPart(part: JsonRecord, index: number, path: Path): ReadBlock | undefined {
  if (isRecord(part.functionResponse ?? part.function_response)) return undefined;
  const key = isRecord(part.functionCall) ? "functionCall" : "function_call";
  const call = part[key];
  const isSigned = SIGNATURES.some((name) => part[name] !== undefined);
  if (isRecord(call)) {
    // A signature covers the part's call.
    const own = isSigned ? undefined : [...path, key, "args"];
    return called({ id: call.id, name: call.name, args: call.args }, index, own);
  }
  if (FILES.some((name) => isRecord(part[name]))) return shown(index);
  if (typeof part.text !== "string") return unknown(index);
  const own = isSigned ? undefined : [...path, "text"];
  return part.thought === true ? thought(part.text, index, own) : said(part.text, index, own);
}

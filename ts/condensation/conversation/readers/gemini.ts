import { isRecord, type JsonRecord } from "../../../text/json-value.js";
import type { Path } from "../../../wires/define-wire.js";
import type { ReadBlock } from "../block.js";
import { type ConversationReader, called, readContent, said, shown, unknown } from "./reader.js";

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
    const block = called({ id: call.id, name: call.name, args: call.args }, index, [...path, key, "args"]);
    const { place: _, ...fixed } = block;
    // A signature covers the part's call.
    return isSigned ? fixed : block;
  }
  if (FILES.some((name) => isRecord(part[name]))) return shown(index);
  if (typeof part.text !== "string") return unknown(index);
  if (part.thought === true) {
    const place = isSigned ? {} : { place: { path: [...path, "text"], form: "string" } as const };
    return { kind: "thinking", text: part.text, blockIndex: index, ...place };
  }
  if (!isSigned) return said(part.text, index, [...path, "text"]);
  const { place: _, ...fixed } = said(part.text, index, path);
  return fixed;
}

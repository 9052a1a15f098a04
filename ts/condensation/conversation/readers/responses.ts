import type { JsonRecord } from "../../../text/json-value.js";
import type { Path } from "../../../wires/define-wire.js";
import type { ReadBlock } from "../block.js";
import { type ConversationReader, called, readContent, said, shown, thought, unknown } from "./reader.js";

/** OpenAI Responses: an item is a message, a call, an output, or reasoning, which is encrypted or a summary. */
export const responses: ConversationReader = {
  blocksOf,
  assistantMessage: (text) => ({ type: "message", role: "assistant", content: [{ type: "output_text", text }] }),
  withSystem: (request, system) => ({ ...request, instructions: system }),
};

/** Members that have the arguments of calls. */
const ARGUMENTS = ["arguments", "input", "action"] as const;

function blocksOf(item: JsonRecord): ReadBlock[] {
  const type = typeof item.type === "string" ? item.type : "message";
  if (type === "message") return readContent(item.content, "content", readPart);
  if (type.endsWith("_output")) return [];
  if (type === "reasoning") return [{ ...thought(summaryOf(item), 0, undefined), element: [] }];
  if (!type.endsWith("_call")) return [unknown(0)];
  const key = ARGUMENTS.find((name) => item[name] !== undefined) ?? "arguments";
  // Only arguments of functions and of custom tools are text of the model's own form.
  const own = type === "function_call" || type === "custom_tool_call" ? [key] : undefined;
  return [called({ id: item.call_id ?? item.id, name: item.name ?? type, args: item[key] }, 0, own, [])];
}

const TEXTS: ReadonlySet<unknown> = new Set(["input_text", "output_text", "text", "refusal"]);
const MEDIA: ReadonlySet<unknown> = new Set(["input_image", "input_file", "input_audio"]);

function readPart(part: JsonRecord, index: number, path: Path): ReadBlock {
  if (TEXTS.has(part.type) && typeof part.text === "string") return said(part.text, index, [...path, "text"]);
  return MEDIA.has(part.type) ? shown(index) : unknown(index);
}

function summaryOf({ summary }: JsonRecord): string {
  if (!Array.isArray(summary)) return "";
  return summary.flatMap((part) => (typeof part?.text === "string" ? [part.text] : [])).join("\n");
}

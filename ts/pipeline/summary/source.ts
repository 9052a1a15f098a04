// Reads messages of any wire as the few kinds of text that a summary uses. Leaves out thinking, images and data.

import type { ChatMessage } from "../../history/chat-message.js";
import type { SummarySource } from "../../llm/split.js";
import { headOf } from "../../text/clip.js";
import { isRecord } from "../../text/json-value.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import { PIPELINE_READERS } from "../wires/index.js";

/** The texts of one message, in order. */
export function readSource(wire: WireDefinition, message: unknown): ChatMessage[] {
  return isRecord(message)
    ? PIPELINE_READERS.of(wire.key)
        .textsOf(message)
        .filter(({ content }) => content.trim() !== "")
    : [];
}

/** A result's beginning is enough to recognise it, so a model need not read all of it. */
const MAX_RESULT_CHARS = 2_000;
const MAX_TEXT_CHARS = 8_000;

/** The message for a model to read, with long texts cut. */
export function toModelSource({ role, content, pairRole }: ChatMessage): SummarySource {
  if (pairRole === "result") return { role: "tool result", text: cut(content, MAX_RESULT_CHARS) };
  return { role: pairRole === "call" ? "tool call" : role, text: cut(content, MAX_TEXT_CHARS) };
}

function cut(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${headOf(text, maxChars)}... [${text.length} chars]`;
}

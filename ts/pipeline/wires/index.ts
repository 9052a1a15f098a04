import type { ChatMessage } from "../../history/chat-message.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { Steps } from "../../wires/steps.js";
import { type WireTable, wireTable } from "../../wires/wire-table.js";
import { chat } from "./chat.js";
import { gemini } from "./gemini.js";
import { answered, called, type Links, type PipelineReader, said, textOf } from "./reader.js";
import { responses } from "./responses.js";

/** Anthropic: an assistant message with calls and the results after it are one; a run with thinking in it as a whole. */
const anthropic: PipelineReader = { link: linkAnthropic, textsOf };

function linkAnthropic(list: readonly unknown[], roles: Steps["roles"]): Links {
  const links: [number, number][] = [];
  const calls = new Map<unknown, number>();
  let thinking = -1;
  list.forEach((message, index) => {
    if (!isRecord(message)) return;
    const blocks: readonly unknown[] = Array.isArray(message.content) ? message.content : [];
    if (roles[index] === "assistant") {
      for (const block of blocks) {
        if (!isRecord(block)) continue;
        if (block.type === "tool_use") calls.set(block.id, index);
        if (thinking < 0 && THINKING.has(block.type)) thinking = index;
      }
    }
    // The user's own words end the loop of the thinking before them. Tool results earlier in the same message do not.
    if (thinking >= 0 && thinking < index && (roles[index] !== "user" || blocks.some(isToolResult))) {
      links.push([thinking, index]);
    }
    if (roles[index] === "user") thinking = -1;
    for (const block of blocks) {
      if (!isRecord(block) || block.type !== "tool_result") continue;
      links.push([calls.get(block.tool_use_id) ?? Math.max(0, index - 1), index]);
    }
  });
  return links;
}

const THINKING: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking"]);

const isToolResult = (block: unknown): boolean => isRecord(block) && block.type === "tool_result";

function textsOf({ role, content }: JsonRecord): ChatMessage[] {
  if (!Array.isArray(content)) return [said(String(role), textOf(content))];
  return content.filter(isRecord).flatMap((block): ChatMessage[] => {
    if (block.type === "text") return [said(String(role), textOf(block.text))];
    if (block.type === "tool_use") return [called(block.name, block.input)];
    return block.type === "tool_result" ? [answered(textOf(block.content))] : [];
  });
}

export const PIPELINE_READERS: WireTable<PipelineReader> = wireTable({
  "openai-chat": chat,
  "openai-responses": responses,
  anthropic,
  gemini,
});

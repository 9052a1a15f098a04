// `ChatMessage`s as a wire of their own: one text a message, calls and results linked by `pairId`.
import type { Wire } from "../../../contract/report.js";
import { isRecord, type JsonRecord, nonEmpty } from "../../../text/json-value.js";
import { defineWire, type WireDefinition } from "../../../wires/define-wire.js";
import type { KnownCall } from "../../../wires/known-calls.js";
import { openAiChat } from "../../../wires/openai-chat.js";
import { openAiRole } from "../../../wires/openai-roles.js";
import type { ToolResult, Transcript } from "../../../wires/transcript.js";
import type { ReadBlock } from "../block.js";
import { type ConversationReader, said, withSystemMessage } from "./reader.js";

/** How such a list is called where a wire would be named. */
export const CHAT_MESSAGES = "chat-messages";

/** The definition. No backend and no rule of a provider knows this wire. */
export const chatMessages: WireDefinition = defineWire({
  ...openAiChat,
  key: CHAT_MESSAGES as Wire,
  read,
  roleOf: (message) => (isResult(message) ? "tool" : openAiRole(message)),
  makesCalls: ({ pairId, pairRole }) => pairRole === "call" && nonEmpty(pairId) !== undefined,
  contentPath: () => ["content"],
  thinkingIn: () => [],
  userMessage: (texts) => ({ role: "user", content: texts.join("\n") }),
});

/** The reader of its blocks. */
export const chatMessageReader: ConversationReader = {
  blocksOf,
  assistantMessage: (text) => ({ role: "assistant", content: text }),
  withSystem: withSystemMessage,
  sentAs: { wire: "openai-chat", message: ({ role, content }) => ({ role, content }) },
};

/** Keys that a list of `ChatMessage`s has, and that no wire has. */
const KEYS = ["pairId", "pairRole", "toolCallId", "tags"] as const;

/** Whether messages are `ChatMessage`s: all contents are texts, and one has a key that no wire has. */
export function areChatMessages(messages: readonly unknown[]): boolean {
  const isText = (message: unknown) => isRecord(message) && typeof message.content === "string";
  const isOwn = (message: unknown) => isRecord(message) && KEYS.some((key) => message[key] !== undefined);
  return messages.every(isText) && messages.some(isOwn);
}

const isResult = ({ pairRole, role }: JsonRecord): boolean =>
  pairRole === "result" && role !== "user" && role !== "assistant" && openAiRole({ role }) !== "system";

function blocksOf(message: JsonRecord): ReadBlock[] {
  const { content, pairId, pairRole, name } = message;
  if (typeof content !== "string" || content === "" || isResult(message)) return [];
  const block = said(content, 0, ["content"]);
  if (pairRole !== "call") return [block];
  return [{ ...block, kind: "call", callId: nonEmpty(pairId), toolName: nonEmpty(name), args: content }];
}

function read(messages: readonly unknown[]): Transcript {
  const calls = new Map<string, KnownCall>();
  const results: ToolResult[] = [];
  let turnIndex = 0;
  messages.forEach((message, messageIndex) => {
    if (!isRecord(message)) return;
    const { content, pairId, pairRole, name } = message;
    const id = nonEmpty(pairId);
    if (isResult(message)) {
      const call = id === undefined ? undefined : calls.get(id);
      results.push({
        messageIndex,
        blockIndex: 0,
        callId: id,
        toolName: call?.toolName ?? nonEmpty(name),
        turnIndex: call?.turnIndex,
        args: call?.args,
        content: typeof content === "string" ? { kind: "text", text: content } : { kind: "other" },
        errorMarker: "unknown",
      });
    } else if (pairRole === "call" && id !== undefined) {
      const args = typeof content === "string" ? content : undefined;
      const place = { messageIndex, blockIndex: 0 };
      calls.set(id, { turnIndex: turnIndex++, toolName: nonEmpty(name), args, place });
    }
  });
  return { results };
}

// The readers by wire: the one place in condensation that knows all vendors.
import { type WireTable, wireTable } from "../../../wires/wire-table.js";
import { anthropic } from "./anthropic.js";
import { chat } from "./chat.js";
import { CHAT_MESSAGES, chatMessageReader } from "./chat-messages.js";
import { gemini } from "./gemini.js";
import type { ConversationReader } from "./reader.js";
import { responses } from "./responses.js";

/** The reader of every wire, and of `ChatMessage`s. */
export const CONVERSATION_READERS: WireTable<ConversationReader> = wireTable({
  "openai-chat": chat,
  "openai-responses": responses,
  anthropic,
  gemini,
}).with(CHAT_MESSAGES, chatMessageReader);

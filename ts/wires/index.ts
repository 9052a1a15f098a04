import { anthropic } from "./anthropic.js";
import type { WireDefinition } from "./define-wire.js";
import { gemini } from "./gemini.js";
import { openAiChat } from "./openai-chat.js";
import { openAiResponses } from "./openai-responses.js";
import { type WireTable, wireTable } from "./wire-table.js";

export const WIRES: WireTable<WireDefinition> = wireTable({
  "openai-chat": openAiChat,
  "openai-responses": openAiResponses,
  anthropic,
  gemini,
});

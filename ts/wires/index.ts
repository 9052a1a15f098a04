import type { Wire } from "../contract/report.js";
import { anthropic } from "./anthropic.js";
import { gemini } from "./gemini.js";
import { openAiChat } from "./openai-chat.js";
import { openAiResponses } from "./openai-responses.js";
import type { WireReader } from "./wire-reader.js";

/** The reader of every wire. */
export const READERS: Readonly<Record<Wire, WireReader>> = {
  "openai-chat": openAiChat,
  "openai-responses": openAiResponses,
  anthropic,
  gemini,
};

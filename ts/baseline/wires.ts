import type { Wire } from "../report.js";
import { anthropic } from "./read-anthropic.js";
import { gemini } from "./read-gemini.js";
import { openAiChat } from "./read-openai-chat.js";
import { openAiResponses } from "./read-openai-responses.js";
import type { WireReader } from "./wire-reader.js";

/** The reader of every wire. */
export const READERS: Readonly<Record<Wire, WireReader>> = {
  "openai-chat": openAiChat,
  "openai-responses": openAiResponses,
  anthropic,
  gemini,
};

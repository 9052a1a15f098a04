// Every wire. Importing this file defines them.

import { anthropic } from "./anthropic.js";
import { gemini } from "./gemini.js";
import { openAiChat } from "./openai-chat.js";
import { openAiResponses } from "./openai-responses.js";

export { isWire, wireOfName } from "./definition.js";

/** The definition of every wire. */
export const WIRES = [openAiChat, openAiResponses, anthropic, gemini] as const;

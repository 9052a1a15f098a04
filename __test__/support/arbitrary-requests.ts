import type fc from "fast-check";
import type { Wire } from "../../ts/contract/report.js";
import { arbitraryAnthropicRequest } from "./arbitrary-anthropic.js";
import { arbitraryChatRequest } from "./arbitrary-chat.js";
import { arbitraryGeminiRequest } from "./arbitrary-gemini.js";
import { arbitraryResponsesRequest } from "./arbitrary-responses.js";

/** Odd requests of each wire. */
export const REQUESTS: [Wire, fc.Arbitrary<Record<string, unknown>>][] = [
  ["openai-chat", arbitraryChatRequest],
  ["openai-responses", arbitraryResponsesRequest],
  ["anthropic", arbitraryAnthropicRequest],
  ["gemini", arbitraryGeminiRequest],
];

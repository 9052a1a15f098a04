// The reader of each wire's own rules.
import type { JsonRecord } from "../text/json-value.js";
import { type WireTable, wireTable } from "../wires/wire-table.js";
import { validateAnthropic } from "./anthropic.js";
import { validateBreakpoints } from "./breakpoints.js";
import { validateChat } from "./chat.js";
import { isGeminiDelta, validateGemini } from "./gemini.js";
import { isResponsesDelta, validateResponses } from "./responses.js";
import type { Rows } from "./rows.js";

/** A request whose messages and blocks are objects. */
export interface RuleInput {
  request: JsonRecord;
  messages: readonly JsonRecord[];
  /** The model, where the request does not name it. */
  model: string | undefined;
}

/** Adds a row for each rule of the wire that the request breaks. */
export type WireRules = (input: RuleInput, rows: Rows) => void;

export const RULES: WireTable<WireRules> = wireTable<WireRules>({
  "openai-chat": ({ messages }, rows) => validateChat(messages, rows),
  "openai-responses": ({ request, messages }, rows) => validateResponses(messages, isResponsesDelta(request), rows),
  anthropic: ({ request, messages }, rows) => {
    validateAnthropic(request, messages, rows);
    validateBreakpoints(request, messages, rows);
  },
  gemini: ({ request, messages, model: given }, rows) => {
    const model = typeof request.model === "string" ? request.model : given;
    validateGemini(messages, { isDelta: isGeminiDelta(request), model }, rows);
  },
});

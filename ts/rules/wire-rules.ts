// The reader of each wire's own rules.
import type { JsonRecord } from "../text/json-value.js";
import { type WireTable, wireTable } from "../wires/wire-table.js";
import { validateAnthropic } from "./anthropic.js";
import { validateBreakpoints } from "./breakpoints.js";
import { validateChat } from "./chat.js";
import { anthropicVendorOf, vendorOf } from "./forms.js";
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
  "openai-chat": (input, rows) => validateChat(input.messages, vendorOf(modelOf(input)), rows),
  "openai-responses": (input, rows) => {
    const { request, messages } = input;
    const facts = { isUnstored: request.store === false, vendor: vendorOf(modelOf(input)) };
    validateResponses(messages, { isDelta: isResponsesDelta(request), ...facts }, rows);
  },
  anthropic: (input, rows) => {
    const { request, messages } = input;
    validateAnthropic(request, messages, anthropicVendorOf(modelOf(input)), rows);
    validateBreakpoints(request, messages, rows);
  },
  gemini: (input, rows) => {
    const facts = { isDelta: isGeminiDelta(input.request), model: modelOf(input) };
    validateGemini(input.messages, facts, rows);
  },
});

const modelOf = ({ request, model }: RuleInput): string | undefined =>
  typeof request.model === "string" ? request.model : model;

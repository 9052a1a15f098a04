import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { Rows } from "./rows.js";

/** Keys that Gemini accepts in two spellings. Both in one object count as a repeated key. */
const SPELLINGS: readonly (readonly [camel: string, snake: string])[] = [
  ["functionCall", "function_call"],
  ["functionResponse", "function_response"],
  ["thoughtSignature", "thought_signature"],
];

/** Objects directly inside a call or a part that readers read. */
const INNER = ["function", "custom", "functionCall", "function_call", "functionResponse", "function_response"] as const;

/** Checks what every wire's rules rely on: messages, blocks and calls are objects that all readers read alike. */
export function validateShape(messages: readonly unknown[], rows: Rows): void {
  messages.forEach((message, index) => {
    if (!isRecord(message)) {
      rows.message("message-not-object", index);
      return;
    }
    const blocks = [message.content, message.parts, message.tool_calls].flatMap((list) =>
      Array.isArray(list) ? (list as unknown[]) : [],
    );
    if (isSpelledTwice(message) || blocks.some(isBlockSpelledTwice)) rows.message("duplicate-key", index);
    if (!blocks.every(isRecord)) rows.message("block-not-object", index);
  });
}

function isBlockSpelledTwice(block: unknown): boolean {
  return isRecord(block) && (isSpelledTwice(block) || INNER.some((key) => isSpelledTwice(block[key])));
}

function isSpelledTwice(value: unknown): boolean {
  return isRecord(value) && SPELLINGS.some(([camel, snake]) => has(value, camel) && has(value, snake));
}

const has = (object: JsonRecord, key: string): boolean => Object.hasOwn(object, key);

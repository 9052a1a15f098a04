import type { JsonRecord } from "../text/json-value.js";
import type { MessageRole } from "./define-wire.js";

const ROLES: ReadonlyMap<unknown, MessageRole> = new Map<unknown, MessageRole>([
  ["assistant", "assistant"],
  ["user", "user"],
  ["tool", "tool"],
  ["function", "tool"],
  ["system", "system"],
  ["developer", "system"],
]);

/** The author of a message of OpenAI's. */
export function openAiRole({ role }: JsonRecord): MessageRole {
  return ROLES.get(role) ?? "other";
}

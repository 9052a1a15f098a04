// Who speaks in a message, as definitions of wires share it.

import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { MessageRole } from "./definition.js";

const CHAT_ROLES: ReadonlyMap<unknown, MessageRole> = new Map<unknown, MessageRole>([
  ["assistant", "assistant"],
  ["user", "user"],
  ["tool", "tool"],
  ["function", "tool"],
  ["system", "system"],
  ["developer", "system"],
]);

/** The role of a message of OpenAI's. */
export function chatRole({ role }: JsonRecord): MessageRole {
  return CHAT_ROLES.get(role) ?? "other";
}

/** Indexes of the assistant's messages with calls, where such a message is a turn. */
export function turnsWithCalls(hasCalls: (message: JsonRecord) => boolean) {
  return (list: readonly unknown[], roles: readonly MessageRole[]): number[] =>
    list.flatMap((message, index) =>
      roles[index] === "assistant" && isRecord(message) && hasCalls(message) ? [index] : [],
    );
}

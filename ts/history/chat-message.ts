import { TamisError } from "../base/errors.js";

/** A message as seeds 000 and 001 define it. Other keys are kept unchanged. */
export interface ChatMessage {
  /** `system` and `developer` messages are never masked, summarised or dropped. */
  role: "system" | "developer" | "user" | "assistant" | "tool" | (string & {});
  /** The message's text. */
  content: string;
  /** Links a call and its results: all messages of one pair carry the same id. */
  pairId?: string | undefined;
  /** Whether the message makes the call or answers it. A message without `pairRole` or `pairId` belongs to no pair. */
  pairRole?: "call" | "result" | undefined;
  /** The provider's id of the call that a result answers. */
  toolCallId?: string | undefined;
  /** `unresolved` and `constraint` send the content to these sections of the extract. */
  tags?: readonly string[] | undefined;
}

/** True for messages that no stage touches. */
export function isSystem(message: ChatMessage): boolean {
  return message.role === "system" || message.role === "developer";
}

/**
 * True for a tool result, the only kind of message that is masked. A message of the user, the agent or the system is
 * never one, whatever its `pairRole`.
 */
export function isObservation(message: ChatMessage): boolean {
  return message.pairRole === "result" && !isSystem(message) && message.role !== "user" && message.role !== "assistant";
}

/**
 * Checks the messages for everything that the stages rely on.
 *
 * @returns The sum of the contents' chars. A long history exceeds the processor's cache, so one walk does both.
 * @throws TamisError `OPTION_INVALID`, with the path of the first invalid message.
 */
export function checkMessages(messages: unknown): number {
  let chars = 0;
  if (!Array.isArray(messages)) throw invalid("messages: expected an array of chat messages");
  for (let index = 0; index < messages.length; index++) {
    const message: unknown = messages[index];
    if (typeof message !== "object" || message === null) throw invalid(`messages[${index}]: expected an object`);
    const { role, content } = message as Partial<ChatMessage>;
    if (typeof role !== "string") throw invalid(`messages[${index}].role: expected a string, got ${nameOf(role)}`);
    if (typeof content !== "string") {
      throw invalid(`messages[${index}].content: expected a string, got ${nameOf(content)}; use "" for no text`);
    }
    chars += content.length;
  }
  return chars;
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value;
}

function invalid(message: string): TamisError {
  return new TamisError("OPTION_INVALID", message);
}

import type { HandlerMessage } from "./handler/api-handler.js";

/** What a model is sent: one text, or a system prompt with messages. */
export type ModelPrompt = string | ModelMessages;

/** A system prompt and messages. */
export interface ModelMessages {
  /** Empty: none. */
  system: string;
  /** In order. */
  messages: readonly HandlerMessage[];
}

/** A prompt as messages; a text is one message of the user. */
export function messagesOf(prompt: ModelPrompt): ModelMessages {
  return typeof prompt === "string" ? { system: "", messages: [{ role: "user", content: prompt }] } : prompt;
}

export function contentText({ content }: HandlerMessage): string {
  return typeof content === "string" ? content : content.map(({ text }) => text).join("\n");
}

/** A prompt as one text, for functions of a text. Only a conversation needs its authors named. */
export function flatText(prompt: ModelPrompt): string {
  const { system, messages } = messagesOf(prompt);
  const [only] = messages;
  const said =
    messages.length === 1 && only !== undefined
      ? [contentText(only)]
      : messages.map((message) => `${message.role}: ${contentText(message)}`);
  return [system, ...said].filter((text) => text !== "").join("\n\n");
}

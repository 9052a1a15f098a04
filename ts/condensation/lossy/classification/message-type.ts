/** What a block of a conversation is; each has its own way of being made smaller. */
export const MESSAGE_TYPES = [
  "USER_MESSAGE",
  "ASSISTANT_MESSAGE",
  "ASSISTANT_THINKING",
  "TOOL_CALL",
  "TOOL_RESULT",
  "SYSTEM_MESSAGE",
] as const;

/** The type of a block, by the names of the specification. */
export type MessageType = (typeof MESSAGE_TYPES)[number];

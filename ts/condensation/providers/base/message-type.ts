/**
 * The types of content of a conversation, most important first: the order in which they are kept. `SYSTEM_MESSAGE` (system
 * prompts, summaries, unknown blocks) is never condensed. Source: requirements document 003, FR-LS-001.
 */
export const MessageType = {
  /** Questions, requests and corrections of the user. */
  USER_MESSAGE: "USER_MESSAGE",
  /** Answers and explanations of the model. */
  ASSISTANT_MESSAGE: "ASSISTANT_MESSAGE",
  /** Extended reasoning of the model. */
  ASSISTANT_THINKING: "ASSISTANT_THINKING",
  TOOL_CALL: "TOOL_CALL",
  /** What tools answered. */
  TOOL_RESULT: "TOOL_RESULT",
  /** System prompts, Tamis's own summaries, and blocks of unknown types. */
  SYSTEM_MESSAGE: "SYSTEM_MESSAGE",
} as const;

/** A type of content: one of the values of the object of the same name. */
export type MessageType = (typeof MessageType)[keyof typeof MessageType];

// Names of the package, in words.

const PHASES: Readonly<Record<string, string>> = {
  lossless: "Repeats",
  tool_results: "Results of tools",
  tool_calls: "Arguments of calls",
  thinking: "Thinking",
  messages: "Messages of the assistant",
  untyped: "Everything, oldest first",
  summary: "Summary",
  truncation: "Old messages",
  masking: "Old results",
  condensation: "Types of content",
};

/** The phase of a reduction. */
export const phaseText = (name: string): string => PHASES[name] ?? name.replaceAll("_", " ");

/** What a phase does to the texts. */
export const lossText = (kind: "lossless" | "lossy"): string => (kind === "lossless" ? "nothing is lost" : "shortened");

const TYPES: Readonly<Record<string, string>> = {
  USER_MESSAGE: "messages of the user",
  ASSISTANT_MESSAGE: "messages of the assistant",
  ASSISTANT_THINKING: "thinking",
  TOOL_CALL: "calls of tools",
  TOOL_RESULT: "results of tools",
  SYSTEM_MESSAGE: "the system prompt",
};

/** A type of content. */
export const typeText = (type: string): string => TYPES[type] ?? type.toLowerCase().replaceAll("_", " ");

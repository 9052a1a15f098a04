/** The names of the wires, in the order of the codes that cross to the addon. */
export const WIRE_NAMES = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;

/** How the JSON of a request is shaped. What Tamis knows of each is its definition in `ts/wires`. */
export type Wire = (typeof WIRE_NAMES)[number];

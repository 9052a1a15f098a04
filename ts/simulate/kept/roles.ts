// What results are for, as far as it decides whether their words may go.
import type { ToolResult } from "../../wires/transcript.js";

/** `user`: what the user answered or approved. */
export type KeptRole = "user";

/** Tools that ask the user, or carry an approval; `snake_case` and `camelCase` are one. */
const ASKING = new Set([
  "askuserquestion",
  "askuser",
  "askquestion",
  "askfollowupquestion",
  "question",
  "exitplanmode",
  "planmoderespond",
  "requestuserinput",
]);

/** What a result is for; undefined where that is not known. */
export function roleOfResult({ toolName = "" }: ToolResult): KeptRole | undefined {
  return ASKING.has(toolName.toLowerCase().replace(/[^a-z]/g, "")) ? "user" : undefined;
}

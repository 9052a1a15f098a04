import type { ContextSession } from "../../session/index.js";
import { printable } from "../shared/terminal.js";
import type { Screen } from "./screen.js";

const SHOWN_CHARS = 200;

/** Shows where a session stopped: the last message of the user and what followed. */
export function showPlace(session: ContextSession, screen: Screen): void {
  const { turns } = session;
  const asked = turns.findLast(({ role }) => role === "user");
  const answered = turns.findLast(({ role, content }) => role === "assistant" && content !== "");
  const last = turns.at(-1);
  if (asked !== undefined) screen.note(`  you: ${printable(asked.content, SHOWN_CHARS)}`);
  if (last === asked && last !== undefined) screen.note("  It has no answer; an empty line sends it again.");
  else if (answered !== undefined) screen.note(`  answer: ${printable(answered.content, SHOWN_CHARS)}`);
}

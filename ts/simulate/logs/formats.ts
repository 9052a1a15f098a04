// The logs that are read line by line, and what other files are.
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { CLAUDE_CODE } from "./claude-code.js";
import { CODEX } from "./codex.js";
import { COPILOT } from "./copilot.js";
import { GEMINI_CLI } from "./gemini-cli.js";
import { NEUTRAL } from "./neutral.js";
import type { LogFormat } from "./window.js";

/** By how sure their signs are. */
const FORMATS: readonly LogFormat[] = [NEUTRAL, CODEX, COPILOT, GEMINI_CLI, CLAUDE_CODE];

/** The format that a line is a sign of; undefined if it is none. */
export const formatOf = (line: JsonRecord): LogFormat | undefined => FORMATS.find((format) => format.isSign(line));

interface Foreign {
  name: string;
  isSign: (value: JsonRecord) => boolean;
}

/** Files that agents keep too and that have no conversation, or one without its requests. */
const FOREIGN: readonly Foreign[] = [
  {
    name: "the prompts that were typed into Claude Code, without answers",
    isSign: ({ display }) => display !== undefined,
  },
  {
    name: "the prompts that were typed into Codex, without answers",
    isSign: (one) => "session_id" in one && "ts" in one,
  },
  { name: "a rollout of a Codex of before September 2025, which has no bills", isSign: (one) => "instructions" in one },
  { name: "the prompts that were typed into Gemini CLI, without answers", isSign: (one) => "messageId" in one },
  { name: "a session of Continue, which has no bills", isSign: ({ history }) => Array.isArray(history) },
  { name: "a list of an editor's chats, without bills", isSign: ({ requests }) => Array.isArray(requests) },
];

/** What a file is that is no log, for people; undefined if that is unknown. */
export function nameForeign(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return isRecord(first) ? FOREIGN.find(({ isSign }) => isSign(first))?.name : undefined;
}

// How tools say that the old text of an edit is not in the file.

/** The message comes first; what follows is a copy of the file, or of the edit. */
const HEAD_CHARS = 300;

const MISSES: readonly RegExp[] = [
  // "String to replace not found in file" (Claude Code), "old_string not found in file", "oldString not found in content".
  /not found in (?:the )?(?:file|content)\b/i,
  // opencode, pi, the filesystem server of MCP, VS Code.
  /could not find (?:oldString|old_str|edits\[|the exact text|exact match for edit|matching text|the string to replace)/i,
  // Gemini CLI and Qwen Code.
  /\b0 occurrences found\b/i,
  // Anthropic's text editor tool, and those made after it.
  /^[^\n]{0,60}No replacement was performed, old_str `/,
  // Codex's patches.
  /failed to find (?:expected lines|context) /i,
  // Cline, Roo Code.
  /^[\s\S]{0,120}The SEARCH block:\n/,
  /no sufficiently similar match found/i,
];

/** Several places match, so nothing is missing. */
const AMBIGUOUS = /multiple occurrences/i;

/** Whether the result of an edit says that its old text was not found. @param text The result's */
export function isMissedEdit(text: string): boolean {
  const head = text.slice(0, HEAD_CHARS);
  return MISSES.some((pattern) => pattern.test(head)) && !AMBIGUOUS.test(head);
}

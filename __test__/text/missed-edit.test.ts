import { expect, it } from "vitest";
import { isMissedEdit } from "../../ts/text/missed-edit.js";

it.each([
  ["Claude Code", "<tool_use_error>String to replace not found in file.\nString: const a = 1;</tool_use_error>"],
  ["Codex", "apply_patch verification failed: Failed to find expected lines in /app/a.ts:\nconst a = 1;"],
  ["Codex, a place", "apply_patch verification failed: Failed to find context 'function a() {' in /app/a.ts"],
  ["Gemini CLI", "Failed to edit, 0 occurrences found for old_string in /app/a.ts. No edits made."],
  ["opencode", "Error: oldString not found in content"],
  ["opencode, newer", "Error: Could not find oldString in the file. It must match exactly, including whitespace."],
  ["pi", "Could not find the exact text in a.ts. The old text must match exactly including all whitespace."],
  ["pi, several", "Could not find edits[2] in a.ts. The oldText must match exactly."],
  [
    "the text editor tool",
    "No replacement was performed, old_str `const a = 1;` did not appear verbatim in /app/a.ts.",
  ],
  [
    "Cline",
    "The tool execution failed with the following error:\n<error>\nThe SEARCH block:\na\n...does not match anything in the file.",
  ],
  ["Roo Code", "<error_details>\nNo sufficiently similar match found at line: 12 (80% similar, needs 100%)"],
  ["MCP", "Error: Could not find exact match for edit:\nconst a = 1;"],
])("an edit has missed its text, says %s", (_, text) => expect(isMissedEdit(text)).toBe(true));

it.each([
  ["was made", "The file /app/a.ts has been updated. Here's the result of running `cat -n`"],
  ["quotes too little", "<tool_use_error>Found 3 matches of the string to replace, but replace_all is false."],
  ["is in several places", "No replacement was performed. Multiple occurrences of old_str `a` in lines 3, 9."],
  ["is of no file", "Error: File not found: /app/a.ts"],
  [
    "came before reading",
    "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>",
  ],
  ["was rejected", "The user doesn't want to proceed with this tool use. The tool use was rejected."],
  ["wrote the words", `The file /app/a.ts has been updated.${" ".repeat(400)}String to replace not found in file`],
])("an edit that %s has missed none", (_, text) => expect(isMissedEdit(text)).toBe(false));

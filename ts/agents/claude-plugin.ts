// The plugin of Claude Code as files of a folder: a hook, a command, an MCP server. A status line is none of a plugin's parts;
// it is in the user's own settings.

/** How Tamis is started. */
export interface TamisCommand {
  file: string;
  /** In front of the arguments. */
  args: readonly string[];
}

/** The command as a shell reads it. */
export const shellCommand = ({ file, args }: TamisCommand): string => {
  const words = [file, ...args];
  return words.every((word) => /^[\w./-]+$/.test(word)) ? words.join(" ") : words.map(quoted).join(" ");
};

const quoted = (word: string): string => `"${word.replace(/["\\$`]/g, "\\$&")}"`;

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The files of the plugin, by their path in its folder. */
export function claudePluginFiles(command: TamisCommand, version: string): Readonly<Record<string, string>> {
  const shell = shellCommand(command);
  return {
    ".claude-plugin/plugin.json": json({
      name: "tamis",
      version,
      description: "Makes tools' outputs smaller before the model sees them, and says what that saves.",
      author: { name: "Tamis" },
      keywords: ["tokens", "cost", "context", "cache"],
    }),
    "hooks/hooks.json": json({
      hooks: {
        PostToolUse: [{ matcher: "*", hooks: [{ type: "command", command: `${shell} hook claude`, timeout: 10 }] }],
      },
    }),
    "commands/tamis.md": COMMAND(shell),
    ".mcp.json": json({ mcpServers: { tamis: { command: command.file, args: [...command.args, "mcp"] } } }),
  };
}

const COMMAND = (shell: string): string => `---
description: What Tamis made smaller in this session, and what that saved
argument-hint: "[why | ledger | doctor]"
---

Tell the user what Tamis did. Run the one of these commands that the user asks for, by default the first:

- why: \`${shell} why\` lists what was reduced in the newest session, where each original is, and what was read again.
- ledger: \`${shell} ledger --days 7\` adds up what was billed and saved.
- doctor: \`${shell} doctor --agent claude\` shows what leads requests past Tamis, and what the prefix costs.

The user asked for: $ARGUMENTS

Give the figures as they are, in a few lines. Change nothing.
`;

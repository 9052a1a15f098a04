// The plugin of Claude Code as files of a folder: a hook and a command. A status line is none of a plugin's parts; it is in the
// user's own settings. The hook removes nothing that would have to be had back, so there is no MCP server.

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

/** Of the command, in the plugin's folder. */
export const COMMAND_PATH = "commands/tamis.md";

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
    [COMMAND_PATH]: COMMAND(shell),
  };
}

/** Whether a file of the plugin's folder is as some version of Tamis wrote it. */
export function isPluginFile(path: string, text: string): boolean {
  if (path === COMMAND_PATH) return text.startsWith(COMMAND_MARK);
  try {
    const { name, author, hooks, ...others } = JSON.parse(text) as Record<string, unknown>;
    if (path === ".claude-plugin/plugin.json") return name === "tamis" && JSON.stringify(author) === '{"name":"Tamis"}';
    return Object.keys(others).length === 0 && OUR_HOOK.test(JSON.stringify(hooks) ?? "");
  } catch {
    return false;
  }
}

/** One hook, which ends as ours does. */
const OUR_HOOK =
  /^\{"PostToolUse":\[\{"matcher":"\*","hooks":\[\{"type":"command","command":"[^{}]* hook claude"[^{}]*\}\]\}\]\}$/;

const COMMAND_MARK = "---\ndescription: What Tamis made smaller in this session, and what that saved\n";

const COMMAND = (
  shell: string,
): string => `${COMMAND_MARK}argument-hint: "[why | show | off | on | preset NAME | ledger | doctor]"
allowed-tools: Bash(${shell}:*)
---

Tell the user what Tamis did, or switch it. Run the one of these commands that the user asks for, by default the first:

- why: \`${shell} why\` lists what was reduced in the newest session, where each original is, and what was read again.
- show: \`${shell} why --sent\` shows what the model saw in the last request, beside what came; \`${shell} why --sent list\` lists
  the requests, and a number instead of list shows one.
- off: \`${shell} pause\` sends requests as they come from now on; on: \`${shell} pause --end\` reduces them again.
- preset NAME: \`${shell} preset balanced\` reduces by another preset from now on: safe, balanced, strong or none.
- ledger: \`${shell} why --ledger --days 7\` adds up what was billed and saved.
- doctor: \`${shell} doctor --agent claude\` shows what leads requests past Tamis, and what the prefix costs.

The user asked for: $ARGUMENTS

Give what the command says, in a few lines. Change nothing else.
`;

/** The paths of {@link claudePluginFiles}. */
export const PLUGIN_PATHS = Object.keys(claudePluginFiles({ file: "", args: [] }, ""));

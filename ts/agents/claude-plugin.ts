// The plugin of Claude Code as files of a folder: a hook and a command. A status line is none of a plugin's parts; it is in the
// user's own settings. The hook removes nothing that would have to be had back, so there is no MCP server.

import { parseRecord } from "../text/json-value.js";

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

/**
 * A command that an agent keeps and starts by itself: its program may be gone by then, and an error after each tool would be shown to
 * the user.
 *
 * @param otherwise What the shell does in that case. @default nothing
 */
export function lastingCommand(command: TamisCommand, words: string, otherwise?: string): string {
  const [file, ...others] = [command.file, ...command.args].map((word) => shellCommand({ file: word, args: [] }));
  const isThere = [`command -v ${file} >/dev/null`, ...others.map((one) => `[ -f ${one} ]`)].join(" && ");
  const other = otherwise === undefined ? "" : ` else ${otherwise};`;
  return `if ${isThere}; then ${shellCommand(command)} ${words};${other} fi`;
}

/** Whether a command starts Tamis with these words, as {@link lastingCommand} or by itself. */
export const isOurCommand = (command: unknown, words: string): boolean =>
  new RegExp(`(?:^|[\\s"'/\\\\])(?:tamis|main\\.cjs)["']? ${words}(?:;(?: else [^;]*;)? fi)?$`).test(String(command));

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** What the hook's command ends with. */
export const HOOK_WORDS = "hook claude";

/** Of the command, in the plugin's folder. */
export const COMMAND_PATH = "commands/tamis.md";

/** The files of the plugin, by their path in its folder. */
export function claudePluginFiles(command: TamisCommand, version: string): Readonly<Record<string, string>> {
  const shell = shellCommand(command);
  const hook = lastingCommand(command, HOOK_WORDS);
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
        PostToolUse: [{ matcher: "*", hooks: [{ type: "command", command: hook, timeout: 10 }] }],
      },
    }),
    [COMMAND_PATH]: COMMAND(shell),
  };
}

/** Whether a file of the plugin's folder is as some version of Tamis wrote it. */
export function isPluginFile(path: string, text: string): boolean {
  if (path === COMMAND_PATH) return text.startsWith(COMMAND_MARK);
  const { name, author, hooks, ...others } = parseRecord(text) ?? {};
  if (path === ".claude-plugin/plugin.json") return name === "tamis" && JSON.stringify(author) === '{"name":"Tamis"}';
  return Object.keys(others).length === 0 && OUR_HOOK.test(JSON.stringify(hooks) ?? "");
}

/** One hook, which ends as ours does. */
const OUR_HOOK =
  /^\{"PostToolUse":\[\{"matcher":"\*","hooks":\[\{"type":"command","command":"[^{}]* hook claude(?:; fi)?"[^{}]*\}\]\}\]\}$/;

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

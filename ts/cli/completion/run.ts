// Completion scripts, made of the program's own definition, so that they offer only what it takes.
import type { Command } from "commander";
import { writeStdout } from "../shared/io.js";
import { type CommandPath, commandPaths, type Flag } from "./commands.js";
import { renderZsh } from "./zsh.js";

const RENDER = { bash: renderBash, zsh: renderZsh, fish: renderFish };

/** `tamis completion`: the script for one shell, over all commands of the program. */
export async function runCompletion(shell: keyof typeof RENDER, program: Command): Promise<number> {
  await writeStdout(RENDER[shell](commandPaths(program)));
  return 0;
}

/** A script for bash. The command is found by its words; files are offered where no word fits. */
function renderBash(paths: readonly CommandPath[]): string {
  const words = paths.map((path) => `    ${quoted(path.words)}) words="${wordsOf(path)}" flags="${flagsOf(path)}" ;;`);
  const values = paths.flatMap(({ words, flags }) =>
    flags.flatMap(({ long, values }) =>
      values.length === 0 ? [] : [`    ${quoted([...words, long])}) words="${values.join(" ")}" ;;`],
    ),
  );
  const nested = paths.filter(({ words, commands }) => words.length > 0 && commands.length > 0);
  return `# bash completion for tamis
_tamis() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" words="" flags=""
  if [[ $COMP_CWORD -gt 1 ]]; then command="\${COMP_WORDS[1]}"; fi
  if [[ $COMP_CWORD -gt 2 && "|${nested.map(({ words }) => words.join(" ")).join("|")}|" == *"|$command|"* ]]; then
    command="$command \${COMP_WORDS[2]}"
  fi
  case "$command" in
${words.join("\n")}
  esac
  if [[ $current == -* ]]; then words="$flags"; fi
  case "$command\${command:+ }$previous" in
${values.join("\n")}
  esac
  if [[ $current == -* || $COMP_CWORD -eq 1 || $previous == "\${command##* }" || $words != "" && $previous == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _tamis tamis
`;
}

const quoted = (words: readonly string[]): string => `"${words.join(" ")}"`;

const wordsOf = ({ words, commands, values, flags }: CommandPath): string =>
  [...commands.map(({ name }) => name), ...values, ...(words.length === 0 ? flags.map(({ long }) => long) : [])].join(
    " ",
  );

const flagsOf = ({ flags }: CommandPath): string => flags.map(({ long }) => long).join(" ");

function renderFish(paths: readonly CommandPath[]): string {
  return `# fish completion for tamis\n${paths.flatMap(renderPath).join("\n")}\n`;
}

function renderPath({ words, commands, flags, values }: CommandPath): string[] {
  const when = conditionOf(words, commands);
  const own = commands.map(
    ({ name, description }) => `complete -c tamis -n ${quote(when)} -f -a ${name} -d ${quote(description)}`,
  );
  const choices = values.length === 0 ? [] : [`complete -c tamis -n ${quote(when)} -f -a ${quote(values.join(" "))}`];
  return [...own, ...choices, ...flags.map((flag) => renderFlag(flag, conditionOf(words, [])))];
}

/** True behind these words; where commands can follow, as long as none does. */
function conditionOf(words: readonly string[], commands: CommandPath["commands"]): string {
  const behind = words.map((word) => `__fish_seen_subcommand_from ${word}`);
  const before =
    commands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(" ")}`];
  return [...behind, ...before].join("; and ") || "__fish_use_subcommand";
}

function renderFlag({ long, description, takesValue, values }: Flag, when: string): string {
  const value = takesValue ? ` -r${values.length === 0 ? "" : ` -f -a ${quote(values.join(" "))}`}` : "";
  return `complete -c tamis -n ${quote(when)} -l ${long.slice(2)}${value} -d ${quote(description)}`;
}

const quote = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;

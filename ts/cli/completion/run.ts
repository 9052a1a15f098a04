// Completion scripts, generated from the program's own definition so that they list only existing options.
import type { Command } from "commander";
import { writeStdout } from "../shared/io.js";

interface Entry {
  name: string;
  description: string;
  options: { flag: string; description: string }[];
}

/** `tamis completion`: the script for one shell, over all commands of the program. */
export async function runCompletion(shell: "bash" | "zsh" | "fish", commands: readonly Command[]): Promise<number> {
  await writeStdout(RENDER[shell](commands.map(toEntry)));
  return 0;
}

function toEntry(command: Command): Entry {
  const options = command.options.map(({ long, description }) => ({ flag: long ?? "", description }));
  return { name: command.name(), description: command.description(), options };
}

const RENDER = { bash: renderBash, zsh: renderZsh, fish: renderFish };

const flagsOf = ({ options }: Entry): string => [...options.map(({ flag }) => flag), "--help"].join(" ");

function renderBash(entries: readonly Entry[]): string {
  const cases = entries.map((entry) => `    ${entry.name}) words="${flagsOf(entry)}" ;;`);
  return `# bash completion for tamis
_tamis() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="${entries.map(({ name }) => name).join(" ")} --help --version" ;;
  esac
  if [[ $COMP_CWORD -eq 1 || $current == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  elif [[ \${COMP_WORDS[1]} == completion ]]; then
    COMPREPLY=($(compgen -W "bash zsh fish" -- "$current"))
  fi
}
complete -o default -F _tamis tamis
`;
}

const quote = (text: string): string => `'${text.replace(/'/g, "'\\''")}'`;

function renderZsh(entries: readonly Entry[]): string {
  const commands = entries.map(
    ({ name, description }) => `    ${quote(`${name}:${description.replace(/:/g, "\\:")}`)}`,
  );
  const cases = entries.map((entry) => `    ${entry.name}) flags=(${flagsOf(entry)}) ;;`);
  return `#compdef tamis
_tamis() {
  local -a commands flags
  commands=(
${commands.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join("\n")}
  esac
  if [[ $PREFIX == -* ]]; then
    compadd -- $flags
  elif [[ $words[2] == completion ]]; then
    compadd bash zsh fish
  else
    _files
  fi
}
compdef _tamis tamis
`;
}

function renderFish(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ name, description, options }) => [
    `complete -c tamis -n __fish_use_subcommand -f -a ${name} -d ${quote(description)}`,
    ...options.map(
      (option) =>
        `complete -c tamis -n '__fish_seen_subcommand_from ${name}' -l ${option.flag.replace(/^--/, "")} -d ${quote(option.description)}`,
    ),
  ]);
  const shells = "complete -c tamis -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'";
  return `# fish completion for tamis\n${[...lines, shells].join("\n")}\n`;
}

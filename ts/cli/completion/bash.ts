import type { CommandPath } from "./commands.js";

/** A script for bash. The command is found by its words; files are offered where no word fits. */
export function renderBash(paths: readonly CommandPath[]): string {
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

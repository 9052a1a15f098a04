import type { CommandPath, Flag } from "./commands.js";

/** A script for fish. */
export function renderFish(paths: readonly CommandPath[]): string {
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

// A command that does more than one thing, chosen by a flag: `tamis reduce --stats`.
import type { Command, Option } from "commander";
import { CliFailure, WRONG_USAGE } from "./failure.js";

/** Another thing that a command does. */
export interface Mode {
  /** The flag that chooses it. */
  flag: Option;
  options: readonly Option[];
  /** Names of the command's options that it takes, too. */
  takes: readonly string[];
  /** Resolves to the exit code. `flags` are those that it takes, and those with a default. */
  run(args: readonly string[], flags: never): Promise<number>;
}

/**
 * Adds modes to a command, with their options under headings of their own. `run` is what it does without one. Options that
 * the chosen one does not take are wrong usage.
 */
export function withModes(
  command: Command,
  modes: readonly Mode[],
  run: (args: readonly string[], flags: never) => Promise<number>,
): Command {
  const own = command.options.map((option) => option.attributeName());
  for (const { flag } of modes) command.addOption(flag);
  for (const { flag, options } of modes) {
    const isNew = (option: Option) => !command.options.some((known) => known.long === option.long);
    for (const option of options.filter(isNew)) command.addOption(option.helpGroup(`With ${flag.long}:`));
  }
  return command.action(async (args: string[], flags: Record<string, unknown>) => {
    const given = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === "cli");
    const chosen = modes.filter(({ flag }) => given.includes(flag));
    const [mode, second] = chosen;
    if (second !== undefined) throw wrong(`${mode?.flag.long} and ${second.flag.long} are two things: give one`);
    const taken = mode === undefined ? own : namesOf(mode);
    const stray = given.find((option) => !taken.includes(option.attributeName()));
    if (stray !== undefined) throw wrong(strayText(stray, modes, mode));
    process.exitCode = await (mode?.run ?? run)(args, flags as never);
  });
}

const namesOf = ({ flag, options, takes }: Mode): string[] => [
  ...[flag, ...options].map((option) => option.attributeName()),
  ...takes,
];

function strayText(stray: Option, modes: readonly Mode[], mode: Mode | undefined): string {
  const owners = modes.filter((one) => namesOf(one).includes(stray.attributeName())).map(({ flag }) => flag.long);
  if (mode === undefined) return `${stray.long} is for ${owners.join(" or ")}: give that, too`;
  return `${stray.long} is not for ${mode.flag.long}: leave it out`;
}

const wrong = (message: string): CliFailure => new CliFailure(WRONG_USAGE, message);

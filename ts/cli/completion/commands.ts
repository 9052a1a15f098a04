import type { Argument, Command, Option } from "commander";

/** A command that can be typed: its words after `tamis`, and what may follow them. */
export interface CommandPath {
  /** Empty for the program itself. */
  words: readonly string[];
  /** The commands below it. */
  commands: readonly { name: string; description: string }[];
  flags: readonly Flag[];
  /** Values of its first argument; empty where it is free. */
  values: readonly string[];
}

export interface Flag {
  /** `--wire` */
  long: string;
  description: string;
  /** Whether a value follows. */
  takesValue: boolean;
  /** The only values that it takes; empty where they are free. */
  values: readonly string[];
}

const HELP: Flag = { long: "--help", description: "show help", takesValue: false, values: [] };

/** Every command of a program, itself first. Hidden commands and options are left out, as in its help. */
export function commandPaths(program: Command, words: readonly string[] = []): CommandPath[] {
  const help = program.createHelp();
  const below = help.visibleCommands(program).filter((command) => command.name() !== "help");
  const own: CommandPath = {
    words,
    commands: below.map((command) => ({ name: command.name(), description: firstSentence(command.description()) })),
    flags: [...help.visibleOptions(program).flatMap(toFlag), HELP].filter(isFirstOfItsName),
    values: valuesOf(program.registeredArguments[0]),
  };
  return [own, ...below.flatMap((command) => commandPaths(command, [...words, command.name()]))];
}

function toFlag({ long, description, argChoices, required, optional }: Option): Flag[] {
  if (typeof long !== "string") return [];
  return [{ long, description, takesValue: required || optional, values: argChoices ?? [] }];
}

const valuesOf = (argument: Argument | undefined): readonly string[] => argument?.argChoices ?? [];

const firstSentence = (text: string): string => text.split(/(?<=\.)\s/, 1)[0] ?? text;

const isFirstOfItsName = ({ long }: Flag, index: number, flags: readonly Flag[]): boolean =>
  flags.findIndex((flag) => flag.long === long) === index;

// The manual page in roff with the macros of man(7), made of the program's own definition.
import type { EventEmitter } from "node:events";
import type { Command } from "commander";

const ENVIRONMENT: readonly (readonly [name: string, meaning: string])[] = [
  ["TAMIS_BACKEND", "native: fail where the compiled addon is missing. wasm: do not load it."],
  ["TAMIS_ADDON", "The addon's file, and no other."],
  ["NO_COLOR", "No colours."],
  ["FORCE_COLOR", "Colours although the output is no terminal; 0 or false: none. NO_COLOR wins."],
  ["CI", "No progress line, and the command ui opens no browser."],
];

/** Bytes of one page of `man`, section 1. */
export function renderMan(program: Command): string {
  const name = program.name();
  const title = `.TH ${name.toUpperCase()} 1 "" "${name} ${toRoff(program.version() ?? "")}" "User Commands"`;
  return lines([
    title,
    ".SH NAME",
    `${name} \\- ${toRoff(program.description())}`,
    ".SH SYNOPSIS",
    `.B ${name}`,
    toRoff("COMMAND [OPTIONS] [ARGUMENTS]"),
    ".SH OPTIONS",
    ...optionsOf(program),
    ".SH COMMANDS",
    ...below(program).flatMap((command) => sections(command, [])),
    ".SH ENVIRONMENT",
    ...ENVIRONMENT.flatMap(([term, meaning]) => tagged(term, meaning)),
    ".SH EXAMPLES AND EXIT STATUS",
    ...helpBehind(program),
  ]);
}

const below = (command: Command): Command[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== "help");

/** A command's part, then those of the commands below it. */
function sections(command: Command, above: readonly string[]): string[] {
  const words = [...above, command.name()];
  const help = command.createHelp();
  return [
    `.SS ${toRoff([...words, command.usage()].join(" "))}`,
    toRoff(command.description()),
    ...help
      .visibleArguments(command)
      .flatMap((argument) => tagged(help.argumentTerm(argument), help.argumentDescription(argument))),
    ...optionsOf(command),
    ...helpBehind(command),
    ...below(command).flatMap((one) => sections(one, words)),
  ];
}

function optionsOf(command: Command): string[] {
  const help = command.createHelp();
  return help
    .visibleOptions(command)
    .flatMap((option) => tagged(help.optionTerm(option), help.optionDescription(option)));
}

const tagged = (term: string, text: string): string[] => [".TP", `.B ${toRoff(term)}`, toRoff(text)];

/** The text that `--help` shows behind the options, as it is. */
function helpBehind(command: Command): string[] {
  let text = "";
  const write = (part: string) => {
    text += part;
  };
  // An emitter by its documentation; its types leave that out.
  const emitter = command as unknown as Pick<EventEmitter, "emit">;
  emitter.emit("afterHelp", { error: false, command, write });
  return text.trim() === "" ? [] : [".PP", ".nf", ...text.trim().split("\n").map(toRoff), ".fi"];
}

/** A line that roff prints as it is: hyphens as minus, so that options can be copied; ASCII, which every roff reads. */
function toRoff(text: string): string {
  const printed = text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("\n", " ")
    .replaceAll(/[^\x20-\x7e]/gu, named);
  return /^[.']/.test(printed) ? `\\&${printed}` : printed;
}

const named = (char: string): string => `\\[u${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`;

const lines = (all: readonly string[]): string => `${all.join("\n")}\n`;

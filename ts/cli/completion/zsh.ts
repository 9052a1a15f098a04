// zsh has a way of its own to describe options, unlike the other shells.
import type { CommandPath, Flag } from "./commands.js";

/** A script for zsh: a function for each command, by zsh's own `_arguments`. */
export function renderZsh(paths: readonly CommandPath[]): string {
  return `#compdef tamis\n${paths.map(renderFunction).join("\n")}\ncompdef _tamis tamis\n`;
}

const functionOf = (words: readonly string[]): string => ["_tamis", ...words].join("_").replaceAll("-", "_");

function renderFunction({ words, commands, flags, values }: CommandPath): string {
  const specs = flags.map(renderFlag);
  if (commands.length === 0) {
    const rest = values.length === 0 ? "'*:file:_files'" : `'1:value:(${values.join(" ")})' '*:file:_files'`;
    return `${functionOf(words)}() {\n  _arguments -s ${[...specs, rest].join(" \\\n    ")}\n}`;
  }
  const names = commands.map(({ name, description }) => quote(`${name.replaceAll(":", "\\:")}:${description}`));
  const cases = commands.map(({ name }) => `      ${name}) ${functionOf([...words, name])} ;;`);
  return `${functionOf(words)}() {
  local curcontext="$curcontext" state line
  local -a commands=(
    ${names.join("\n    ")}
  )
  _arguments -C ${[...specs, "'1:command:->command'", "'*::argument:->argument'"].join(" \\\n    ")}
  case $state in
    command) _describe command commands ;;
    argument) case $line[1] in
${cases.join("\n")}
    esac ;;
  esac
}`;
}

function renderFlag({ long, description, takesValue, values }: Flag): string {
  const text = `${long}[${description.replace(/[[\]:\\]/g, "\\$&")}]`;
  if (!takesValue) return quote(text);
  return quote(values.length === 0 ? `${text}:value:_files` : `${text}:value:(${values.join(" ")})`);
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

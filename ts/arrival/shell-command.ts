// What a shell command shows: judged by the first words of its commands, and by its pipes. The native twin is
// `crates/core/src/arrival/shell_command.rs`.
//
//   cd x && cat f | head -20       cat shows a file, head passes it on: the text of a file
//   sed -n 1,9p f | grep -n foo    a search
//   rg -l foo | xargs cat          what xargs runs counts: the text of a file
//   cat > f <<'EOF' …              shows nothing of it
import table from "./file-tools.json" with { type: "json" };
import { parseShell, type ShellCommand } from "./shell-words.js";

/** What a command shows: the text of a file or a diff, hits or names of files, or anything else. */
export type Shown = "file" | "search" | "other";

const shell = table.shell;
const setOf = (names: readonly string[]): ReadonlySet<string> => new Set(names);
const PREFIXES = setOf(shell.prefixes);
const WRAPPERS = setOf(shell.wrappers);
const FILES = setOf(shell.files);
const FILTERS = setOf(shell.filters);
const SEARCH = setOf(shell.search);
const DIFFS = shell.diffs.map((words) => words.split(" "));
/** Names of shells, which run a command that is one of their words. */
export const SHELLS = setOf(shell.shells);

/** Scripts within scripts that are read. */
const MAX_DEPTH = 3;
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;

/** What a script shows: the text of a file if any of its commands does, else hits if any finds some. Linear. */
export function judgeCommand(script: string, depth = 0): Shown {
  return mostOf(parseShell(script).map((commands) => judgePipeline(commands, depth)));
}

/** The same of one command, already split into words. */
export function judgeWords(words: readonly string[]): Shown {
  return judge(words, 0, undefined);
}

function mostOf(all: readonly Shown[]): Shown {
  if (all.includes("file")) return "file";
  return all.includes("search") ? "search" : "other";
}

function judgePipeline(commands: readonly ShellCommand[], depth: number): Shown {
  let shown: Shown | undefined;
  for (const { words, isRedirected } of commands) {
    shown = judge(words, depth, shown);
    if (isRedirected) shown = "other";
  }
  return shown ?? "other";
}

/** What a command shows, behind a pipe from commands that show `piped`. */
function judge(all: readonly string[], depth: number, piped: Shown | undefined): Shown {
  const start = all.findIndex((word) => !PREFIXES.has(word) && !ASSIGNMENT.test(word));
  const words = start < 0 ? [] : all.slice(start);
  const program = programOf(words[0] ?? "");
  if (SHELLS.has(program)) return judgeShell(words, depth);
  if (program === "git") return judgeGit(words);
  if (piped !== undefined && FILTERS.has(program)) return piped;
  if (FILES.has(program)) return isInPlace(words) ? "other" : "file";
  if (DIFFS.some((diff) => diff.every((word, at) => (at === 0 ? program : words[at]) === word))) return "file";
  const own = SEARCH.has(program) ? "search" : "other";
  return WRAPPERS.has(program) ? mostOf([own, judgeWrapped(words.slice(1), depth)]) : own;
}

/** A program's name without its folder and `.exe`. */
function programOf(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1);
  return name.endsWith(".exe") ? name.slice(0, -".exe".length) : name;
}

const isInPlace = (words: readonly string[]) =>
  words.some((word) => shell.inPlace.some((option) => word.startsWith(option)));

/** `bash -lc "cat f"`: the word behind an option that ends in `c` (or is `-Command`) is a script. */
function judgeShell(words: readonly string[], depth: number): Shown {
  const option = words.findIndex((word, at) => at > 0 && /^-[A-Za-z]*c$|^-Command$/.test(word));
  const script = option < 0 ? undefined : words[option + 1];
  return script === undefined || depth >= MAX_DEPTH ? "other" : judgeCommand(script, depth + 1);
}

/** Each word may be what the wrapper runs. */
function judgeWrapped(words: readonly string[], depth: number): Shown {
  const git = words.indexOf("git");
  return mostOf([
    git < 0 ? "other" : judgeGit(words.slice(git)),
    ...words.map((word) => {
      if (/[ \t\n]/.test(word)) return depth >= MAX_DEPTH ? "other" : judgeCommand(word, depth + 1);
      const program = programOf(word);
      if (FILES.has(program)) return "file";
      return SEARCH.has(program) ? "search" : "other";
    }),
  ]);
}

function judgeGit(words: readonly string[]): Shown {
  let at = 1;
  while (words[at]?.startsWith("-")) at += shell.gitValueOptions.includes(words[at] ?? "") ? 2 : 1;
  const command = words[at] ?? "";
  const options = words.slice(at + 1);
  if (shell.gitSearch.includes(command)) return "search";
  if (options.some((word) => shell.gitListOptions.some((one) => word === one || word.startsWith(`${one}=`)))) {
    return "other";
  }
  if (shell.gitFiles.includes(command)) return "file";
  const hasPatch = options.some((word) => shell.gitPatchOptions.some((one) => word.startsWith(one)));
  return shell.gitPatches.includes(command) && hasPatch ? "file" : "other";
}

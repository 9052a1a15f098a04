// What a call's tool shows: the text of files, hits of a search, the output of a command, or anything else. Agents edit
// files by exact match with text that they were shown, so a result that shows it is changed by nothing that could change
// a match. The names of tools and arguments are data (`file-tools.json`). The native twin is
// `crates/core/src/arrival/file_tools.rs`.
//
//   Read {"file_path":"a.ts","offset":3,"limit":2}     read, a.ts, lines 3–4
//   Bash {"command":"cd x && cat f | head -20"}         shell, shows the text of a file
//   shell {"command":["bash","-lc","rg -n foo"]}        shell, shows hits
import { compileGlob } from "../text/glob.js";
import { type JsonRecord, parseRecord } from "../text/json-value.js";
import { wellFormed } from "../text/surrogates.js";
import table from "./file-tools.json" with { type: "json" };
import { judgeCommand, judgeWords, SHELLS, type Shown } from "./shell-command.js";

/** Lines of a file, 1-based. */
export interface LineRange {
  /** The first line; 0 where lines are counted from the file's end. */
  first: number;
  /** The last line, inclusive; undefined up to the file's end. */
  last?: number;
}

/** What a call's result shows. */
export type ShownByCall =
  /** A file: `path` if the call names exactly one, `lines` if it names some of its lines. */
  | { kind: "read"; path?: string; lines?: LineRange }
  /** The place of an edit. */
  | { kind: "edit"; path?: string }
  | { kind: "search" }
  | { kind: "shell"; shows: Shown }
  | { kind: "other" };

type ToolRow = (typeof table.tools)[number];

const ROWS = new Map<string, ToolRow>(table.tools.flatMap((row) => row.names.map((name) => [name, row] as const)));
const READ_GLOBS = table.readGlobs.map(compileGlob);
/** Separators between a server's or a name space's name and its tool's. */
const SEPARATORS = ["__", ".", "/", ":"];

/**
 * What the result of a call shows. Linear.
 *
 * @param tool The tool's name; a server's name in front of it (`mcp__files__read_file`) is ignored.
 * @param args The arguments as JSON, or the input of a tool that takes plain text.
 */
export function shownByCall(tool: string, args: string): ShownByCall {
  const name = ROWS.has(tool) ? tool : ownName(tool);
  const row = ROWS.get(name);
  if (row === undefined) {
    return READ_GLOBS.some((matches) => matches(name)) ? readCall(parseRecord(args) ?? {}, 1) : { kind: "other" };
  }
  if (row.kind === "search") return { kind: "search" };
  const members = parseRecord(args);
  if (row.kind === "shell") return { kind: "shell", shows: judgeCall(members, args) };
  if (row.kind === "edit" && !readsInstead(row, members ?? {})) return { kind: "edit", ...pathOf(members ?? {}) };
  return readCall(members ?? {}, row.offsetBase ?? 1);
}

/** Whether a result holds text that agents edit by exact match: of files, edits and diffs. */
export function showsFileText(call: ShownByCall): boolean {
  return call.kind === "read" || call.kind === "edit" || (call.kind === "shell" && call.shows === "file");
}

/** The name behind the last separator. */
function ownName(tool: string): string {
  const start = Math.max(...SEPARATORS.map((one) => (tool.includes(one) ? tool.lastIndexOf(one) + one.length : 0)));
  return tool.slice(start);
}

function readsInstead({ readsIf }: ToolRow, members: JsonRecord): boolean {
  const value = readsIf === undefined ? undefined : memberOf(members, [readsIf.argument]);
  return typeof value === "string" && (readsIf?.values.includes(value) ?? false);
}

/** The first member of these names. */
function memberOf(members: JsonRecord, names: readonly string[]): unknown {
  const name = names.find((one) => Object.hasOwn(members, one));
  return name === undefined ? undefined : members[name];
}

function readCall(members: JsonRecord, offsetBase: number): ShownByCall {
  const lines = linesOf(members, offsetBase);
  return { kind: "read", ...pathOf(members), ...(lines === undefined ? {} : { lines }) };
}

function pathOf(members: JsonRecord): { path?: string } {
  const value = memberOf(members, table.arguments.path);
  const path = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof path === "string" ? { path: wellFormed(path) } : {};
}

/** A whole number from 0 on, however it is spelled; `-0` is 0. Larger ones say nothing of a file. */
function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < MAX_LINE ? value + 0 : undefined;
}
const MAX_LINE = 1e9;

/** Arguments that say which lines are read. */
const LINE_ARGUMENTS: ReadonlySet<string> = new Set(
  (["pair", "head", "tail", "first", "last", "offset", "count"] as const).flatMap((kind) => table.arguments[kind]),
);

function linesOf(members: JsonRecord, offsetBase: number): LineRange | undefined {
  if (!Object.keys(members).some((name) => LINE_ARGUMENTS.has(name))) return undefined;
  const names = table.arguments;
  const pair = memberOf(members, names.pair);
  const [first, last] = Array.isArray(pair) ? pair.map(numberOf) : [];
  if (first !== undefined) return rangeOf(first, last);
  const number = (list: readonly string[]) => numberOf(memberOf(members, list));
  const head = number(names.head);
  if (head !== undefined) return rangeOf(1, head);
  if (number(names.tail) !== undefined) return rangeOf(0, undefined);
  const start = number(names.first);
  const end = number(names.last);
  if (start !== undefined || end !== undefined) return rangeOf(start ?? 1, end);
  const offset = number(names.offset);
  const count = number(names.count);
  if (offset === undefined && count === undefined) return undefined;
  const from = offset === undefined ? 1 : Math.max(1, offset + 1 - offsetBase);
  return rangeOf(from, count === undefined ? undefined : from + count - 1);
}

function rangeOf(first: number, last: number | undefined): LineRange {
  return last === undefined ? { first } : { first, last };
}

/** Arguments that are no object are the command itself. */
function judgeCall(members: JsonRecord | undefined, args: string): Shown {
  if (members === undefined) return judgeCommand(wellFormed(args));
  const command = memberOf(members, table.arguments.command);
  if (typeof command === "string") return judgeCommand(wellFormed(command));
  if (!Array.isArray(command)) return "other";
  const words = command.filter((word) => typeof word === "string").map(wellFormed);
  // A list is one command's words, or several commands.
  const isWords = !/[ \t\n]/.test(words[0] ?? "") || SHELLS.has(words[0] ?? "");
  return isWords ? judgeWords(words) : judgeCommand(words.join("\n"));
}

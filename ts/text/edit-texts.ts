// The edits that a call makes: what it quotes of a file, and what stands there afterwards.
//
//   { file_path, old_string, new_string }    { path, edits: [{ oldText, newText }] }    "<<<<<<< SEARCH … ======= … >>>>>>> REPLACE"
//   "*** Update File: a.ts\n@@\n context\n-removed\n+added"
import { isRecord } from "./json-value.js";

export interface EditText {
  /** The file, as the call names it; undefined where it names none. */
  readonly path: string | undefined;
  /** What the call quotes. */
  readonly old: string;
  /** What stands there afterwards. */
  readonly made: string;
  /** Whether every place is meant. */
  readonly isAll: boolean;
}

const OLD_KEYS = ["old_string", "oldString", "old_str", "oldStr", "old_text", "oldText"] as const;
const NEW_KEYS = ["new_string", "newString", "new_str", "newStr", "new_text", "newText"] as const;
const ALL_KEYS = ["replace_all", "replaceAll"] as const;
const PATH_KEYS = ["file_path", "filePath", "path", "file", "filename", "target_file", "absolute_path"] as const;

/** The edits in a call's arguments, parsed. Linear. */
export function editTextsOf(args: unknown): EditText[] {
  return [...editsIn(args, undefined)];
}

function* editsIn(value: unknown, outer: string | undefined): Generator<EditText> {
  if (typeof value === "string") {
    yield* blocksIn(value, outer);
    yield* hunksIn(value);
  } else if (Array.isArray(value)) {
    for (const one of value) yield* editsIn(one, outer);
  } else if (isRecord(value)) {
    const path = textOf(value, PATH_KEYS) ?? outer;
    const old = textOf(value, OLD_KEYS) ?? (isPair(value) ? value.search : undefined);
    if (old === undefined) {
      for (const child of Object.values(value)) yield* editsIn(child, path);
    } else if (old !== "") {
      const made = textOf(value, NEW_KEYS) ?? (isPair(value) ? value.replace : "");
      yield { path, old, made, isAll: ALL_KEYS.some((key) => value[key] === true) };
    }
  }
}

const isPair = (value: object): value is { search: string; replace: string } => {
  const { search, replace } = value as { search?: unknown; replace?: unknown };
  return typeof search === "string" && typeof replace === "string";
};

function textOf(value: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = value[key];
    if (typeof text === "string") return text;
  }
  return undefined;
}

const BLOCK = /^[<-]{5,} SEARCH>?[ \t]*\n([\s\S]*?)^={5,}[ \t]*\n([\s\S]*?)^[>+]{5,} REPLACE/gm;
/** Lines between a mark and its text: where the text begins, and a rule. */
const PREAMBLE = /^(?:(?::\w+:.*\n)+)?-{5,}\n/;

function* blocksIn(text: string, path: string | undefined): Generator<EditText> {
  if (!text.includes(" SEARCH")) return;
  for (const [, search = "", made = ""] of text.matchAll(BLOCK)) {
    const old = withoutLastBreak(search.replace(PREAMBLE, ""));
    if (old !== "") yield { path, old, made: withoutLastBreak(made), isAll: false };
  }
}

const withoutLastBreak = (text: string): string => (text.endsWith("\n") ? text.slice(0, -1) : text);

const FILE = /^\*\*\* (?:Update|Add|Delete) File: (.*)$/;

/** The hunks of a patch in the form of `apply_patch`; one that only adds lines quotes nothing. */
function* hunksIn(text: string): Generator<EditText> {
  if (!text.includes("*** Update File: ")) return;
  let path: string | undefined;
  let isUpdate = false;
  let hunk: { old: string[]; made: string[] } = { old: [], made: [] };
  const close = function* (): Generator<EditText> {
    const [old, made] = [hunk.old.join("\n"), hunk.made.join("\n")];
    if (isUpdate && hunk.old.length > 0 && old !== made) yield { path, old, made, isAll: false };
    hunk = { old: [], made: [] };
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("***") || line.startsWith("@@")) {
      yield* close();
      const file = FILE.exec(line)?.[1];
      if (file !== undefined) path = file.trim();
      if (line.startsWith("*** "))
        isUpdate = line.startsWith("*** Update File: ") || (isUpdate && !line.includes("Patch"));
    } else if (isUpdate) {
      const rest = line.slice(1);
      if (line[0] !== "+") hunk.old.push(rest);
      if (line[0] !== "-") hunk.made.push(rest);
    }
  }
  yield* close();
}

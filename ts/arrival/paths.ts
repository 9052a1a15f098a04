// Names a path or a folder once. The native twin is `crates/core/src/arrival/paths.rs`.
//
//   src/a.ts:3:foo           [4 lines of src/a.ts]        hits of a search, at least 4 in one file
//   src/a.ts:5:bar           3:foo
//   …                        5:bar …
//
//   /srv/repo/src/a.ts      [8 paths under /srv/repo/]  a list of at least 8 paths
//   /srv/repo/b.ts          src/a.ts
//   …                        b.ts …
//
// The count says where a group ends, so the text can be restored: put the path and a colon, or the folder, in front of so
// many lines. A text that has such a line already stays as it is.
import { wellFormed } from "../text/surrogates.js";
import { CLIP_MARK } from "./clip-mark.js";

/** Fewest hits in one file. */
const MIN_HITS = 4;
/** Fewest paths in a list. */
const MIN_PATHS = 8;

/** A line that this machine, or one that leaves something out, has written. */
const FORM = new RegExp(`(?:^|\\n)(?:\\[[0-9]+ (?:lines of|paths under) |\\${CLIP_MARK})`);

/** No blanks, control characters, colons, quotes, or what shells expand. */
const PATH_CHARS = "[^\\0- :\"'<>|*?\\x7f]+";
/** A path, a line's number and a colon. A drive's letter may be in front. */
const HIT = new RegExp(`^((?:[A-Za-z]:(?=[\\\\/]))?${PATH_CHARS}):[1-9][0-9]{0,6}:`);
const PATH = new RegExp(`^${PATH_CHARS}$`);
/** The last part of a path has a letter. */
const NAMED = /[A-Za-z][^\\/]*$/;
/** The last part of a path ends like a file's name. */
const FILE = /\.[A-Za-z][^\\/]*$/;

/** The text with groups of lines that name what they have in common once; undefined if there are none. Linear. */
export function shortenPaths(text: string): string | undefined {
  if (wellFormed(text) !== text) return undefined;
  const lines = text.split("\n");
  const output: string[] = [];
  let isShorter = false;
  for (let at = 0; at < lines.length; ) {
    const group = hitsAt(lines, at) ?? pathsAt(lines, at);
    const end = at + (group?.count ?? 1);
    const isGrouped = group !== undefined && isWorth(group);
    if (isGrouped) output.push(group.head);
    for (const line of lines.slice(at, end)) output.push(isGrouped ? line.slice(group.shared) : line);
    isShorter ||= isGrouped;
    at = end;
  }
  return isShorter && !FORM.test(text) ? output.join("\n") : undefined;
}

/** Lines that begin with the same chars. */
interface Group {
  count: number;
  /** Fewest lines that are worth it. */
  least: number;
  /** Chars that each line loses. */
  shared: number;
  /** The line that names them. */
  head: string;
}

function isWorth({ count, least, shared, head }: Group): boolean {
  return count >= least && count * shared > head.length + 1;
}

function hitsAt(lines: readonly string[], start: number): Group | undefined {
  const path = hitPath(lines[start]);
  if (path === undefined) return undefined;
  let end = start + 1;
  while (hitPath(lines[end]) === path) end++;
  const count = end - start;
  return { count, least: MIN_HITS, shared: path.length + 1, head: `[${count} lines of ${path}]` };
}

/** The path of a search's hit. */
function hitPath(line: string | undefined): string | undefined {
  const path = line?.includes(":") === true ? HIT.exec(line)?.[1] : undefined;
  if (path === undefined || /^[[(]/.test(path) || !NAMED.test(path)) return undefined;
  return /[\\/]/.test(path) || FILE.test(path) ? path : undefined;
}

function pathsAt(lines: readonly string[], start: number): Group | undefined {
  let folder = folderOf(lines[start]);
  let end = start;
  while (folder !== "") {
    end++;
    const next = commonFolder(folder, folderOf(lines[end]));
    if (next === "") break;
    folder = next;
  }
  const count = end - start;
  if (count === 0) return undefined;
  return { count, least: MIN_PATHS, shared: folder.length, head: `[${count} paths under ${folder}]` };
}

/** The folder of a line that is a path, with its slash; empty if there is none but the root. */
function folderOf(line: string | undefined): string {
  if (line === undefined || line.length < 2) return "";
  const end = line.lastIndexOf("/", line.length - 2) + 1;
  return end === 0 || !PATH.test(line) ? "" : rootless(line.slice(0, end));
}

function commonFolder(one: string, other: string): string {
  let same = 0;
  while (same < one.length && one.charAt(same) === other.charAt(same)) same++;
  return same === 0 ? "" : rootless(one.slice(0, one.lastIndexOf("/", same - 1) + 1));
}

const rootless = (folder: string) => (folder === "/" ? "" : folder);

// Changes one key of a TOML text and nothing else: comments, order and all other tables stay as they are. What the change
// made is read back, so that a text that this does not understand is refused and never damaged.
import { isDeepStrictEqual } from "node:util";
import { TamisError } from "../../base/errors.js";
import { loadPeer } from "../../base/load-peer.js";
import { requireHere } from "../../base/require-here.js";
import { camelCase, tomlKey } from "../../shape/spelling.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { tableOf } from "./load.js";

/** A key and its table: `["condensation", "modes", "code"]` and `timeout_ms`. No table: before the first one. */
export interface TomlPlace {
  table: readonly string[];
  key: string;
}

/**
 * Sets or removes a key.
 *
 * @param value Undefined: the key is removed.
 * @throws TamisError `CONFIG_INVALID` for a text that does not parse, or that has to be edited by hand.
 */
export function editToml(text: string, { table, key }: TomlPlace, value: unknown, file: string): string {
  const before = tableOf(text, file);
  const expected = withValue(before, [...table, key], value);
  if (isSame(before, expected)) return text;
  const edited = edit(text, table, key, value);
  if (isSame(safely(edited), expected)) return edited;
  const place = [...table, key].join(".");
  throw new TamisError(
    "CONFIG_INVALID",
    `${file}: ${place} is written in a way that is not changed here; edit it by hand`,
  );
}

/** The tables of a text, or of a part of one, whose last line may be without the second half of its end. */
function safely(text: string): JsonRecord | undefined {
  try {
    return parse(`${text}\n`);
  } catch {
    return undefined;
  }
}

const toml = () => loadPeer<typeof import("smol-toml")>("smol-toml", "TOML", () => requireHere("smol-toml"));
const parse = (text: string): JsonRecord => toml().parse(text);

/** Tables of one kind, so that they can be compared: a parser's have no prototype. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other));

/** The same tables with one other value. A key in the other spelling is replaced. Empty tables go. */
function withValue(table: JsonRecord, [key = "", ...rest]: readonly string[], value: unknown): JsonRecord {
  const written =
    Object.keys(table).find((name) => name === key || (rest.length === 0 && camelCase(name) === camelCase(key))) ?? key;
  const { [written]: old, ...others } = table;
  if (rest.length > 0) {
    const inner = withValue(isRecord(old) ? old : {}, rest, value);
    const isNew = !isRecord(old) && Object.keys(inner).length === 0;
    return isNew ? table : { ...table, [written]: inner };
  }
  return value === undefined ? others : { ...table, [written]: value };
}

function edit(text: string, table: readonly string[], key: string, value: unknown): string {
  const lines = text.split("\n");
  const header = table.length === 0 ? TOP : findHeader(lines, table);
  const found = header === undefined ? undefined : findKey(lines, header, key);
  if (found !== undefined) {
    const { start, end, name, comment } = found;
    const next = value === undefined ? [] : [`${name} = ${rendered(value)}${comment}`];
    return [...lines.slice(0, start), ...next, ...lines.slice(end)].join("\n");
  }
  if (value === undefined) return text;
  const line = `${tomlKey(key)} = ${rendered(value)}`;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  if (header === undefined) {
    const gap = text === "" || text.endsWith(end + end) ? "" : text.endsWith("\n") ? end : end + end;
    return `${text}${gap}[${table.map(tomlKey).join(".")}]${end}${line}${end}`;
  }
  const at = lastKeyLine(lines, header) + 1;
  return [...lines.slice(0, at), `${line}${end.slice(0, -1)}`, ...lines.slice(at)].join("\n");
}

const rendered = (value: unknown): string => toml().stringify({ x: value }).trim().slice("x = ".length);

const isHeader = (line: string): boolean => /^\s*\[/.test(line);

/** Where keys of no table come after: the line in front of the first. */
const TOP = -1;

/** The line of a table's header; undefined if there is none. */
function findHeader(lines: readonly string[], table: readonly string[]): number | undefined {
  const found = lines.findIndex((line) => {
    if (!isHeader(line)) return false;
    const parsed = safely(line);
    let at: unknown = parsed;
    for (const key of table) at = isRecord(at) && Object.keys(at).length === 1 ? at[key] : undefined;
    return isRecord(at) && Object.keys(at).length === 0;
  });
  return found < 0 ? undefined : found;
}

/** The last line of a table that is neither empty nor a comment, or its header. */
function lastKeyLine(lines: readonly string[], header: number): number {
  let last = header;
  for (let at = header + 1; at < lines.length && !isHeader(lines[at] ?? ""); at++) {
    if (/^\s*[^\s#]/.test(lines[at] ?? "")) last = at;
  }
  return last;
}

interface FoundKey {
  start: number;
  /** Exclusive. */
  end: number;
  /** As it is written. */
  name: string;
  /** What is on the line behind the value: white space, a comment, the first half of its end. */
  comment: string;
}

/** A key as it may be written: bare, or between quotes. */
const KEY = /^\s*([\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')\s*=/;

function plainKey(name: string): string {
  if (/^[\w-]/.test(name)) return name;
  return Object.keys(safely(`${name} = 0`) ?? {})[0] ?? name;
}

function findKey(lines: readonly string[], header: number, key: string): FoundKey | undefined {
  for (let start = header + 1; start < lines.length && !isHeader(lines[start] ?? ""); start++) {
    const name = KEY.exec(lines[start] ?? "")?.[1];
    if (name === undefined || camelCase(plainKey(name)) !== camelCase(key)) continue;
    for (let end = start + 1; end <= lines.length; end++) {
      if (safely(lines.slice(start, end).join("\n")) === undefined) continue;
      return { start, end, name, comment: end === start + 1 ? commentOf(lines[start] ?? "") : "" };
    }
  }
  return undefined;
}

/** What is behind a value: a comment from the first `#` before which the line is whole. */
function commentOf(line: string): string {
  for (let at = line.indexOf("#"); at >= 0; at = line.indexOf("#", at + 1)) {
    const before = line.slice(0, at);
    if (safely(before) !== undefined) return before.slice(before.trimEnd().length) + line.slice(at);
  }
  return line.endsWith("\r") ? "\r" : "";
}

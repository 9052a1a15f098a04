// Changes one key of a TOML text and nothing else: comments, order and all other tables stay as they are. What the change
// made is read back, so that a text that this does not understand is refused and never damaged.
import { isDeepStrictEqual } from "node:util";
import { TamisError } from "../../base/errors.js";
import { renderTomlValue } from "../../policy/toml.js";
import { type TomlStatement, tomlPart, tomlStatements } from "../../policy/toml-statements.js";
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
  if (isSame(tomlPart(edited), expected)) return edited;
  const place = [...table, key].join(".");
  throw new TamisError(
    "CONFIG_INVALID",
    `${file}: ${place} is written in a way that is not changed here; edit it by hand`,
  );
}

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
  const own = ownStatements(tomlStatements(text), table);
  const found = own?.keys.find(({ names: [name = "", ...more] }) => more.length === 0 && isSpelled(name, key));
  if (found !== undefined) {
    const { start, end, written } = found;
    const comment = end === start + 1 ? commentOf(lines[start] ?? "") : "";
    const next = value === undefined ? [] : [`${written} = ${renderTomlValue(value)}${comment}`];
    return [...lines.slice(0, start), ...next, ...lines.slice(end)].join("\n");
  }
  if (value === undefined) return text;
  const line = `${tomlKey(key)} = ${renderTomlValue(value)}`;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  if (own === undefined) {
    const gap = text === "" || text.endsWith(end + end) ? "" : text.endsWith("\n") ? end : end + end;
    return `${text}${gap}[${table.map(tomlKey).join(".")}]${end}${line}${end}`;
  }
  const at = own.keys.at(-1)?.end ?? own.begin;
  return [...lines.slice(0, at), `${line}${end.slice(0, -1)}`, ...lines.slice(at)].join("\n");
}

const isSpelled = (name: string, key: string): boolean => camelCase(name) === camelCase(key);

/** The keys of a table and the line that they begin at, behind its header; undefined where the table has none. */
function ownStatements(
  all: readonly TomlStatement[],
  table: readonly string[],
): { begin: number; keys: readonly TomlStatement[] } | undefined {
  const isOwn = ({ kind, names }: TomlStatement) => kind === "table" && isDeepStrictEqual(names, table);
  const header = table.length === 0 ? -1 : all.findIndex(isOwn);
  if (table.length > 0 && header < 0) return undefined;
  const rest = all.slice(header + 1);
  const next = rest.findIndex(({ kind }) => kind !== "key");
  return { begin: all[header]?.end ?? 0, keys: rest.slice(0, next < 0 ? undefined : next) };
}

/** What is behind a value: a comment from the first `#` before which the line is whole. */
function commentOf(line: string): string {
  for (let at = line.indexOf("#"); at >= 0; at = line.indexOf("#", at + 1)) {
    const before = line.slice(0, at);
    if (tomlPart(before) !== undefined) return before.slice(before.trimEnd().length) + line.slice(at);
  }
  return line.endsWith("\r") ? "\r" : "";
}

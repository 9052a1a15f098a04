// `--set mask.tools["read_*"].windowTurns=4` assigns one value inside a policy that is still plain data.

import { camelCase } from "../../shape/spelling.js";
import { isRecord, parseJson } from "../../text/json-value.js";
import { CliFailure, WRONG_USAGE } from "./failure.js";

/** One `--set`: path and value. */
export interface Assignment {
  path: readonly string[];
  value: unknown;
}

/**
 * Reads `key=value`. The key is dotted; a part with dots or other special characters is written in brackets and double
 * quotes. The value is read as JSON, and as a string if it is no JSON.
 * @throws CliFailure for any other form
 */
export function parseAssignment(text: string): Assignment {
  const path: string[] = [];
  let rest = text;
  while (!rest.startsWith("=")) {
    const part = /^(?:\[("(?:[^"\\]|\\.)*")\]|([A-Za-z_][\w-]*))(?:\.(?=[A-Za-z_])|(?=[=[]))/.exec(rest);
    if (!part) throw badAssignment(text);
    const quoted = part[1];
    path.push(quoted === undefined ? (part[2] ?? "") : unquote(quoted, text));
    rest = rest.slice(part[0].length);
  }
  if (path.length === 0) throw badAssignment(text);
  return { path, value: parseValue(rest.slice(1)) };
}

function badAssignment(text: string): CliFailure {
  return new CliFailure(
    WRONG_USAGE,
    `--set ${text}: write key=value, for example mask.windowTurns=4 or 'mask.tools["read_*"].never=true'`,
  );
}

function unquote(quoted: string, text: string): string {
  const name = parseJson(quoted);
  if (typeof name === "string") return name;
  throw badAssignment(text);
}

/** JSON where the text is some, else the text itself. */
export function parseValue(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}

/**
 * A copy of `policy` with the assignment made. Finds and replaces a part that the policy spells in the other case style
 * (`window_turns`, `windowTurns`).
 * @throws CliFailure if the path goes through a value that is no table
 */
export function assign(policy: Record<string, unknown>, { path, value }: Assignment): Record<string, unknown> {
  return assignAt(policy, path, 0, value);
}

function assignAt(
  table: Record<string, unknown>,
  path: readonly string[],
  level: number,
  value: unknown,
): Record<string, unknown> {
  const name = path[level] ?? "";
  const key = Object.keys(table).find((other) => sameKey(other, name, path, level)) ?? name;
  if (level === path.length - 1) return withKey(table, key, value);
  const inner = Object.hasOwn(table, key) ? table[key] : {};
  if (!isRecord(inner)) {
    throw new CliFailure(WRONG_USAGE, `--set ${path.join(".")}: ${key} is ${JSON.stringify(inner)}, not a table`);
  }
  return withKey(table, key, assignAt(inner, path, level + 1, value));
}

/** Compares keys in camelCase, except names of tools, which belong to the user. */
function sameKey(key: string, name: string, path: readonly string[], level: number): boolean {
  const isToolName = level === 2 && path[0] === "mask" && path[1] === "tools";
  return isToolName ? key === name : camelCase(key) === camelCase(name);
}

/** Uses entries, because `{ ["__proto__"]: … }` by assignment would change the prototype and hide a typing error. */
function withKey(table: Record<string, unknown>, key: string, value: unknown): Record<string, unknown> {
  return Object.fromEntries([...Object.entries(table), [key, value]]);
}

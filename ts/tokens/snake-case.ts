// Names of a bill's numbers in snake_case, whoever spelled them.

import { isRecord, type JsonRecord } from "../text/json-value.js";

const inSnake = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/([a-z])(\d)/g, "$1_$2")
    .toLowerCase();

/** Names as they were read before: bills have few, and logs have many bills. */
const snakeNames = new Map<string, string>();
const MOST_NAMES = 1_000;
const LONGEST_NAME = 100;

export function toSnake(name: string): string {
  const known = snakeNames.get(name);
  if (known !== undefined) return known;
  const snake = inSnake(name);
  if (snakeNames.size < MOST_NAMES && name.length <= LONGEST_NAME) snakeNames.set(name, snake);
  return snake;
}

/** A copy whose keys are in snake_case, two levels below the top. */
export function inSnakeCase(value: unknown, depth = 3): unknown {
  if (!isRecord(value) || depth === 0) return value;
  const copy: JsonRecord = {};
  copyInSnakeCase(value, copy, depth);
  return copy;
}

/** Copies members to `target` as {@link inSnakeCase} does. */
export function copyInSnakeCase(value: JsonRecord, target: JsonRecord, depth = 3): void {
  for (const key of Object.keys(value)) {
    const inner = value[key];
    if (inner !== null && inner !== undefined) setOwn(target, toSnake(key), inSnakeCase(inner, depth - 1));
  }
}

/** Sets a member whatever its name. */
function setOwn(object: JsonRecord, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

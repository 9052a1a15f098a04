// Keys of tables, in either spelling.
import { camelCase } from "../shape/spelling.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";

/** Keys and indexes, the outermost first. */
export type Keys = readonly (string | number)[];

/** The path with its keys as in `table`: exactly, or in the other spelling (`tls_cert`, `tlsCert`). */
export function asWritten(path: Keys, table: unknown): Keys {
  let inner = table;
  return path.map((key) => {
    const written = keyIn(inner, key);
    inner = written === undefined ? undefined : Reflect.get(inner as object, written);
    return written ?? key;
  });
}

/** The value at a path in either spelling; undefined where there is none. */
export function valueIn(table: unknown, path: Keys): unknown {
  let inner = table;
  for (const key of path) {
    const written = keyIn(inner, key);
    if (written === undefined) return undefined;
    inner = Reflect.get(inner as object, written);
  }
  return inner;
}

function keyIn(table: unknown, key: string | number): string | number | undefined {
  if (typeof table !== "object" || table === null) return undefined;
  if (Object.hasOwn(table, key)) return key;
  return Object.keys(table).find((written) => camelCase(written) === camelCase(String(key)));
}

/** Whether a value says something: a table in which only empty tables are does not. */
export const saysSomething = (value: unknown): boolean =>
  isRecord(value) ? Object.values(value).some(saysSomething) : value !== undefined;

/** A table like `table` without the value at a path, in either spelling; a table on the way may become empty. */
export function without(table: JsonRecord, [first, ...rest]: Keys): JsonRecord {
  const written = first === undefined ? undefined : keyIn(table, first);
  if (written === undefined) return table;
  const { [written]: value, ...others } = table;
  return rest.length > 0 && isRecord(value) ? { ...table, [written]: without(value, rest) } : others;
}

/** A table like `table` with another value at a path whose tables are there or made. */
export function withValue(table: JsonRecord, [first = "", ...rest]: readonly string[], value: unknown): JsonRecord {
  if (rest.length === 0) return { ...table, [first]: value };
  const inner = table[first];
  return { ...table, [first]: withValue(isRecord(inner) ? inner : {}, rest, value) };
}

/** Lays tables over tables; a value of another kind replaces what was there, undefined leaves it. */
export function laidOver(under: JsonRecord, over: JsonRecord): JsonRecord {
  const joined = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const before = joined[key];
    if (value === undefined) continue;
    joined[key] = isRecord(before) && isRecord(value) ? laidOver(before, value) : value;
  }
  return joined;
}

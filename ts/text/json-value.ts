/** An object with unknown members. */
export type JsonRecord = Record<string, unknown>;

/** True for a JSON object. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A non-empty string, as ids must be; else undefined. */
export function nonEmpty(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Deepest nesting that is read by functions that recurse, `JSON.stringify` among them. */
export const MAX_NESTING = 1_000;

/** Whether a parsed value has more than {@link MAX_NESTING} levels of lists and objects. Linear; recurses as deep at most. */
export const isTooDeep = (value: unknown): boolean => isDeeper(value, MAX_NESTING);

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const inner of value) if (isDeeper(inner, levels - 1)) return true;
    return false;
  }
  for (const key in value) if (isDeeper(Reflect.get(value, key), levels - 1)) return true;
  return false;
}

/** `.length` of a string; 0 for anything else. */
export function stringChars(value: unknown): number {
  return typeof value === "string" ? value.length : 0;
}

/**
 * Calls `visit` with every string value in `value`, including itself, at any depth and in order, and with its keys and
 * indexes (one list, which is reused). Keys do not count as values. Linear.
 */
export function visitStrings(
  value: unknown,
  visit: (text: string, path: readonly (string | number)[]) => void,
  path: (string | number)[] = [],
): void {
  if (typeof value === "string") visit(value, path);
  if (typeof value !== "object" || value === null) return;
  const children: Iterable<[string | number, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, child] of children) {
    path.push(key);
    visitStrings(child, visit, path);
    path.pop();
  }
}

/** The value at a path of own keys and indexes; undefined where there is none. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** Sum of `.length` of every string value in `value`, at any depth. */
export function deepChars(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let chars = 0;
  for (const child of Object.values(value)) chars += deepChars(child);
  return chars;
}

/** The value of a JSON text; undefined, which no JSON text means, for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object of a JSON text; undefined for anything else. */
export function parseRecord(text: string): JsonRecord | undefined {
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
}

/** JSON with the keys of objects in one order; empty for what is no JSON. */
export function sortedJson(value: unknown): string {
  const sorted = (_: string, one: unknown): unknown =>
    isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one;
  return JSON.stringify(value, sorted) ?? "";
}

/** What an error of JSON says, without the text that V8 quotes: a conversation has no business in logs and on terminals. */
export const withoutQuote = (message: string): string => message.replace(/, (\.\.\.)?".*$/s, "");

/** Whether the text is one JSON value. */
export const isJson = (text: string): boolean => parseJson(text) !== undefined;

// JSON values as they were, so that it shows whether they are so still: objects are the caller's, who may change them.

/** A value as it was. Strings are referenced. */
export interface Snapshot {
  /** A scalar, or the list of what an array or an object holds. */
  value: unknown;
  /** Of an object: its names in their order. */
  names: readonly string[] | undefined;
}

/** What is held. */
export interface Held {
  values: number;
  chars: number;
}

/** What has more values in it, or deeper ones, is not remembered; objects that contain themselves neither. */
const MOST_VALUES = 10_000;
const MOST_DEPTH = 100;

/** Undefined for a value with too much in it, or with something that is no JSON. */
export function takeSnapshot(value: unknown, held: Held = { values: 0, chars: 0 }, depth = 0): Snapshot | undefined {
  held.values++;
  if (held.values > MOST_VALUES || depth > MOST_DEPTH || typeof value === "function") return undefined;
  if (typeof value === "string") held.chars += value.length;
  if (typeof value !== "object" || value === null) return { value, names: undefined };
  if (!Array.isArray(value) && !isPlain(value)) return undefined;
  const names = Array.isArray(value) ? undefined : Object.keys(value);
  const parts: Snapshot[] = [];
  for (const one of names === undefined ? (value as unknown[]) : Object.values(value)) {
    const part = takeSnapshot(one, held, depth + 1);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return { value: parts, names };
}

/** Nothing is read from a prototype then. */
const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Whether `value` is as it was. */
export function isAsBefore({ value: was, names }: Snapshot, value: unknown): boolean {
  if (typeof was !== "object" || was === null) return Object.is(value, was);
  if (typeof value !== "object" || value === null) return false;
  const parts = was as readonly Snapshot[];
  if (names !== undefined) return isPlain(value) && hasSame(names, parts, value as Record<string, unknown>);
  return (
    Array.isArray(value) && value.length === parts.length && parts.every((part, at) => isAsBefore(part, value[at]))
  );
}

/** Faster than over a list of names, which would have to be made. */
function hasSame(names: readonly string[], parts: readonly Snapshot[], value: Record<string, unknown>): boolean {
  let at = 0;
  for (const name in value) {
    const part = parts[at];
    if (names[at] !== name || part === undefined || !isAsBefore(part, value[name])) return false;
    at++;
  }
  return at === parts.length;
}

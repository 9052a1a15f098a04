import { wellFormed } from "../../text/surrogates.js";

/** Deeper values stay as they are. */
const MOST_LEVELS = 1_000;

/**
 * A value with U+FFFD for each half of a surrogate pair in its strings and names. It shares everything that has none. If
 * names become equal, the last member counts, as in `JSON.parse`. Linear.
 */
export function withoutHalves(value: unknown, around: readonly object[] = []): unknown {
  if (typeof value === "string") return wellFormed(value);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (around.length >= MOST_LEVELS || around.includes(value)) return value;
  const inside = [...around, value];
  if (Array.isArray(value)) {
    const list = value.map((element: unknown) => withoutHalves(element, inside));
    return list.some((element, index) => element !== value[index]) ? list : value;
  }
  const members = Object.entries(value).map(([key, was]) => ({ key, was, is: withoutHalves(was, inside) as unknown }));
  if (members.every(({ key, was, is }) => was === is && wellFormed(key) === key)) return value;
  return Object.fromEntries(members.map(({ key, is }) => [wellFormed(key), is]));
}

import type { Dispatcher } from "undici";
import { withListed } from "../base/header-list.js";

/**
 * Converts headers in any form that undici accepts to a flat list of names and values. Some forms can be read only
 * once.
 */
export function listHeaders(headers: Dispatcher.DispatchOptions["headers"]): string[] {
  if (headers === undefined || headers === null) return [];
  if (Array.isArray(headers)) return headers as string[];
  const entries =
    Symbol.iterator in headers
      ? (headers as Iterable<[string, string | string[] | undefined]>)
      : (Object.entries(headers) as [string, string | string[] | undefined][]);
  // If a value is a list, undici accepts the list in its place.
  return Array.from(entries, ([name, value]) => [name, value as string]).flat();
}

/** The first value of a header, whatever the case of its name. */
export function readHeader(headers: readonly unknown[], name: string): string | undefined {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (String(headers[index]).toLowerCase() !== name) continue;
    const value = headers[index + 1];
    return value === undefined || value === null ? undefined : String(Array.isArray(value) ? value[0] : value);
  }
  return undefined;
}

/** The same headers with another body's length, if they declare one. */
export function withLength(headers: readonly string[], bytes: number): string[] {
  return headers.map((value, index) => {
    const name = index % 2 === 1 ? String(headers[index - 1]) : "";
    return name.toLowerCase() === "content-length" ? String(bytes) : value;
  });
}

/** The same headers with more names in lists. */
export function withNames(headers: readonly string[], needed: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(needed).reduce(
    (list, [name, names]) => {
      const isOther = (at: number) => String(list[at - (at % 2)]).toLowerCase() !== name;
      return [...list.filter((_, at) => isOther(at)), name, withListed(readHeader(list, name), names)];
    },
    [...headers],
  );
}

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { TamisError } from "../../base/errors.js";
import { redact } from "../../base/redact.js";

/** What names no file, and why. */
const NO_FILE: readonly [pattern: RegExp, reason: string][] = [
  [
    /^(?:file:)?:memory:|[?&]mode=memory\b/i,
    "a store is on disk or at a server; sessions without a store are in memory",
  ],
  [/^$|\0/, "this names no file"],
  [/^(?!file:)[a-z][a-z\d+.-]+:\/\//i, "expected a path, a file: URL, or the URL of a libSQL server"],
];

/**
 * The path of a store's file. A `file:` URL without a slash is relative to the working folder, as SQLite reads it.
 *
 * @throws TamisError `STORE_UNUSABLE` for what names no file.
 */
export function pathOf(location: string): string {
  const refuse = (reason: string) => new TamisError("STORE_UNUSABLE", `${redact(location)}: ${reason}`);
  const wrong = NO_FILE.find(([pattern]) => pattern.test(location));
  if (wrong !== undefined) throw refuse(wrong[1]);
  if (!/^file:/i.test(location)) return resolve(location);
  try {
    const [, relative] = /^file:(?!\/)([^?#]*)/i.exec(location) ?? [];
    return relative === undefined ? fileURLToPath(location) : resolve(decodeURIComponent(relative));
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}

// Texts of a database as they are stored. SQLite keeps whatever bytes it is given and calls them text; the package
// @libsql/client ends the process (a panic) where they are not UTF-8. So columns are read as bytes, and decoded here.
import { TamisError } from "../../base/errors.js";
import type { SqlRow } from "./sql.js";

/** Selects columns so that no content of theirs can stop the client. */
export const selectSafely = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, expression]) => `CAST(${expression} AS BLOB) AS ${name}`)
    .join(", ");

export const columnsOf = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]));

/** A text that cannot be read. As a string it has U+FFFD in the place of what is no text. */
export class DamagedText {
  constructor(
    readonly reason: string,
    readonly shown: string,
  ) {}

  toString(): string {
    return this.shown;
  }
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const SHOWN_BYTES = 4_096;

/** Decodes the values of a row that came as bytes. Those that are no text become a {@link DamagedText}. */
export function decodeRow(row: SqlRow): SqlRow {
  const decoded: SqlRow = {};
  for (const [name, value] of Object.entries(row)) decoded[name] = value instanceof Uint8Array ? decode(value) : value;
  return decoded;
}

function decode(bytes: Uint8Array): string | DamagedText {
  try {
    return strict.decode(bytes);
  } catch (error) {
    const isLarge = (error as { code?: unknown }).code !== "ERR_ENCODING_INVALID_ENCODED_DATA";
    const shown = new TextDecoder().decode(bytes.slice(0, SHOWN_BYTES));
    return new DamagedText(isLarge ? "is longer than a text can be" : "is not UTF-8", shown);
  }
}

/** `STORE_UNUSABLE` for one session: its other sessions can still be read. */
export function damaged(place: string, session: string, what: string, cause?: unknown): TamisError {
  const message = `${place}: session ${JSON.stringify(session)} is damaged: ${what}; other sessions are not affected`;
  return new TamisError("STORE_UNUSABLE", message, { cause });
}

/** @throws TamisError `STORE_UNUSABLE` if one of these columns cannot be read. */
export function requireTexts(
  row: SqlRow,
  names: readonly string[],
  { place, session }: { place: string; session: string },
): void {
  for (const name of names) {
    const value = row[name];
    if (value instanceof DamagedText) throw damaged(place, session, `its ${name} ${value.reason}`);
  }
}

// The packed tables in Node: read from the file that bundlers import, at their first use. As a module they would cost every
// import as much as a quarter of the code, and the native backend has its own.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { TamisError } from "../base/errors.js";
import { requireHere } from "../base/require-here.js";
import type { Encoding } from "../contract/token-backend.js";

const FILE = "token-tables.js";
/** A table's name and its base64, as the build writes them. */
const TABLES = /(\w+)_(o200k_base|cl100k_base)="([\w+/]*=*)"/g;

type Tables = Readonly<Record<Encoding, string>>;

let read: Map<string, string> | undefined;

function tableOf(name: string): string {
  read ??= new Map(
    [...readText().matchAll(TABLES)].map(([, kind, encoding, text = ""]) => [`${kind}_${encoding}`, text]),
  );
  const table = read.get(name);
  if (table === undefined) throw new TamisError("INTERNAL", `${FILE} has no ${name}: install tamis again`);
  return table;
}

/** Beside this file; or, if that was bundled and moved, where the package is installed. */
function readText(): string {
  const places = [
    () => requireHere.resolve(`./${FILE}`),
    () => join(dirname(requireHere.resolve("tamis/package.json")), "dist", FILE),
  ];
  for (const place of places) {
    try {
      return readFileSync(place(), "latin1");
    } catch (cause) {
      if (!["MODULE_NOT_FOUND", "ENOENT"].includes(Object(cause).code)) throw unreadable(cause);
    }
  }
  throw unreadable();
}

function unreadable(cause?: unknown): TamisError {
  const message = `estimates need ${FILE}, which cannot be read from here${cause === undefined ? "" : `: ${(cause as Error).message}`}; bundle tamis with the condition "module", or leave it out of the bundle`;
  return new TamisError("PEER_MISSING", message, { cause });
}

const tables = (kind: string): Tables => ({
  get o200k_base() {
    return tableOf(`${kind}_o200k_base`);
  },
  get cl100k_base() {
    return tableOf(`${kind}_cl100k_base`);
  },
});

export const TOKEN_WEIGHTS: Tables = tables("TOKEN_WEIGHTS");
export const TOKEN_BEGINNINGS: Tables = tables("TOKEN_BEGINNINGS");

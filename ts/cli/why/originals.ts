// Where agents keep what their tools gave: their own logs, by the id of the call.
import { readFileSync } from "node:fs";
import type { ReducedRow } from "../../ledger/index.js";
import { findLogs, type LogFile, usualPlaces } from "../../simulate/index.js";

export interface OriginalPlace {
  file: string;
  /** From 1 on; undefined in a file that is no text of lines. */
  line: number | undefined;
}

/** A reduced result, and where its original is in a log; undefined where it is in none. */
export type PlacedRow = ReducedRow & { original: OriginalPlace | undefined };

/** Larger logs are not searched. */
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_FILES = 200;

/**
 * The places of the results of calls; a call that is in no log is missing. Linear in the size of the logs that were written
 * since the session began; those with its id in their name come first.
 *
 * @param since When the session began, in milliseconds since 1970.
 */
export function findOriginals(calls: readonly string[], session: string, since: number): Map<string, OriginalPlace> {
  const found = new Map<string, OriginalPlace>();
  const wanted = new Set(calls.filter((call) => !call.startsWith("#")));
  const isNamed = ({ path }: LogFile) => path.includes(session);
  const files = findLogs(usualPlaces(), false)
    .files.filter(({ changedAt, bytes }) => changedAt >= since && bytes <= MOST_BYTES)
    .sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || b.changedAt - a.changedAt);
  for (const { path } of files.slice(0, MOST_FILES)) {
    if (wanted.size === 0) break;
    for (const [call, place] of placesIn(path, wanted)) {
      found.set(call, place);
      wanted.delete(call);
    }
  }
  return found;
}

/** Ids as agents and providers write them. */
const IDS = /"((?:toolu_|call_|fc_|tooluse_)?[\w.-]{4,128})"/g;

function placesIn(file: string, wanted: ReadonlySet<string>): Map<string, OriginalPlace> {
  const places = new Map<string, OriginalPlace>();
  let text: string;
  try {
    text = readFileSync(file, file.endsWith(".db") ? "latin1" : "utf8");
  } catch {
    // The log is gone, or another user's.
    return places;
  }
  const isLines = file.endsWith(".jsonl");
  let line = 0;
  for (const one of isLines ? text.split("\n") : [text]) {
    line++;
    // The call comes before its result, so that the last line with its id has the result.
    for (const [, id = ""] of one.matchAll(IDS))
      if (wanted.has(id)) places.set(id, { file, line: isLines ? line : undefined });
  }
  return places;
}

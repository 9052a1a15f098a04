import { TamisError } from "../base/errors.js";
import { isRecord } from "../text/json-value.js";
import type { SimulationResult } from "./simulate.js";
import { summarise } from "./summary.js";

/** A part of a simulation: every `count`-th file, from `index` on. */
export interface Shard {
  /** From 1. */
  index: number;
  /** The number of parts. */
  count: number;
  /** For each session, then for each skipped trace, the place of its file among all files. */
  files: { sessions: number[]; skipped: number[] };
}

/** The result of one part. */
export interface ShardResult extends SimulationResult {
  /** Which part it is. */
  shard: Shard;
}

/**
 * Puts the parts of a simulation together: the result is that of one run over all files, sessions in the same order.
 *
 * @param parts Each part once, in any order, with the names to call them by.
 * @throws TamisError `OPTION_INVALID` for what is no part, for parts of different runs, and where one is missing or twice.
 */
export function mergeSimulations(parts: readonly { name: string; result: unknown }[]): SimulationResult {
  const checked = parts.map(({ name, result }) => ({ name, result: checkPart(name, result) }));
  const [first] = checked;
  if (first === undefined) throw invalid("no part was given");
  checkTogether(checked);
  const rows = checked.flatMap(({ result: { sessions, shard } }) =>
    sessions.map((row, at) => ({ row, file: shard.files.sessions[at] ?? 0 })),
  );
  const skips = checked.flatMap(({ result: { skipped, shard } }) =>
    skipped.map((row, at) => ({ row, file: shard.files.skipped[at] ?? 0 })),
  );
  // All of one file are of one part, in their order.
  const sessions = rows.sort((a, b) => a.file - b.file).map(({ row }) => row);
  const { results, tokenMethod } = first.result;
  return {
    sessions,
    skipped: skips.sort((a, b) => a.file - b.file).map(({ row }) => row),
    requests: sessions.reduce((sum, { requests }) => sum + requests, 0),
    results: results.map(({ prices, policies }, price) => ({
      prices,
      policies: policies.map(({ name }, policy) => summarise(name, sessions, price, policy)),
    })),
    tokenMethod,
  };
}

interface Part {
  name: string;
  result: ShardResult;
}

function checkPart(name: string, value: unknown): ShardResult {
  const shard = isRecord(value) ? value.shard : undefined;
  const lists = isRecord(value) && [value.sessions, value.skipped, value.results].every(Array.isArray);
  if (!lists || !isRecord(shard) || !isRecord(shard.files))
    throw invalid(`${name} is no part of a simulation: tamis savings --recordings --shard I/N --json writes one`);
  const { files } = value.shard as Shard;
  const { sessions, skipped } = value as unknown as ShardResult;
  const fits = files.sessions?.length === sessions.length && files.skipped?.length === skipped.length;
  if (!fits) throw invalid(`${name} is no whole part of a simulation`);
  return value as unknown as ShardResult;
}

function checkTogether(parts: readonly Part[]): void {
  const [first] = parts as [Part];
  const asked = (part: Part) =>
    JSON.stringify([
      part.result.tokenMethod,
      part.result.results.map(({ prices, policies }) => [prices, policies.map(({ name }) => name)]),
    ]);
  const { count } = first.result.shard;
  const seen = new Map<number, string>();
  for (const part of parts) {
    const { index, count: ofCount } = part.result.shard;
    if (ofCount !== count) throw invalid(`${part.name} is one of ${ofCount} parts, ${first.name} one of ${count}`);
    if (asked(part) !== asked(first)) throw invalid(`${part.name} has other policies or prices than ${first.name}`);
    const other = seen.get(index);
    if (other !== undefined) throw invalid(`${part.name} and ${other} are both part ${index}`);
    seen.set(index, part.name);
  }
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !seen.has(index));
  if (missing.length > 0) throw invalid(`of ${count} parts these are missing: ${missing.slice(0, 20).join(", ")}`);
}

const invalid = (message: string): TamisError => new TamisError("OPTION_INVALID", message);

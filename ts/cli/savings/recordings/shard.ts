import { readFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import { mergeSimulations, type SimulationResult } from "../../../simulate/index.js";
import { CliFailure, explainSystemError, WRONG_USAGE } from "../../shared/failure.js";
import { printable } from "../../shared/terminal.js";

/** A part of all files: every `count`-th, from the `index`-th on. */
export interface ShardFlag {
  /** From 1. */
  index: number;
  count: number;
}

const MOST_SHARDS = 100_000;

/** A commander argument parser for `2/16`. */
export function shardOf(value: string): ShardFlag {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(value) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (index === undefined || shard.index < 1 || shard.count > MOST_SHARDS || shard.index > shard.count)
    throw new InvalidArgumentError(`It must be I/N, from 1/N to N/N, with N at most ${MOST_SHARDS}.`);
  return shard;
}

/** The files of a part, and their places among all. */
export const filesOf = (files: readonly string[], { index, count }: ShardFlag) =>
  files.flatMap((file, place) => (place % count === index - 1 ? [{ file, place }] : []));

/** What the files with the results of parts say together. @throws CliFailure for a file that cannot be read or is none */
export function readMerged(names: readonly string[]): SimulationResult {
  return mergeSimulations(names.map((name) => ({ name: printable(name, 200), result: readPart(name) })));
}

function readPart(name: string): unknown {
  try {
    return JSON.parse(readFileSync(name, "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? "not JSON, or not all of it" : explainSystemError(error);
    throw new CliFailure(WRONG_USAGE, `${printable(name, 200)}: ${why}`);
  }
}

import { basename } from "node:path";
import type { PolicyInput } from "../../../policy/policy.js";
import {
  clearPolicy,
  maskingPolicy,
  optimumPolicy,
  parseCacheRule,
  readLogFile,
  type SimulatedPolicy,
  type SimulationResult,
  simulate,
  type Trace,
  type UnreadableTrace,
} from "../../../simulate/index.js";
import { FAILED } from "../../shared/failure.js";
import { expandFiles } from "../../shared/files.js";
import { writeJson, writeStderr, writeText } from "../../shared/io.js";
import { loadPolicy } from "../../shared/policy-input.js";
import { readRequestFile } from "../../shared/request-file.js";
import { createProgress, printable } from "../../shared/terminal.js";
import { placeOf, renderSimulation } from "./table.js";

/** The options of `tamis savings --recordings`. */
export interface SimulateFlags {
  policy: string[];
  window: number;
  prices: string[];
  model?: string;
  constantPrefix?: number;
  kept?: boolean;
  json?: boolean;
}

/** `tamis savings --recordings`. Resolves to the exit code: 1 only if nothing could be read. */
export async function runSimulate(paths: readonly string[], flags: SimulateFlags): Promise<number> {
  const policies = policiesOf(flags);
  const prices = flags.prices.length === 0 ? (["auto"] as const) : flags.prices.map(parseCacheRule);
  const files = expandFiles(paths, [".json", ".jsonl"]);
  const progress = createProgress(process.stderr, files.length);
  const result = await simulate(readTraces(files), policies, prices, {
    constantPrefixTokens: flags.constantPrefix ?? "inferred",
    ...(flags.model === undefined ? {} : { model: flags.model }),
    grounding: flags.kept === true,
    kept: flags.kept === true,
    onProgress: (done, name) => progress.update(done, name),
  });
  progress.clear();
  for (const one of result.skipped) await writeStderr(`tamis: ${printable(placeOf(one), 200)}: ${one.reason}\n`);
  await warnOfModels(result, flags);
  if (files.length === 0) await writeStderr("tamis: no *.json or *.jsonl file found\n");
  await (flags.json ? writeJson(result) : writeText(renderSimulation(result)));
  return result.sessions.length === 0 ? FAILED : 0;
}

/** Warns which sessions are billed by their vendor's newest row or their wire's, unless the user chose prices. */
async function warnOfModels({ sessions }: SimulationResult, { prices }: SimulateFlags): Promise<void> {
  const unknown = sessions.filter(({ isModelKnown }) => !isModelKnown);
  if (prices.length > 0 || unknown.length === 0) return;
  const rows = [...new Set(unknown.flatMap(({ rules }) => rules.slice(0, 1)))].join("; ");
  const which = unknown.length === 1 ? "1 session names" : `${unknown.length} sessions name`;
  await writeStderr(
    `tamis: ${which} no model whose prices are known: billed as ${rows}; --model or --prices says otherwise\n`,
  );
}

/** The policies that are always compared, and the user's own. */
function policiesOf({ policy, window }: SimulateFlags): SimulatedPolicy[] {
  const mask: PolicyInput = { preset: "none", mask: { windowTurns: window } };
  return [
    maskingPolicy("default", {}),
    maskingPolicy(`window ${window}, every turn`, mask, { strategy: "every-turn" }),
    clearPolicy("clear at 100k, keep 3", { tokens: 100_000, keep: 3 }),
    maskingPolicy(`window ${window}, rent`, mask, { strategy: "rent" }),
    maskingPolicy(`window ${window}, auto`, mask, { strategy: "auto" }),
    ...policy.map((file) => maskingPolicy(basename(file), loadPolicy({ policy: file }))),
    optimumPolicy(`window ${window}, optimum on an ideal cache`, mask),
  ];
}

async function* readTraces(files: readonly string[]): AsyncGenerator<Trace | UnreadableTrace> {
  const seenAnswers = new Set<string>();
  for (const file of files) yield* readTraceFile(file, seenAnswers);
}

/**
 * The conversations of a file: one of a request, any number of a log. What cannot be read is among them, with the reason.
 *
 * @param seenAnswers Answers that files read before have billed; those of this file are added.
 */
async function* readTraceFile(file: string, seenAnswers: Set<string>): AsyncGenerator<Trace | UnreadableTrace> {
  const request = file.endsWith(".json") ? readRequestFile(file) : undefined;
  if (request !== undefined) {
    yield request;
    return;
  }
  for await (const entry of readLogFile(file, seenAnswers)) {
    if ("trace" in entry) yield entry.trace;
    else yield { name: file, error: entry.reason, ...(entry.line === undefined ? {} : { line: entry.line }) };
  }
}

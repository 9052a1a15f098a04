import { readFileSync } from "node:fs";
import { basename } from "node:path";
import {
  clearPolicy,
  maskingPolicy,
  optimumPolicy,
  type PolicyInput,
  parseCacheRule,
  readSessionLog,
  type SimulatedPolicy,
  type SimulationResult,
  simulate,
  type Trace,
  type UnreadableTrace,
} from "../index.js";
import { explainSystemError, FAILED } from "./failure.js";
import { expandFiles } from "./files.js";
import { writeFileAtomic, writeStderr, writeStdout } from "./io.js";
import { loadPolicy } from "./policy-input.js";
import { renderSimulationPage } from "./simulate-page.js";
import { renderSimulation } from "./simulate-table.js";
import { createProgress, printable } from "./terminal.js";

/** The options of `tamis simulate`. */
export interface SimulateFlags {
  policy: string[];
  window: number;
  prices: string[];
  model?: string;
  constantPrefix?: number;
  json?: boolean;
  html?: string;
}

/** `tamis simulate`. Resolves to the exit code: 1 only where nothing could be read. */
export async function runSimulate(paths: readonly string[], flags: SimulateFlags): Promise<number> {
  const policies = policiesOf(flags);
  const prices = flags.prices.length === 0 ? (["auto"] as const) : flags.prices.map(parseCacheRule);
  const files = expandFiles(paths, [".json", ".jsonl"]);
  const progress = createProgress(process.stderr, files.length);
  const result = await simulate(readTraces(files), policies, prices, {
    constantPrefixTokens: flags.constantPrefix ?? "inferred",
    ...(flags.model === undefined ? {} : { model: flags.model }),
    onProgress: (done, name) => progress.update(done, name),
  });
  progress.clear();
  for (const { name, reason } of result.skipped) await writeStderr(`tamis: ${printable(name, 200)}: ${reason}\n`);
  if (files.length === 0) await writeStderr("tamis: no *.json or *.jsonl file found\n");
  if (flags.html !== undefined) writeFileAtomic(flags.html, renderSimulationPage(result));
  await writeStdout(flags.json ? toJson(result) : renderSimulation(result));
  return result.sessions.length === 0 ? FAILED : 0;
}

/** The policies that are always compared, and the user's own. */
function policiesOf({ policy, window }: SimulateFlags): SimulatedPolicy[] {
  const mask: PolicyInput = { mask: { windowTurns: window } };
  return [
    maskingPolicy(`window ${window}, every turn`, mask, { strategy: "every-turn" }),
    maskingPolicy(`window ${window}, staircase of 16`, mask, { strategy: "stride" }),
    clearPolicy("clear at 100k, keep 3", { tokens: 100_000, keep: 3 }),
    maskingPolicy(`window ${window}, rent`, mask, { strategy: "rent" }),
    ...policy.map((file) => maskingPolicy(basename(file), loadPolicy({ policy: file }))),
    optimumPolicy(`window ${window}, optimum in hindsight`, mask),
  ];
}

function* readTraces(files: readonly string[]): Generator<Trace | UnreadableTrace> {
  for (const file of files) yield* readTraceFile(file);
}

/** A file is one request, or a log with any number of context windows. */
function readTraceFile(file: string): (Trace | UnreadableTrace)[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    return [{ name: file, error: explainSystemError(error) }];
  }
  if (file.endsWith(".jsonl")) {
    const windows = readSessionLog(file, text);
    if (windows.length === 0)
      return [{ name: file, error: "no session log of Claude Code or Codex with billed requests" }];
    return windows.map(({ trace }) => trace);
  }
  try {
    return [{ name: file, request: JSON.parse(text) }];
  } catch (error) {
    return [{ name: file, error: `not JSON: ${withoutQuote((error as Error).message)}` }];
  }
}

/** V8 quotes the text around an error; a conversation has no business on a terminal. */
function withoutQuote(message: string): string {
  return message.replace(/, (\.\.\.)?".*$/s, "");
}

function toJson(result: SimulationResult): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}

import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { packageVersion } from "../../base/version.js";
import { reduceParsedBody } from "../../baseline/index.js";
import type { Policy } from "../../policy/policy.js";
import { loadBackends, nativeHint } from "../shared/backends.js";
import { explainSystemError, FAILED } from "../shared/failure.js";
import { expandFiles } from "../shared/files.js";
import { writeStderr, writeStdout, writeText } from "../shared/io.js";
import type { PolicyFlags } from "../shared/options.js";
import { loadPolicy } from "../shared/policy-input.js";
import { explainSkip } from "../shared/render-report.js";
import { renderTable } from "../shared/table.js";
import { type Colors, colorsFor, createProgress, groupDigits, percent, printable } from "../shared/terminal.js";
import { type BenchInput, generateCorpus } from "./corpus.js";
import { type BucketResult, type Contestant, findDisagreements, measureBucket, toBuckets } from "./measure.js";

interface BenchFlags extends PolicyFlags {
  seconds: number;
  json?: boolean;
}

/** Masking alone: every old result, whatever its size or content. */
const MASK_ONLY = {
  preset: "none",
  mask: { keepErrors: false, minChars: 0 },
  cache: { strategy: "every-turn" },
} as const;

/** `tamis bench`. Resolves to 1 if there is nothing to time, or if the contestants disagree. */
export async function runBench(paths: readonly string[], flags: BenchFlags): Promise<number> {
  const policy = loadPolicy(flags, MASK_ONLY);
  const { contestants, nativeReason } = createContestants(policy);
  const { inputs, left } = selectInputs(paths, policy);
  for (const { name, reason } of left) await writeStderr(`tamis: ${printable(name, 200)}: left out: ${reason}\n`);
  if (inputs.length === 0) return fail("nothing to time: no request was found that can be reduced");
  const disagreements = findDisagreements(inputs, contestants);
  if (disagreements.length > 0) return fail(`the answers differ, nothing was timed: ${disagreements.join(", ")}`);
  const buckets = await measureAll(inputs, contestants, flags.seconds);
  const result = { ...machine(), nativeReason: nativeReason ?? null, mask: policy.settings.mask, left, buckets };
  await (flags.json
    ? writeStdout(`${JSON.stringify(result, null, 2)}\n`)
    : writeText(render(buckets, nativeReason, colorsFor(process.stdout))));
  return 0;
}

async function fail(message: string): Promise<number> {
  await writeStderr(`tamis: ${printable(message, 2000)}\n`);
  return FAILED;
}

/**
 * The baseline is timed as plain parse, mask and serialise, without its check that serialising loses nothing. {@link
 * selectInputs} makes that check once for each request.
 */
function createContestants(policy: Policy): { contestants: Contestant[]; nativeReason: string | undefined } {
  const { native, nativeReason } = loadBackends();
  const contestants: Contestant[] = [
    { name: "baseline", run: (body) => reduceParsedBody(body, policy, {}, { checkRoundTrip: false }).body },
  ];
  if (native) contestants.unshift({ name: "native", run: (body) => native.reduceBody(body, policy, {}).body });
  return { contestants, nativeReason };
}

interface LeftOut {
  name: string;
  reason: string;
}

/** The requests that both contestants can reduce, and the others with the reason. */
function selectInputs(paths: readonly string[], policy: Policy): { inputs: BenchInput[]; left: LeftOut[] } {
  if (paths.length === 0) return { inputs: generateCorpus(), left: [] };
  const { baseline } = loadBackends();
  const inputs: BenchInput[] = [];
  const left: LeftOut[] = [];
  for (const name of expandFiles(paths)) {
    try {
      const body = readFileSync(name);
      const { report } = baseline.planBody(body, policy, {});
      if (report.skipped === undefined) inputs.push({ name, body });
      else left.push({ name, reason: explainSkip(report) });
    } catch (error) {
      left.push({ name, reason: explainSystemError(error) });
    }
  }
  return { inputs, left };
}

async function measureAll(
  inputs: readonly BenchInput[],
  contestants: readonly Contestant[],
  seconds: number,
): Promise<BucketResult[]> {
  const buckets = toBuckets(inputs);
  const each = seconds / buckets.length;
  const progress = createProgress(process.stderr, seconds);
  const results: BucketResult[] = [];
  for (const [index, bucket] of buckets.entries()) {
    const onRound = (done: number) => progress.update(index * each + done, bucket.label);
    results.push(await measureBucket(bucket, contestants, each, onRound));
  }
  progress.clear();
  return results;
}

function machine() {
  const [cpu] = cpus();
  return {
    version: packageVersion(),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    cpu: cpu?.model ?? "unknown",
  };
}

function render(buckets: readonly BucketResult[], nativeReason: string | undefined, colors: Colors): string {
  const { version, node, platform, cpu } = machine();
  const title = `${colors.bold(`tamis ${version}`)}, node ${node}, ${platform}, ${cpu}`;
  const head = ["request", "files", "median bytes", "removed", "native", "p95", "baseline", "p95", "ratio"];
  const table = renderTable(
    head,
    buckets.map((bucket) => renderRow(bucket)),
  );
  const missing =
    nativeReason === undefined
      ? ""
      : `The native backend is not available (${nativeReason}); the baseline was timed alone.\n${nativeHint()}\n`;
  return `${title}\n${table}Times are medians and 95th percentiles; same answers checked before timing.\n${missing}`;
}

function renderRow(result: BucketResult): string[] {
  const times = (["native", "baseline"] as const).flatMap((name) => {
    const timing = result.timings.find(({ contestant }) => contestant === name);
    return timing ? [duration(timing.medianMicros), duration(timing.p95Micros)] : ["–", "–"];
  });
  return [
    result.bucket,
    groupDigits(result.files),
    groupDigits(result.medianBytes),
    percent(result.bytesBefore - result.bytesAfter, result.bytesBefore),
    ...times,
    result.ratio === undefined ? "–" : `${result.ratio.toFixed(1)}×`,
  ];
}

const duration = (micros: number): string =>
  micros < 1000 ? `${micros.toFixed(1)} µs` : `${(micros / 1000).toFixed(2)} ms`;

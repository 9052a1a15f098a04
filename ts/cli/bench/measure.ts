// Times two contestants over the same requests, alternately in one process, so that a slow moment of the machine hits
// both.
import { isDeepStrictEqual } from "node:util";
import type { BenchInput } from "./corpus.js";

/** Turns request bytes into smaller request bytes. */
export interface Contestant {
  name: "native" | "baseline";
  run(body: Uint8Array): Uint8Array;
}

/** Requests of a similar size. */
export interface Bucket {
  label: string;
  inputs: readonly BenchInput[];
}

/** Times of one contestant over one bucket, in microseconds. */
export interface Timing {
  contestant: "native" | "baseline";
  medianMicros: number;
  p95Micros: number;
}

export interface BucketResult {
  bucket: string;
  files: number;
  /** Median size of the requests; `reducedBytes` is what one run over all of them leaves. */
  medianBytes: number;
  bytesBefore: number;
  bytesAfter: number;
  rounds: number;
  timings: Timing[];
  /** Baseline median divided by native median; missing without the native backend. */
  ratio?: number;
}

const BUCKETS: readonly { label: string; below: number }[] = [
  { label: "< 50 KB", below: 50_000 },
  { label: "50–300 KB", below: 300_000 },
  { label: "300 KB–1 MB", below: 1_000_000 },
  { label: "≥ 1 MB", below: Number.POSITIVE_INFINITY },
];

/** The requests by size; empty buckets are left out. */
export function toBuckets(inputs: readonly BenchInput[]): Bucket[] {
  return BUCKETS.map(({ label, below }, index) => {
    const from = BUCKETS[index - 1]?.below ?? 0;
    return { label, inputs: inputs.filter(({ body }) => body.length >= from && body.length < below) };
  }).filter((bucket) => bucket.inputs.length > 0);
}

/** The names of the requests for which the contestants' parsed results differ. Also warms both up. */
export function findDisagreements(inputs: readonly BenchInput[], contestants: readonly Contestant[]): string[] {
  const [first, ...others] = contestants;
  if (first === undefined) return [];
  return inputs
    .filter(({ body }) => {
      const answer = parse(first.run(body));
      return others.some((other) => !isDeepStrictEqual(parse(other.run(body)), answer));
    })
    .map(({ name }) => name);
}

const parse = (body: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(body));

const MIN_ROUNDS = 5;

/** Times one bucket for about `seconds`, at least five rounds. */
export async function measureBucket(
  bucket: Bucket,
  contestants: readonly Contestant[],
  seconds: number,
  onRound: (elapsedSeconds: number) => void,
): Promise<BucketResult> {
  const samples = new Map(contestants.map(({ name }) => [name, [] as number[]]));
  const startedAt = performance.now();
  let rounds = 0;
  for (; rounds < Math.max(MIN_ROUNDS, bucket.inputs.length) || elapsed(startedAt) < seconds; rounds++) {
    const input = bucket.inputs[rounds % bucket.inputs.length];
    if (input === undefined) break;
    const order = rounds % 2 === 0 ? contestants : contestants.toReversed();
    for (const { name, run } of order) samples.get(name)?.push(timeOne(run, input.body));
    onRound(Math.min(seconds, elapsed(startedAt)));
    // Memory outside V8's heap is freed only when the event loop turns.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return summarise(bucket, contestants, samples, rounds);
}

const elapsed = (startedAt: number): number => (performance.now() - startedAt) / 1000;

function timeOne(run: Contestant["run"], body: Uint8Array): number {
  const start = process.hrtime.bigint();
  run(body);
  return Number(process.hrtime.bigint() - start) / 1000;
}

function summarise(
  bucket: Bucket,
  contestants: readonly Contestant[],
  samples: ReadonlyMap<string, number[]>,
  rounds: number,
): BucketResult {
  const timings = contestants.map(({ name }): Timing => {
    const sorted = [...(samples.get(name) ?? [])].sort((a, b) => a - b);
    return { contestant: name, medianMicros: quantile(sorted, 0.5), p95Micros: quantile(sorted, 0.95) };
  });
  const medianOf = (name: string) => timings.find(({ contestant }) => contestant === name)?.medianMicros;
  const [native, baseline] = [medianOf("native"), medianOf("baseline")];
  const sizes = bucket.inputs.map(({ body }) => body.length).sort((a, b) => a - b);
  return {
    bucket: bucket.label,
    files: bucket.inputs.length,
    medianBytes: quantile(sizes, 0.5),
    bytesBefore: sizes.reduce((sum, bytes) => sum + bytes, 0),
    bytesAfter: bucket.inputs.reduce((sum, { body }) => sum + (contestants[0]?.run(body).length ?? 0), 0),
    rounds,
    timings,
    ...(native === undefined || baseline === undefined ? {} : { ratio: baseline / native }),
  };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

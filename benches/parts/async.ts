// What `reduceBodyAsync` takes from the JavaScript thread against `reduceBody`, and how much later the answer comes: the
// size from which it is worth a task. Time of the thread is its own (`thread-time.ts`).
import { generateChatBody } from "../../__test__/support/generate.js";
import { letMemoryGo, median } from "../measure.js";
import { loadPackage } from "../package-under-test.js";
import { bytes, duration, type Part, skippedPart, type Target } from "../part.js";
import type { BuiltTable } from "../table.js";
import { hasThreadTime, threadMicros } from "../thread-time.js";

const SIZES = [15, 50, 100, 200, 300, 600, 1000, 2000, 4000, 10_000].map((kilobytes) => kilobytes * 1000);
/** The size of `TASK_FROM_BYTES` in `ts/native/async.ts`: below it the call is made in place. */
const TASK_FROM_BYTES = 512 * 1024;
const TARGET_SHARE = 0.6;
const WAYS = ["sync", "async"] as const;

interface Row {
  inputBytes: number;
  /** Medians over rounds, a call. */
  threadMicros: Record<(typeof WAYS)[number], number>;
  latencyMicros: Record<(typeof WAYS)[number], number>;
}

export const measureAsync: Part = async ({ quick, seconds }) => {
  if (!hasThreadTime) return skippedPart("the thread's own time is to be had on Linux alone");
  const { index } = await loadPackage();
  const policy = index.definePolicy({ mask: { keepErrors: false, minChars: 0 } });
  const rows: Row[] = [];
  for (const targetBytes of quick ? SIZES.filter((_, at) => at % 3 === 0) : SIZES) {
    const body = generateChatBody({ seed: 1, targetBytes });
    const run = {
      sync: async () => index.reduceBody(body, policy).body,
      async: async () => (await index.reduceBodyAsync(body, policy)).body,
    };
    if (Buffer.compare(await run.sync(), await run.async()) !== 0) throw new Error("different answers");
    rows.push(await measureRow(body.length, run, seconds));
  }
  return { tables: [tableOf(rows)], targets: rows.flatMap(targetOf), data: rows };
};

async function measureRow(
  inputBytes: number,
  run: Record<(typeof WAYS)[number], () => Promise<unknown>>,
  seconds: number,
): Promise<Row> {
  const samples = { sync: { thread: [] as number[], latency: [] as number[] }, async: { thread: [], latency: [] } };
  const calls = Math.max(2, Math.min(64, Math.round(4_000_000 / inputBytes)));
  for (const limit of [seconds / 5, seconds]) {
    for (const way of WAYS) Object.assign(samples[way], { thread: [], latency: [] });
    const startedAt = performance.now();
    for (let round = 0; round < 6 || performance.now() - startedAt < limit * 1000; round++) {
      for (const way of round % 2 === 0 ? WAYS : WAYS.toReversed()) {
        const { thread, latency } = await timeBatch(run[way], calls);
        (samples[way].thread as number[]).push(thread);
        (samples[way].latency as number[]).push(latency);
      }
    }
  }
  const of = (kind: "thread" | "latency") => ({ sync: median(samples.sync[kind]), async: median(samples.async[kind]) });
  return { inputBytes, threadMicros: of("thread"), latencyMicros: of("latency") };
}

/** Microseconds a call. The turn of the event loop that lets memory go is the same for both ways, and counts. */
async function timeBatch(run: () => Promise<unknown>, calls: number): Promise<{ thread: number; latency: number }> {
  let latency = 0;
  const before = threadMicros();
  for (let call = 0; call < calls; call++) {
    const startedAt = performance.now();
    await run();
    latency += (performance.now() - startedAt) * 1000;
    await letMemoryGo();
  }
  return { thread: (threadMicros() - before) / calls, latency: latency / calls };
}

function targetOf({ inputBytes, threadMicros: { sync, async } }: Row): Target[] {
  if (inputBytes < TASK_FROM_BYTES) return [];
  const what = `JavaScript thread's time, reduceBodyAsync by reduceBody, ${bytes(inputBytes)}`;
  return [{ what, reached: async / sync, limit: TARGET_SHARE, good: "at most", unit: "×" }];
}

function tableOf(rows: readonly Row[]): BuiltTable {
  return {
    title: "reduceBodyAsync against reduceBody, mask-only: the JavaScript thread's time, and latency",
    head: ["input", "thread, sync", "thread, async", "share", "latency, sync", "latency, async", "by sync"],
    rows: rows.map(({ inputBytes, threadMicros, latencyMicros }) => [
      bytes(inputBytes),
      ...[threadMicros.sync, threadMicros.async].map(duration),
      (threadMicros.async / threadMicros.sync).toFixed(2),
      ...[latencyMicros.sync, latencyMicros.async].map(duration),
      (latencyMicros.async / latencyMicros.sync).toFixed(2),
    ]),
  };
}

// What `tamisFetch` adds to a request against the `fetch` beneath it: the time until the whole answer is there, and how
// long the event loop stands still. The provider is a server in a thread of its own that says how many bytes it was sent.
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { generateChatBody } from "../../__test__/support/generate.js";
import { median, type Percentiles, percentiles } from "../measure.js";
import { loadPackage } from "../package-under-test.js";
import { bytes, duration, type Part, type Target } from "../part.js";
import type { BuiltTable } from "../table.js";
import { hasThreadTime, threadMicros } from "../thread-time.js";

/** Sizes, and the milliseconds that may be added at the median. */
const SIZES = [
  { targetBytes: 15_000, addedMs: 1 },
  { targetBytes: 100_000, addedMs: 1 },
  { targetBytes: 1_000_000, addedMs: 2.5 },
];
const LOOP_DELAY_MS = 10;
const WAYS = ["direct", "tamis"] as const;
type Way = (typeof WAYS)[number];

const SERVER = `
const { createServer } = require("node:http");
const { parentPort } = require("node:worker_threads");
const server = createServer(async (request, response) => {
  let bytes = 0;
  for await (const chunk of request) bytes += chunk.length;
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ bytes }));
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

interface Row {
  inputBytes: number;
  sentBytes: number;
  /** Until the answer is read. */
  micros: Record<Way, Percentiles>;
  /** Of the JavaScript thread's own time, a request, at the median; Linux alone. It counts no waiting for a busy machine. */
  threadMicros?: Record<Way, number>;
  /** Of the event loop, above what its timer takes, while requests follow one another. */
  loopDelayP99Ms: Record<Way, number>;
}

export const measureAdapters: Part = async ({ quick, seconds }) => {
  const { index } = await loadPackage();
  const policy = index.definePolicy({ mask: { keepErrors: false, minChars: 0 } });
  const worker = new Worker(SERVER, { eval: true });
  const [port] = (await once(worker, "message")) as [number];
  const ways: Record<Way, typeof fetch> = { direct: fetch, tamis: index.tamisFetch(policy) };
  const rows: Row[] = [];
  for (const { targetBytes } of quick ? SIZES.slice(1) : SIZES) {
    const body = generateChatBody({ seed: 1, targetBytes });
    const sentBytes = index.reduceBody(body, policy).body.length;
    const expected = { direct: body.length, tamis: sentBytes };
    const text = body.toString();
    const run = async (way: Way) => {
      const url = `http://127.0.0.1:${port}/v1/chat/completions`;
      const headers = { "content-type": "application/json" };
      const answer = await ways[way](url, { method: "POST", headers, body: text });
      const { bytes: arrived } = (await answer.json()) as { bytes: number };
      if (arrived !== expected[way]) throw new Error(`${way}: ${arrived} bytes arrived, not ${expected[way]}`);
    };
    rows.push({ inputBytes: body.length, sentBytes, ...(await measureWays(run, seconds)) });
  }
  await worker.terminate();
  return { tables: [tableOf(rows)], targets: rows.flatMap(targetsOf), data: rows };
};

async function measureWays(
  run: (way: Way) => Promise<void>,
  seconds: number,
): Promise<Pick<Row, "micros" | "threadMicros" | "loopDelayP99Ms">> {
  const times: Record<Way, number[]> = { direct: [], tamis: [] };
  const threads: Record<Way, number[]> = { direct: [], tamis: [] };
  const delays = { direct: monitorEventLoopDelay({ resolution: 1 }), tamis: monitorEventLoopDelay({ resolution: 1 }) };
  for (const limit of [seconds / 5, seconds]) {
    for (const way of WAYS) {
      times[way].length = 0;
      threads[way].length = 0;
      delays[way].reset();
    }
    const startedAt = performance.now();
    for (let round = 0; round < 10 || performance.now() - startedAt < limit * 1000; round++) {
      for (const way of round % 2 === 0 ? WAYS : WAYS.toReversed()) {
        delays[way].enable();
        const threadBefore = hasThreadTime ? threadMicros() : 0;
        const before = performance.now();
        await run(way);
        times[way].push((performance.now() - before) * 1000);
        if (hasThreadTime) threads[way].push(threadMicros() - threadBefore);
        delays[way].disable();
      }
    }
  }
  const delay = (way: Way) => Math.max(0, delays[way].percentile(99) / 1e6 - 1);
  return {
    micros: { direct: percentiles(times.direct), tamis: percentiles(times.tamis) },
    ...(hasThreadTime && { threadMicros: { direct: median(threads.direct), tamis: median(threads.tamis) } }),
    loopDelayP99Ms: { direct: delay("direct"), tamis: delay("tamis") },
  };
}

function targetsOf({ inputBytes, micros, loopDelayP99Ms }: Row, at: number, rows: readonly Row[]): Target[] {
  const { addedMs } = SIZES[at + SIZES.length - rows.length] ?? { addedMs: Number.NaN };
  const size = bytes(inputBytes);
  const added = (micros.tamis.p50 - micros.direct.p50) / 1000;
  return [
    { what: `tamisFetch, added at the median, ${size}`, reached: added, limit: addedMs, good: "at most", unit: "ms" },
    {
      what: `tamisFetch, event-loop delay p99, ${size}`,
      reached: loopDelayP99Ms.tamis,
      limit: LOOP_DELAY_MS,
      good: "at most",
      unit: "ms",
    },
  ];
}

function tableOf(rows: readonly Row[]): BuiltTable {
  return {
    title: "tamisFetch against fetch, request to whole answer, strings as SDKs send them",
    head: [
      "body",
      "sent",
      "fetch p50",
      "tamisFetch p50",
      "fetch p99",
      "tamisFetch p99",
      "loop p99, fetch",
      "tamisFetch",
    ],
    rows: rows.map(({ inputBytes, sentBytes, micros: { direct, tamis }, loopDelayP99Ms }) => [
      ...[inputBytes, sentBytes].map(bytes),
      ...[direct.p50, tamis.p50, direct.p99, tamis.p99].map(duration),
      ...[loopDelayP99Ms.direct, loopDelayP99Ms.tamis].map((ms) => `${ms.toFixed(1)} ms`),
    ]),
  };
}

// What `tamisFetch` adds to a request: its own time, compared with a fetch that does nothing; and compared with a
// direct `fetch`, the time until the whole answer is there, the thread's work, and how long the event loop is blocked.
// The provider is a server in a thread of its own that reports how many bytes it received.
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { generateChatBody } from "../../__test__/support/generate.js";
import { letMemoryGo, median, type Percentiles, percentiles } from "../measure.js";
import { loadPackage, loadRoom } from "../package-under-test.js";
import { bytes, duration, type Part, type Target } from "../part.js";
import type { BuiltTable } from "../table.js";
import { hasThreadTime, threadMicros } from "../thread-time.js";

/** Sizes, and the milliseconds that `tamisFetch` may take at the median before the fetch beneath is called. */
const SIZES = [
  { targetBytes: 15_000, ownMs: 1 },
  { targetBytes: 100_000, ownMs: 1 },
  { targetBytes: 1_000_000, ownMs: 2.5 },
];
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
  /** Of `tamisFetch` above a fetch that does nothing. */
  ownMicros: Percentiles;
  /** Until the answer is read. */
  micros: Record<Way, Percentiles>;
  /** Of the JavaScript thread's own time, a request, at the median; Linux alone. It counts no waiting for a busy machine. */
  threadMicros?: Record<Way, number>;
  /** Of the event loop, above what its timer takes, while requests follow one another. */
  loopDelayP99Ms: Record<Way, number>;
}

const PATH = "/v1/chat/completions";
const NOTHING = new Response();
const post = (body: string) => ({ method: "POST", headers: { "content-type": "application/json" }, body });

export const measureAdapters: Part = async ({ quick, seconds }) => {
  const { index } = await loadPackage();
  const { tamisFetch } = await loadRoom("adapters/fetch");
  const policy = index.definePolicy({ mask: { keepErrors: false, minChars: 0 } });
  const worker = new Worker(SERVER, { eval: true });
  const [port] = (await once(worker, "message")) as [number];
  const ways: Record<Way, typeof fetch> = { direct: fetch, tamis: tamisFetch(policy) };
  const rows: Row[] = [];
  for (const { targetBytes } of quick ? SIZES.slice(1) : SIZES) {
    const body = generateChatBody({ seed: 1, targetBytes });
    const sentBytes = index.reduceBody(body, policy).body.length;
    const expected = { direct: body.length, tamis: sentBytes };
    const text = body.toString();
    const run = async (way: Way) => {
      const answer = await ways[way](`http://127.0.0.1:${port}${PATH}`, post(text));
      const { bytes: arrived } = (await answer.json()) as { bytes: number };
      if (arrived !== expected[way]) throw new Error(`${way}: ${arrived} bytes arrived, not ${expected[way]}`);
    };
    const ownMicros = await measureOwn(tamisFetch(policy, { fetch: async () => NOTHING }), text, seconds);
    rows.push({ inputBytes: body.length, sentBytes, ownMicros, ...(await measureWays(run, seconds)) });
  }
  await worker.terminate();
  return { tables: [tableOf(rows)], targets: rows.flatMap(targetsOf), data: rows };
};

async function measureOwn(own: typeof fetch, text: string, seconds: number): Promise<Percentiles> {
  const times: number[] = [];
  for (const limit of [seconds / 10, seconds / 2]) {
    times.length = 0;
    const startedAt = performance.now();
    while (times.length < 20 || performance.now() - startedAt < limit * 1000) {
      const before = performance.now();
      await own(`http://127.0.0.1:1${PATH}`, post(text));
      times.push((performance.now() - before) * 1000);
      await letMemoryGo();
    }
  }
  return percentiles(times);
}

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

function targetsOf({ inputBytes, ownMicros }: Row): Target[] {
  const limit = SIZES.findLast(({ targetBytes }) => inputBytes > targetBytes * 0.9)?.ownMs ?? 0;
  const what = `tamisFetch, its own time at the median, ${bytes(inputBytes)}`;
  return [{ what, reached: ownMicros.p50 / 1000, limit, good: "at most", unit: "ms" }];
}

function tableOf(rows: readonly Row[]): BuiltTable {
  return {
    title: "tamisFetch against fetch, request to whole answer, strings as SDKs send them",
    head: [
      ...["body", "sent", "own p50", "fetch p50", "tamisFetch p50", "fetch p99", "tamisFetch p99"],
      ...["thread, fetch", "thread, tamisFetch", "loop p99, fetch", "loop p99, tamisFetch"],
    ],
    rows: rows.map(({ inputBytes, sentBytes, ownMicros, micros: { direct, tamis }, threadMicros, loopDelayP99Ms }) => [
      ...[inputBytes, sentBytes].map(bytes),
      ...[ownMicros.p50, direct.p50, tamis.p50, direct.p99, tamis.p99].map(duration),
      ...[threadMicros?.direct, threadMicros?.tamis].map((micros) => (micros === undefined ? "–" : duration(micros))),
      ...[loopDelayP99Ms.direct, loopDelayP99Ms.tamis].map((ms) => `${ms.toFixed(1)} ms`),
    ]),
  };
}

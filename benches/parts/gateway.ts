// What a gateway adds to a request, against the same scripted upstream: nothing in between, node:http and undici alone
// (what any gateway in Node costs), Tamis native and on WebAssembly, and @portkey-ai/gateway passing requests through.
// All are processes of their own. Each takes turns request by request with what it is compared to: with a direct
// connection for what it adds, Tamis with portkey for the slowest answers; then all of them in one row, where every request
// finds the processor's caches full of the others' work. Throughput is measured in turns of a second. Before that each
// answers many of the same size: until V8 has compiled what they run, a request costs twice as much.
import { generateChatRequest } from "../../__test__/support/generate.js";
import { median } from "../measure.js";
import { bytes, duration, type Part, significant, type Target } from "../part.js";
import { type Contestant, NAMES, type Name, startContestants } from "./gateway-contestants.js";
import { type Latency, measureAdded, measureSlowest } from "./gateway-latency.js";

const SIZES = [10_000, 100_000, 200_000, 1_000_000];
const CLIENTS = 16;
/** Of one contestant, before its requests of one size are timed; whichever comes first. */
const WARMING = { calls: 2000, seconds: 2 };

interface Measured extends Latency {
  /** CPU time of all threads for reducing one body, nothing else going on; Tamis only. */
  reducerCpuMicros: number;
  requestsPerSecond: number;
  /** CPU of the contestant's process under load, a request. */
  cpuMicros: number;
  /** Of the event loop under load; not of portkey's. */
  delayP99Ms: number;
}

interface Row {
  inputBytes: number;
  of: Record<Name, Measured>;
  /** Slowest answers of Tamis and portkey, in turns with each other, in microseconds. */
  p99: { native: number; portkey: number };
}

export const measureGateway: Part = async ({ quick, seconds }) => {
  const { contestants, stop } = await startContestants(CLIENTS);
  try {
    const rows: Row[] = [];
    for (const targetBytes of quick ? [100_000, 1_000_000] : SIZES) {
      rows.push(await measureSize(contestants, targetBytes, quick ? 0.5 : seconds, quick));
    }
    const tables = rows.map(tableOf);
    return { tables, targets: rows.flatMap(targetsOf), data: rows };
  } finally {
    await stop();
  }
};

async function measureSize(
  contestants: readonly Contestant[],
  targetBytes: number,
  seconds: number,
  quick: boolean,
): Promise<Row> {
  const request = generateChatRequest({ seed: 1, targetBytes });
  const whole = Buffer.from(JSON.stringify(request));
  const streamed = Buffer.from(JSON.stringify({ stream: true, ...request }));
  await prove(contestants, whole);
  for (const contestant of contestants) {
    await warmUp(() => contestant.ask(whole), quick ? 0.1 : 1);
    await warmUp(() => contestant.firstByte(streamed), quick ? 0.05 : 0.25);
  }
  const bodies = { whole, streamed };
  const latency = await measureAdded(contestants, bodies, seconds);
  const p99 = await measureSlowest(contestants, whole, seconds);
  const loads = new Map<Name, { perSecond: number[]; cpu: number[]; delay: number[] }>();
  for (let round = 0; round < (seconds < 1 ? 2 : 4); round++) {
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
      const { perSecond, cpuMicros, delayP99Ms } = await contestant.load(whole, CLIENTS, Math.min(1, seconds));
      const own = loads.get(contestant.name) ?? { perSecond: [], cpu: [], delay: [] };
      loads.set(contestant.name, own);
      own.perSecond.push(perSecond);
      own.cpu.push(cpuMicros);
      own.delay.push(delayP99Ms);
    }
  }
  const cpu = new Map<Name, number>();
  for (const contestant of contestants) cpu.set(contestant.name, await contestant.reducerCpu(whole));
  const of = Object.fromEntries(
    NAMES.map((name) => {
      const load = loads.get(name);
      const measured: Measured = {
        ...latency(name),
        reducerCpuMicros: cpu.get(name) ?? Number.NaN,
        requestsPerSecond: median(load?.perSecond ?? []),
        cpuMicros: median(load?.cpu ?? []),
        delayP99Ms: median(load?.delay ?? []),
      };
      return [name, measured];
    }),
  ) as Record<Name, Measured>;
  return { inputBytes: whole.length, of, p99 };
}

/** @param share Of {@link WARMING}. */
async function warmUp(call: () => Promise<unknown>, share: number): Promise<void> {
  const until = performance.now() + WARMING.seconds * 1000 * share;
  for (let done = 0; done < WARMING.calls * share && performance.now() < until; done++) await call();
}

/** All answer alike, and both of Tamis' reduce, before anything is timed. */
async function prove(contestants: readonly Contestant[], body: Buffer): Promise<void> {
  for (const contestant of contestants) {
    for (let call = 0; call < 20; call++) {
      const { text, tokensAfter, tokensBefore } = await contestant.ask(body);
      if (!text.includes('"done"')) throw new Error(`${contestant.name} answers ${text.slice(0, 200)}`);
      const isTamis = contestant.name.startsWith("tamis");
      if (isTamis && !(tokensAfter < tokensBefore)) throw new Error(`${contestant.name} did not reduce`);
    }
  }
}

function targetsOf({ inputBytes, of, p99 }: Row): Target[] {
  const { "tamis native": native, portkey } = of;
  const size = bytes(inputBytes);
  const added = native.addedMicros / 1000;
  const most = inputBytes > 500_000 ? 2.5 : inputBytes > 50_000 && inputBytes < 150_000 ? 1 : undefined;
  const firstToken = native.firstTokenAddedMicros / 1000;
  const targets: Target[] = [
    { what: `first token, added, ${size}`, reached: firstToken, limit: 1, good: "at most", unit: "ms" },
  ];
  if (most !== undefined)
    targets.push({ what: `p50 added, ${size}`, reached: added, limit: most, good: "at most", unit: "ms" });
  if (inputBytes < 50_000 || inputBytes > 150_000) {
    const faster = native.requestsPerSecond / portkey.requestsPerSecond;
    const later = p99.native / p99.portkey;
    targets.push(
      { what: `requests/s by @portkey-ai/gateway, ${size}`, reached: faster, limit: 1, good: "at least", unit: "×" },
      { what: `p99 by @portkey-ai/gateway's, ${size}`, reached: later, limit: 1, good: "at most", unit: "×" },
    );
  }
  if (inputBytes < 500_000) return targets;
  return [
    ...targets,
    { what: `event-loop delay p99, ${size}`, reached: native.delayP99Ms, limit: 10, good: "at most", unit: "ms" },
  ];
}

function tableOf({ inputBytes, of }: Row) {
  return {
    title: `Gateways, requests of ${bytes(inputBytes)}, one at a time and by ${CLIENTS} clients`,
    head: [
      ...["", "p50", "p99", "p50 added", "first token", "added", "with all: p50 added", "first token added"],
      ...["reducer", "reducer's CPU"],
      ...["requests/s", "CPU a request", "loop delay p99"],
    ],
    rows: NAMES.map((name) => {
      const one = of[name];
      return [
        name,
        duration(one.p50Micros),
        duration(one.p99Micros),
        duration(one.addedMicros),
        duration(one.firstTokenMicros),
        duration(one.firstTokenAddedMicros),
        duration(one.crowded.addedMicros),
        duration(one.crowded.firstTokenAddedMicros),
        Number.isNaN(one.reduceMicros) ? "–" : duration(one.reduceMicros),
        Number.isNaN(one.reducerCpuMicros) ? "–" : duration(one.reducerCpuMicros),
        significant(one.requestsPerSecond),
        Number.isNaN(one.cpuMicros) ? "–" : duration(one.cpuMicros),
        Number.isNaN(one.delayP99Ms) ? "–" : `${significant(one.delayP99Ms)} ms`,
      ];
    }),
  };
}

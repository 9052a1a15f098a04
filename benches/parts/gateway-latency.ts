// How long one answer takes, request by request: each contestant in turns with what it is compared to alone, and in turns
// with all, where every request finds the processor's caches full of the others' work.
import { median, percentiles } from "../measure.js";
import type { Contestant, Name } from "./gateway-contestants.js";

/** So many that a slow moment of the machine is not the median. */
const LEAST_TURNS = 60;

/** Of one contestant; in turns with a direct connection alone where not said otherwise. */
export interface Latency {
  p50Micros: number;
  p99Micros: number;
  /** Time above the direct connection's median of the same turns; 0 for `direct`. */
  addedMicros: number;
  firstTokenMicros: number;
  firstTokenAddedMicros: number;
  /** The same two, alternating with all contestants. */
  crowded: { addedMicros: number; firstTokenAddedMicros: number };
  /** The reducer's own time, from `Server-Timing`; Tamis only. */
  reduceMicros: number;
}

/** One request in two spellings. */
interface Bodies {
  whole: Buffer;
  /** Asks for a stream. */
  streamed: Buffer;
}

/** What each contestant adds to a direct connection: first in turns with that alone, then with all. */
export async function measureAdded(
  contestants: readonly Contestant[],
  { whole, streamed }: Bodies,
  seconds: number,
): Promise<(name: Name) => Latency> {
  const askAll = async (some: readonly Contestant[]) => ({
    whole: await takeTurns(some, seconds, (contestant) => contestant.ask(whole)),
    first: await takeTurns(some, seconds / 2, (contestant) => contestant.firstByte(streamed)),
  });
  const crowd = await askAll(contestants);
  const pairs = new Map<Name, Awaited<ReturnType<typeof askAll>>>();
  const [direct, ...others] = contestants;
  if (direct === undefined) throw new Error("no contestant to measure");
  for (const other of others) pairs.set(other.name, await askAll([direct, other]));
  return (name) => {
    const pair = pairs.get(name === "direct" ? "tamis native" : name);
    if (pair === undefined) throw new Error(`${name} was not measured`);
    const asked = pair.whole.get(name) ?? [];
    const { p50, p99 } = percentiles(micros(asked));
    const beyond = (turns: typeof pair.first) => median(micros(turns.get(name))) - median(micros(turns.get("direct")));
    return {
      p50Micros: p50,
      p99Micros: p99,
      addedMicros: beyond(pair.whole),
      firstTokenMicros: median(micros(pair.first.get(name))),
      firstTokenAddedMicros: beyond(pair.first),
      crowded: { addedMicros: beyond(crowd.whole), firstTokenAddedMicros: beyond(crowd.first) },
      reduceMicros: median(asked.map(({ reduceMicros }) => reduceMicros)),
    };
  };
}

/** The slowest answers of Tamis and portkey, in turns with each other, in microseconds. */
export async function measureSlowest(contestants: readonly Contestant[], body: Buffer, seconds: number) {
  const pair = contestants.filter(({ name }) => name === "tamis native" || name === "portkey");
  const asked = await takeTurns(pair, seconds, (contestant) => contestant.ask(body));
  const slowest = (name: Name) => percentiles(micros(asked.get(name))).p99;
  return { native: slowest("tamis native"), portkey: slowest("portkey") };
}

const micros = (asked: readonly { micros: number }[] = []) => asked.map((one) => one.micros);

async function takeTurns<T>(
  contestants: readonly Contestant[],
  seconds: number,
  call: (one: Contestant) => Promise<T>,
) {
  const results = new Map<Name, T[]>(contestants.map(({ name }) => [name, []]));
  const startedAt = performance.now();
  for (let round = 0; round < LEAST_TURNS || performance.now() - startedAt < seconds * 1000; round++) {
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
      results.get(contestant.name)?.push(await call(contestant));
    }
  }
  return results;
}

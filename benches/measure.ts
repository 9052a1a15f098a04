// Times contestants alternately in one process. A slow moment of the machine hits all of them, so ratios are meaningful
// where absolute times are not.

/** One contestant, bound to its input. */
export interface Runner {
  name: string;
  run(body: Uint8Array): unknown;
}

export interface CompareOptions {
  /** Time for the whole comparison; warming up needs a fifth of it in addition. */
  seconds: number;
  /**
   * Calls of one contestant before the other's turn. With one, small bodies are timed while the caches have the other
   * contestant's data. Several imitate a loop over requests.
   */
  inARow: number;
}

/** Times of single calls, in microseconds. */
export interface Percentiles {
  min: number;
  p50: number;
  p95: number;
  p99: number;
  calls: number;
}

export interface Comparison {
  timesMicros: Record<string, Percentiles>;
  /**
   * How many times as fast the first contestant is: the second's median times, summed over the bodies, divided by the
   * first's.
   */
  ratioOfMedians: number;
  /** Median over rounds of the second's time divided by the first's in the same round. */
  medianPairRatio: number;
  rounds: number;
}

const MIN_ROUNDS = 5;

/** Times two contestants over the same bodies, in alternating order. */
export async function compare(
  runners: readonly [Runner, Runner],
  bodies: readonly Uint8Array[],
  { seconds, inARow }: CompareOptions,
): Promise<Comparison> {
  await timeRounds(runners, bodies, seconds / 5, inARow);
  const rounds = await timeRounds(runners, bodies, seconds, inARow);
  const [first, second] = runners.map(({ name }) => rounds.map((round) => round.get(name) ?? []));
  if (first === undefined || second === undefined) throw new Error("two contestants are needed");
  const [timesFirst, timesSecond] = [percentiles(first.flat()), percentiles(second.flat())];
  const pairs = rounds.map((_, index) => sum(second[index] ?? []) / sum(first[index] ?? []));
  return {
    timesMicros: { [runners[0].name]: timesFirst, [runners[1].name]: timesSecond },
    ratioOfMedians: sumOfMedians(second, bodies.length) / sumOfMedians(first, bodies.length),
    medianPairRatio: quantile(sorted(pairs), 0.5),
    rounds: rounds.length,
  };
}

/** Round `n` used body `n` modulo their count. */
function sumOfMedians(rounds: readonly number[][], bodyCount: number): number {
  const medians = Array.from({ length: bodyCount }, (_, body) =>
    median(rounds.filter((_times, round) => round % bodyCount === body).flat()),
  );
  return sum(medians);
}

type Round = ReadonlyMap<string, number[]>;

async function timeRounds(
  runners: readonly Runner[],
  bodies: readonly Uint8Array[],
  seconds: number,
  inARow: number,
): Promise<Round[]> {
  const rounds: Round[] = [];
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > seconds * 1000;
  while (rounds.length < Math.max(MIN_ROUNDS, bodies.length) || !isOver()) {
    const body = bodies[rounds.length % bodies.length];
    if (body === undefined) throw new Error("there is nothing to time");
    const order = rounds.length % 2 === 0 ? runners : runners.toReversed();
    rounds.push(new Map(order.map(({ name, run }) => [name, timeCalls(() => run(body), inARow)])));
    await letMemoryGo();
  }
  return rounds;
}

/** Each call of several in a row, in microseconds. */
export function timeCalls(run: () => unknown, calls: number): number[] {
  return Array.from({ length: calls }, () => {
    const start = process.hrtime.bigint();
    run();
    return Number(process.hrtime.bigint() - start) / 1000;
  });
}

/** Memory outside V8's heap is freed only when the event loop turns. */
export const letMemoryGo = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function percentiles(times: readonly number[]): Percentiles {
  const ascending = sorted(times);
  return {
    min: ascending[0] ?? Number.NaN,
    p50: quantile(ascending, 0.5),
    p95: quantile(ascending, 0.95),
    p99: quantile(ascending, 0.99),
    calls: times.length,
  };
}

export const median = (values: readonly number[]): number => quantile(sorted(values), 0.5);

/** By nearest rank; the mean of the two middle values for the median of an even count. */
export function quantile(ascending: readonly number[], share: number): number {
  const at = (index: number) => ascending[Math.min(ascending.length - 1, Math.max(0, index))] ?? Number.NaN;
  if (share === 0.5 && ascending.length % 2 === 0) return (at(ascending.length / 2 - 1) + at(ascending.length / 2)) / 2;
  return at(Math.ceil(ascending.length * share) - 1);
}

export const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

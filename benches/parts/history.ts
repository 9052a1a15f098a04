// HistoryReducer through each stage: the time of 1 MB, and whether twice the messages take twice the time. Sizes take
// turns, upwards and downwards, measured in time of the thread; a ratio is the median over all rounds, each of which has
// both sizes. Each call takes another history, as many of each size as are 16 MB together: one small history again and
// again would be read from the caches, a large one not. The first row only searches every content once: what it has above
// 2 is the machine's.

import { makeProse, makeToolText } from "../../__test__/support/generate-text.js";
import { createRandom } from "../../__test__/support/random.js";
import type { ChatMessage, HistoryReducer } from "../../ts/history/index.js";
import { letMemoryGo, median } from "../measure.js";
import { loadRoom } from "../package-under-test.js";
import { duration, type Part, type Target } from "../part.js";
import { threadMicros } from "../thread-time.js";

const LARGEST_RATIO = 2.2;
/** Of 1 MB together; sizes are this number times 1, 2, 4, 8. */
const MESSAGES = 1_000;
/** Messages of all histories of one size together, and how often a round takes each: enough for the thread's clock. */
const POOL_MESSAGES = 16_000;
const TURNS = 2;

const STAGES = ["masking", "summarization", "fallback"] as const;
type Stage = (typeof STAGES)[number];

interface Row {
  stage: Stage | "search alone";
  /** Best and median time of one reduction by size, smallest first. */
  sizes: { messages: number; chars: number; micros: number; medianMicros: number }[];
  /** t(2n)/t(n) between neighbouring sizes, medians over the rounds. */
  ratios: number[];
  maxRatio: number;
}

export const measureHistory: Part = async ({ quick }) => {
  const { HistoryReducer } = await loadRoom("history");
  const factors = quick ? [1, 2, 4] : [1, 2, 4, 8];
  const pools = makePools(factors);
  const rounds = quick ? 5 : 40;
  const rows = [await measureRow("search alone", pools, rounds, () => searchAll)];
  for (const stage of STAGES) {
    const reducer = new HistoryReducer();
    rows.push(
      await measureRow(stage, pools, rounds, (messages) => {
        const options = { enabled: true, maxInputChars: budgetFor(reducer, stage, messages) };
        return () => reducer.reduce(messages, options);
      }),
    );
  }
  const head = ["stage", ...factors.map((factor) => `${factor} MB, best`), "t(2n)/t(n), medians"];
  const title = "HistoryReducer: one reduction of 1,000 messages a MB, time of the thread";
  return {
    tables: [
      {
        title,
        head,
        rows: rows.map((row) => [
          row.stage,
          ...row.sizes.map(({ micros }) => duration(micros)),
          row.ratios.map((ratio) => ratio.toFixed(2)).join(", "),
        ]),
      },
    ],
    targets: rows.slice(1).map(targetOf),
    data: rows,
  };
};

/** In turns and as JSON.parse leaves them: what is made first lies better in memory, which would look like growth. */
function makePools(factors: readonly number[]): ChatMessage[][][] {
  const pools = factors.map((): ChatMessage[][] => []);
  for (let made = 0; made < POOL_MESSAGES / MESSAGES; made++) {
    for (const [size, factor] of factors.entries()) {
      if (made % factor === 0) pools[size]?.push(makeHistory(factor * MESSAGES, made));
    }
  }
  return pools;
}

function searchAll(messages: readonly ChatMessage[]): number {
  return messages.filter(({ content }) => content.includes("_DISPATCH_RESULT")).length;
}

/** An agent's run: calls with reasoning, results, and now and then a word of the user; 1,000 chars a message on average. */
function makeHistory(count: number, seed: number): ChatMessage[] {
  const random = createRandom(seed);
  const messages: ChatMessage[] = [{ role: "system", content: makeProse(random, 20) }];
  for (let turn = 0; messages.length < count; turn++) {
    const pairId = `call_${turn}`;
    if (turn % 20 === 0) messages.push({ role: "user", content: makeProse(random, 3) });
    messages.push({ role: "assistant", content: makeProse(random, 2), pairId, pairRole: "call" });
    messages.push({
      role: "tool",
      content: makeToolText(random, 1_850),
      pairId,
      pairRole: "result",
      toolCallId: pairId,
    });
  }
  return JSON.parse(JSON.stringify(messages)) as ChatMessage[];
}

const charsOf = (messages: readonly ChatMessage[]) => messages.reduce((sum, { content }) => sum + content.length, 0);

/** The largest budget that ends in a stage. */
function budgetFor(reducer: HistoryReducer, stage: Stage, messages: ChatMessage[]): number {
  const reduce = (maxInputChars: number) => reducer.reduce(messages, { enabled: true, maxInputChars });
  let budget = charsOf(messages) - 1;
  for (const before of STAGES.slice(0, STAGES.indexOf(stage))) {
    const { reductionStage, messages: reduced } = reduce(budget);
    if (reductionStage !== before) throw new Error(`history: ${reductionStage} came where ${before} should`);
    budget = charsOf(reduced) - 1;
  }
  if (reduce(budget).reductionStage !== stage) throw new Error(`history: no budget of ${stage}`);
  return budget;
}

async function measureRow(
  stage: Row["stage"],
  pools: readonly ChatMessage[][][],
  rounds: number,
  prepare: (messages: ChatMessage[]) => (messages: ChatMessage[]) => unknown,
): Promise<Row> {
  const jobs = pools.map((pool) => pool.map((messages) => ({ messages, run: prepare(messages) })));
  const times = jobs.map((): number[] => []);
  // The first rounds warm up.
  for (let round = -3; round < rounds; round++) {
    const order = [...jobs.entries()];
    for (const [size, pool] of round % 2 === 0 ? order : order.reverse()) {
      const start = threadMicros();
      for (let turn = 0; turn < TURNS; turn++) for (const { messages, run } of pool) run(messages);
      if (round >= 0) times[size]?.push((threadMicros() - start) / (TURNS * pool.length));
      await letMemoryGo();
    }
  }
  const sizes = pools.map((pool, size) => ({
    messages: average(pool.map((messages) => messages.length)),
    chars: average(pool.map(charsOf)),
    micros: Math.min(...(times[size] ?? [])),
    medianMicros: median(times[size] ?? []),
  }));
  const ratios = sizes.slice(1).map(({ chars }, at) => {
    const scale = (2 * (sizes[at]?.chars ?? Number.NaN)) / chars;
    return scale * median((times[at + 1] ?? []).map((larger, round) => larger / (times[at]?.[round] ?? Number.NaN)));
  });
  return { stage, sizes, ratios, maxRatio: Math.max(...ratios) };
}

const average = (values: readonly number[]) =>
  Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);

const targetOf = ({ stage, maxRatio }: Row): Target => ({
  what: `growth, HistoryReducer, ${stage}`,
  reached: maxRatio,
  limit: LARGEST_RATIO,
  good: "at most",
  unit: "×",
});

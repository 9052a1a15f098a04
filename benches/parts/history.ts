// HistoryReducer through each stage: the time of 1 MB, and whether twice the messages take twice the time. Sizes take
// turns, measured in time of the thread, and the best of many rounds counts. Each call takes another history, as many of
// each size as are 16 MB together: one small history again and again would be read from the caches, a large one not.

import { makeProse, makeToolText } from "../../__test__/support/generate-text.js";
import { createRandom } from "../../__test__/support/random.js";
import type { ChatMessage, HistoryReducer } from "../../ts/index.js";
import { letMemoryGo } from "../measure.js";
import { type BuiltPackage, loadPackage } from "../package-under-test.js";
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
  stage: Stage;
  /** Best time of one reduction by size, smallest first. */
  sizes: { messages: number; chars: number; micros: number }[];
  /** t(2n)/t(n) between neighbouring sizes, of best times. */
  ratios: number[];
  maxRatio: number;
}

export const measureHistory: Part = async ({ quick }) => {
  const { index } = await loadPackage();
  const factors = quick ? [1, 2, 4] : [1, 2, 4, 8];
  const pools = factors.map((factor) => makePool(factor * MESSAGES));
  const rows: Row[] = [];
  for (const stage of STAGES) rows.push(await measureStage(index, stage, pools, quick ? 3 : 20));
  const head = ["stage", ...factors.map((factor) => `${factor} MB`), "largest t(2n)/t(n)"];
  const title = "HistoryReducer: one reduction of 1,000 messages a MB, time of the thread";
  return {
    tables: [
      {
        title,
        head,
        rows: rows.map((row) => [
          row.stage,
          ...row.sizes.map(({ micros }) => duration(micros)),
          row.maxRatio.toFixed(2),
        ]),
      },
    ],
    targets: rows.map(targetOf),
    data: rows,
  };
};

function makePool(messages: number): ChatMessage[][] {
  return Array.from({ length: POOL_MESSAGES / messages }, (_, seed) => makeHistory(messages, seed));
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
  return messages;
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

async function measureStage(
  index: BuiltPackage["index"],
  stage: Stage,
  pools: readonly ChatMessage[][][],
  rounds: number,
): Promise<Row> {
  const reducer = new index.HistoryReducer();
  const jobs = pools.map((pool) =>
    pool.map((messages) => ({
      messages,
      options: { enabled: true, maxInputChars: budgetFor(reducer, stage, messages) },
    })),
  );
  const best = jobs.map(() => Number.POSITIVE_INFINITY);
  // The first rounds warm up.
  for (let round = -2; round < rounds; round++) {
    for (const [size, pool] of jobs.entries()) {
      const start = threadMicros();
      for (let turn = 0; turn < TURNS; turn++) {
        for (const { messages, options } of pool) reducer.reduce(messages, options);
      }
      const micros = (threadMicros() - start) / (TURNS * pool.length);
      if (round >= 0) best[size] = Math.min(best[size] ?? micros, micros);
      await letMemoryGo();
    }
  }
  const sizes = pools.map((pool, size) => ({
    messages: average(pool.map((messages) => messages.length)),
    chars: average(pool.map(charsOf)),
    micros: best[size] ?? Number.NaN,
  }));
  const ratios = sizes.slice(1).map(({ chars, micros }, at) => {
    const smaller = sizes[at] ?? { chars: Number.NaN, micros: Number.NaN };
    return ((micros / smaller.micros) * (2 * smaller.chars)) / chars;
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

// Tokens: the estimate's speed, exact counts compared with gpt-tokenizer's.
// Contestants of the exact count must agree on every text before they are timed.

import { createRequire } from "node:module";
import { percentiles, timeCalls } from "../measure.js";
import { loadRoom } from "../package-under-test.js";
import { bytes, duration, type Part, significant, type Target } from "../part.js";
import { conversationTexts, everyText } from "../texts.js";
import { threadMicros } from "../thread-time.js";

type Package = typeof import("../../ts/tokens/index.js");
interface Tokenizer {
  countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
}

const ENCODINGS = ["o200k_base", "cl100k_base"] as const;
const OPTIONS = { disallowedSpecial: new Set<string>() };
const MB = 1_000_000;

export const measureTokens: Part = async ({ quick, traces }) => {
  const tamis = await loadRoom("tokens");
  const texts = conversationTexts(traces, MB);
  const whole = Buffer.from(texts.join("\n"));
  const estimates = estimateSpeeds(tamis, whole, quick ? 50 : 400);
  const many = everyText(traces, quick ? 2 * MB : 20 * MB);
  const exact = ENCODINGS.map((encoding) => exactSpeeds(tamis, encoding, many));
  const requests = measureRequests(tamis, texts, quick ? 5 : 15);
  const targets: Target[] = [
    ...estimates
      .filter(({ text }) => text === "1 MB of bytes")
      .map((row) => ({
        what: "token estimate, 1 MB",
        reached: row.gigabytesPerSecond,
        limit: 2,
        good: "at least" as const,
        unit: "GB/s" as const,
      })),
    ...estimates
      .filter(({ text }) => text === "10 MB of bytes")
      .map((row) => ({
        what: "token estimate, 10 MB",
        reached: row.p50Micros / 1000,
        limit: 10,
        good: "at most" as const,
        unit: "ms" as const,
      })),
    ...exact.map(({ encoding, ratio }) => ({
      what: `exact count by gpt-tokenizer's, ${encoding}`,
      reached: ratio,
      limit: 10,
      good: "at least" as const,
      unit: "×" as const,
    })),
  ];
  const tables = [
    {
      title: "Token estimate",
      head: ["text", "p50", "best", "speed at best"],
      rows: estimates.map((row) => [
        row.text,
        duration(row.p50Micros),
        duration(row.minMicros),
        `${significant(row.gigabytesPerSecond)} GB/s`,
      ]),
    },
    {
      title: "Exact count, every text once",
      head: ["encoding", "texts", "tamis", "gpt-tokenizer", "ratio"],
      rows: exact.map((row) => [
        row.encoding,
        bytes(row.bytes),
        `${significant(row.tamisMegabytes)} MB/s`,
        `${significant(row.otherMegabytes)} MB/s`,
        `${significant(row.ratio)} ×`,
      ]),
    },
    {
      title: "A request of 1 MB",
      head: ["what", "p50", "best"],
      rows: requests.map(({ what, p50Micros, minMicros }) => [what, duration(p50Micros), duration(minMicros)]),
    },
  ];
  return { tables, targets, data: { estimates, exact, requests } };
};

function estimateSpeeds(tamis: Package, whole: Buffer, calls: number) {
  const repeated = Buffer.alloc(10 * MB, whole);
  const inputs: [string, string | Buffer][] = [
    ["15 KB of bytes", repeated.subarray(0, 15_000)],
    ["1 MB of bytes", repeated.subarray(0, MB)],
    ["10 MB of bytes", repeated],
    ["1 MB as a string", repeated.toString("utf8", 0, MB)],
  ];
  return inputs.map(([text, input]) => {
    const times = percentiles(timeCalls(() => tamis.estimateTokens(input), calls));
    const size = typeof input === "string" ? Buffer.byteLength(input) : input.length;
    return { text, p50Micros: times.p50, minMicros: times.min, gigabytesPerSecond: size / times.min / 1000 };
  });
}

/**
 * Times every text once, as in real use: both keep what they merged, so counting the same texts repeatedly would time
 * their caches. Alternates after some megabytes, by the thread's own time, which Linux measures to some milliseconds.
 *
 * @throws Error if the two counts differ.
 */
function exactSpeeds(tamis: Package, encoding: (typeof ENCODINGS)[number], texts: readonly string[]) {
  const other = createRequire(import.meta.url)(`gpt-tokenizer/encoding/${encoding}`) as Tokenizer;
  const runners = [
    { run: (text: string) => tamis.countTokens(text, { encoding }), micros: 0 },
    { run: (text: string) => other.countTokens(text, OPTIONS), micros: 0 },
  ];
  const time = (block: readonly string[], turn: number, isTimed: boolean) => {
    const counts = (turn % 2 === 0 ? runners : runners.toReversed()).map((runner) => {
      const start = threadMicros();
      const tokens = block.map((text) => runner.run(text));
      if (isTimed) runner.micros += threadMicros() - start;
      return tokens;
    });
    block.forEach((_, at) => {
      const [a, b] = counts.map((list) => list[at]);
      if (a !== b) throw new Error(`${encoding}: ${a} and ${b} tokens of one text`);
    });
  };
  time(texts.slice(0, WARM_UP), 0, false);
  const blocks = blocksOf(texts.slice(WARM_UP), 2 * MB);
  for (const [turn, block] of blocks.entries()) time(block, turn, true);
  const size = blocks.flat().reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const [ours = 0, theirs = 0] = runners.map(({ micros }) => micros);
  return {
    encoding,
    bytes: size,
    tamisMegabytes: size / ours,
    otherMegabytes: size / theirs,
    ratio: theirs / ours,
  };
}

/** Texts in their order, about so many chars together. */
function blocksOf(texts: readonly string[], chars: number): string[][] {
  const blocks: string[][] = [[]];
  let left = chars;
  for (const text of texts) {
    if (left <= 0) {
      blocks.push([]);
      left = chars;
    }
    blocks.at(-1)?.push(text);
    left -= text.length;
  }
  return blocks;
}

/** Texts before the first that is timed. */
const WARM_UP = 200;

/** A request as bytes, by message and block, estimated and counted in turns. */
function measureRequests(tamis: Package, texts: readonly string[], rounds: number) {
  const messages = texts.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const body = Buffer.from(JSON.stringify({ model: "gpt-4o", messages }));
  const times = new Map<string, number[]>();
  const time = (what: string, run: () => { totalTokens: number }) => {
    const list = times.get(what) ?? [];
    times.set(what, list);
    list.push(...timeCalls(run, 1));
  };
  for (let round = 0; round < rounds; round++) {
    time("estimateRequest", () => tamis.estimateRequest(body));
    time("countRequest", () => tamis.countRequest(body));
  }
  return Array.from(times, ([what, list]) => {
    const { p50, min } = percentiles(list);
    return { what, p50Micros: p50, minMicros: min };
  });
}

// Whether twice the bytes take twice the time, also for requests made to be hard. Sizes take turns, and a ratio is the
// median over the rounds of two neighbours' times in the same round: a slow minute of the machine hits both.
import { assertSameAnswers, loadContestants } from "../contestants.js";
import { type Family, GROWTH_FAMILIES } from "../families.js";
import { letMemoryGo, median, timeCalls } from "../measure.js";
import { duration, type Part, type Target } from "../part.js";

const MB = 1_000_000;
const LARGEST_RATIO = 2.2;
/** A single short call is at the mercy of one interrupt. As many at each size: the best of more would be lower. */
const CALLS = 4;

interface Growth {
  family: string;
  /** Input bytes and best time by size, smallest first; each about twice the one before. */
  sizes: { bytes: number; micros: number }[];
  /** t(2n)/t(n) between neighbouring sizes: medians over rounds, scaled to exactly twice the bytes. */
  ratios: number[];
  /** The largest of them. */
  maxRatio: number;
}

export const measureGrowth: Part = async ({ quick }) => {
  const { contestants, policies } = await loadContestants();
  const [native] = contestants;
  const megabytes = quick ? [1, 2, 4, 8] : [1, 2, 4, 8, 16, 32, 64];
  const rounds = quick ? 4 : 24;
  const growths: Growth[] = [];
  const maskOnly = GROWTH_FAMILIES.map((family) => ({ family, policy: policies["mask-only"] }));
  // The default policy replays every step to decide when to mask: that must be linear, too.
  const replayed = GROWTH_FAMILIES.slice(0, 1).map(({ name, make }) => ({
    family: { name: `${name}, default policy`, make },
    policy: policies.default,
  }));
  for (const { family, policy } of [...maskOnly, ...replayed]) {
    assertSameAnswers(contestants, family.make(MB), policy, `${family.name}, 1 MB`);
    const run = (body: Uint8Array) => native.reduce(body, policy).report.skipped;
    growths.push(await measureFamily(family, megabytes, run, rounds));
  }
  const [realistic] = GROWTH_FAMILIES;
  if (realistic === undefined) throw new Error("there is no family to read");
  const reading = await measureFamily({ ...realistic, name: READING }, megabytes, lookForByte, rounds);
  const head = ["requests", ...megabytes.map((size) => `${size} MB`), "largest t(2n)/t(n)", "at"];
  const rows = [...growths, reading].map(rowOf);
  return {
    tables: [{ title: "Growth: native, mask-only where not said otherwise, best of several", head, rows }],
    targets: growths.map(targetOf),
    data: [...growths, reading],
  };
};

/** What the machine's own memory does to twice the bytes. */
const READING = "(reading alone: a byte that is not there)";

function lookForByte({ buffer, byteOffset, length }: Uint8Array): string | undefined {
  return Buffer.from(buffer, byteOffset, length).includes(0xff) ? "found" : undefined;
}

async function measureFamily(
  family: Family,
  megabytes: readonly number[],
  run: (body: Uint8Array) => string | undefined,
  rounds: number,
): Promise<Growth> {
  const bodies = megabytes.map((size) => family.make(size * MB));
  const times = bodies.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, body] of bodies.entries()) {
      const skipped = run(body);
      if (skipped !== undefined) throw new Error(`${family.name}, ${body.length} bytes: skipped, ${skipped}`);
      times[index]?.push(Math.min(...timeCalls(() => run(body), CALLS)));
      await letMemoryGo();
    }
  }
  const sizes = bodies.map((body, index) => ({ bytes: body.length, micros: Math.min(...(times[index] ?? [])) }));
  const ratios = times.slice(1).map((larger, index) => {
    const smaller = times[index] ?? [];
    const scale = (2 * (bodies[index]?.length ?? 0)) / (bodies[index + 1]?.length ?? 1);
    return median(larger.map((micros, round) => micros / (smaller[round] ?? Number.NaN))) * scale;
  });
  return { family: family.name, sizes, ratios, maxRatio: Math.max(...ratios) };
}

function rowOf({ family, sizes, ratios, maxRatio }: Growth): string[] {
  const at = sizes[ratios.indexOf(maxRatio) + 1];
  const where = at === undefined ? "" : `${Math.round(at.bytes / MB)} MB`;
  return [family, ...sizes.map(({ micros }) => duration(micros)), maxRatio.toFixed(2), where];
}

const targetOf = ({ family, maxRatio }: Growth): Target => ({
  what: `growth, ${family}`,
  reached: maxRatio,
  limit: LARGEST_RATIO,
  good: "at most",
  unit: "×",
});

// Whether twice the bytes take twice the time, also for requests made to be hard. Sizes take turns; each keeps its best
// time, as what disturbs a measurement only ever adds.
import { assertSameAnswers, loadContestants } from "../contestants.js";
import { type Family, GROWTH_FAMILIES } from "../families.js";
import { letMemoryGo, timeCalls } from "../measure.js";
import { duration, type Part, type Target } from "../part.js";

const MB = 1_000_000;
const LARGEST_RATIO = 2.2;

interface Growth {
  family: string;
  /** Input bytes and best time by size, smallest first; each about twice the one before. */
  sizes: { bytes: number; micros: number }[];
  /** Largest t(2n)/t(n). */
  maxRatio: number;
}

export const measureGrowth: Part = async ({ quick }) => {
  const { contestants, policies } = await loadContestants();
  const [native] = contestants;
  const policy = policies["mask-only"];
  const megabytes = quick ? [1, 2, 4, 8] : [1, 2, 4, 8, 16, 32, 64];
  const growths: Growth[] = [];
  for (const family of GROWTH_FAMILIES) {
    assertSameAnswers(contestants, family.make(MB), policy, `${family.name}, 1 MB`);
    const run = (body: Uint8Array) => native.reduce(body, policy).report.skipped;
    growths.push(await measureFamily(family, megabytes, run, quick ? 4 : 12));
  }
  const head = ["requests", ...megabytes.map((size) => `${size} MB`), "largest t(2n)/t(n)", "at"];
  return {
    tables: [{ title: "Growth: native, mask-only, best of several", head, rows: growths.map(rowOf) }],
    targets: growths.map(targetOf),
    data: growths,
  };
};

async function measureFamily(
  family: Family,
  megabytes: readonly number[],
  run: (body: Uint8Array) => string | undefined,
  rounds: number,
): Promise<Growth> {
  const bodies = megabytes.map((size) => family.make(size * MB));
  const best = bodies.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [index, body] of bodies.entries()) {
      const skipped = run(body);
      if (skipped !== undefined) throw new Error(`${family.name}, ${body.length} bytes: skipped, ${skipped}`);
      // Several calls for the small ones: a single short one is at the mercy of one interrupt.
      const calls = Math.max(2, Math.round(8 / (megabytes[index] ?? 1)));
      best[index] = Math.min(best[index] ?? 0, ...timeCalls(() => run(body), calls));
      await letMemoryGo();
    }
  }
  const sizes = bodies.map((body, index) => ({ bytes: body.length, micros: best[index] ?? Number.NaN }));
  return { family: family.name, sizes, maxRatio: Math.max(...ratiosOf(sizes)) };
}

/** Scaled to exactly twice the bytes, as the sizes are met only about. */
function ratiosOf(sizes: Growth["sizes"]): number[] {
  return sizes.slice(1).map((size, index) => {
    const half = sizes[index] ?? size;
    return ((size.micros / half.micros) * 2) / (size.bytes / half.bytes);
  });
}

function rowOf({ family, sizes, maxRatio }: Growth): string[] {
  const ratios = ratiosOf(sizes);
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

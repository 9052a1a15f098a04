// Whether twice the bytes take twice the time, also for requests made to be hard. Sizes take turns, and a ratio is the
// median over the rounds of two neighbours' times in the same round: a slow minute of the machine hits both.
//
// Two ways, because the machine's memory is not linear itself. One body again and again: 1 MB of it then comes from a
// near cache, 64 MB from memory, and the ratios are the program's and the machine's together. On equal footing: of each
// size as many bodies as make 64 MB, one after the other, so that each size reads as much memory; the ratios are closer to
// the program's alone, though its outputs and later passes over a small body still come from a nearer cache.
import { assertSameAnswers, loadContestants } from "../contestants.js";
import { type Family, GROWTH_FAMILIES } from "../families.js";
import { letMemoryGo, median, timeCalls } from "../measure.js";
import { duration, type Part, type Target } from "../part.js";

const MB = 1_000_000;
const LARGEST_RATIO = 2.2;
/** A single short call is at the mercy of one interrupt. As many at each size: the best of more would be lower. */
const CALLS = 4;

type Run = (body: Uint8Array) => string | undefined;

/** How the bodies of one size are timed. */
interface Footing {
  name: "same body" | "equal footing";
  /** Bodies of a size that is `share` of the largest. */
  copies(share: number): number;
  rounds: number;
  /** Microseconds of a call. */
  time(run: Run, bodies: readonly Buffer[]): number;
}

const SAME_BODY: Footing = {
  name: "same body",
  copies: () => 1,
  rounds: 24,
  time(run, [body = Buffer.alloc(0)]) {
    run(body);
    return Math.min(...timeCalls(() => run(body), CALLS));
  },
};

const EQUAL_FOOTING: Footing = {
  name: "equal footing",
  copies: (share) => Math.round(1 / share),
  rounds: 12,
  time(run, bodies) {
    const [micros = Number.NaN] = timeCalls(() => bodies.map(run), 1);
    return micros / bodies.length;
  },
};

interface Growth {
  family: string;
  footing: Footing["name"];
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
  const maskOnly = GROWTH_FAMILIES.map((family) => ({ family, policy: policies["mask-only"] }));
  // The default policy replays every step to decide when to mask: that must be linear, too.
  const replayed = GROWTH_FAMILIES.slice(0, 1).map(({ name, make }) => ({
    family: { name: `${name}, default policy`, make },
    policy: policies.default,
  }));
  const growths: Growth[] = [];
  for (const { family, policy } of [...maskOnly, ...replayed]) {
    assertSameAnswers(contestants, family.make(MB), policy, `${family.name}, 1 MB`);
    const run: Run = (body) => native.reduce(body, policy).report.skipped;
    growths.push(...(await measureFamily(family, megabytes, run, quick)));
  }
  const [realistic] = GROWTH_FAMILIES;
  if (realistic === undefined) throw new Error("there is no family to read");
  const reading = await measureFamily({ ...realistic, name: READING }, megabytes, lookForByte, quick);
  const all = [...growths, ...reading];
  const head = ["requests", ...megabytes.map((size) => `${size} MB`), "largest t(2n)/t(n)", "at"];
  const tableOf = (footing: Footing["name"], title: string) => ({
    title: `Growth: native, mask-only where not said otherwise, ${title}`,
    head,
    rows: all.filter((growth) => growth.footing === footing).map(rowOf),
  });
  return {
    tables: [
      tableOf("same body", "one body again and again, best of several"),
      tableOf("equal footing", `${megabytes.at(-1)} MB of bodies of each size in turn, best round`),
    ],
    targets: growths.map(targetOf),
    data: all,
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
  run: Run,
  quick: boolean,
): Promise<[Growth, Growth]> {
  const bodies = megabytes.map((size) => family.make(size * MB));
  return [
    await measureFooting(family.name, bodies, run, quick, SAME_BODY),
    await measureFooting(family.name, bodies, run, quick, EQUAL_FOOTING),
  ];
}

async function measureFooting(
  family: string,
  bodies: readonly Buffer[],
  run: Run,
  quick: boolean,
  footing: Footing,
): Promise<Growth> {
  const largest = Math.max(...bodies.map(({ length }) => length));
  const sets = bodies.map((body) =>
    Array.from({ length: footing.copies(body.length / largest) }, () => Buffer.from(body)),
  );
  const checked: Run = (body) => {
    const skipped = run(body);
    if (skipped !== undefined) throw new Error(`${family}, ${body.length} bytes: skipped, ${skipped}`);
    return skipped;
  };
  const times = sets.map((): number[] => []);
  for (let round = 0; round < (quick ? 4 : footing.rounds); round++) {
    for (const [index, set] of sets.entries()) {
      times[index]?.push(footing.time(checked, set));
      await letMemoryGo();
    }
  }
  const sizes = bodies.map((body, index) => ({ bytes: body.length, micros: Math.min(...(times[index] ?? [])) }));
  const ratios = times.slice(1).map((larger, index) => {
    const smaller = times[index] ?? [];
    const scale = (2 * (bodies[index]?.length ?? 0)) / (bodies[index + 1]?.length ?? 1);
    return median(larger.map((micros, round) => micros / (smaller[round] ?? Number.NaN))) * scale;
  });
  return { family, footing: footing.name, sizes, ratios, maxRatio: Math.max(...ratios) };
}

function rowOf({ family, sizes, ratios, maxRatio }: Growth): string[] {
  const at = sizes[ratios.indexOf(maxRatio) + 1];
  const where = at === undefined ? "" : `${Math.round(at.bytes / MB)} MB`;
  return [family, ...sizes.map(({ micros }) => duration(micros)), maxRatio.toFixed(2), where];
}

const targetOf = ({ family, footing, maxRatio }: Growth): Target => ({
  what: `growth, ${family}, ${footing}`,
  reached: maxRatio,
  limit: LARGEST_RATIO,
  good: "at most",
  unit: "×",
});

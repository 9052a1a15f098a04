// Whether twice the bytes take twice the time, also for requests made to be hard. Sizes take turns, and of each the lower
// quartile of its rounds counts: others on the machine can only make a round slower, and a lucky one does not count either.
// Every family has processes of its own: what another one left of the heap and of the system's memory would be in its
// times. It has several, spread over the run: a slow minute of the machine, or an unlucky place in memory, hits one.
//
// Of every size as many bytes are reduced, so that interruptions by the machine fall on short calls as on long ones.
//
// Two ways, because the machine's memory is not linear itself. One body again and again: 1 MB of it then comes from a
// near cache, 64 MB from memory, and the ratios are the program's and the machine's together. On equal footing: as many
// bodies as make 64 MB, one after the other, so that each size reads as much memory; the ratios are closer to the
// program's alone, though its outputs and later passes over a small body still come from a nearer cache.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FootingName, SizeRounds, Work } from "../children/growth-family.js";
import { GROWTH_FAMILIES } from "../families.js";
import { quantile, sorted } from "../measure.js";
import { duration, type Part, type Target } from "../part.js";

const MB = 1_000_000;
const LARGEST_RATIO = 2.2;
/** Processes a family, and rounds in each. */
const VISITS = 4;
const ROUNDS = 6;
const QUICK_VISITS = 1;
const QUICK_ROUNDS = 4;
const CHILD = fileURLToPath(new URL("../children/growth-family.js", import.meta.url));

interface Subject {
  /** What the tables call it. */
  title: string;
  family: string;
  work: Work;
}

const [{ name: FIRST } = { name: "" }] = GROWTH_FAMILIES;
const REDUCED: readonly Subject[] = [
  ...GROWTH_FAMILIES.map(({ name }) => ({ title: name, family: name, work: "mask-only" as const })),
  // The default policy replays every step to decide when to mask: that must be linear, too.
  { title: `${FIRST}, default policy`, family: FIRST, work: "default" },
];
/** What the machine's own memory does to twice the bytes. */
const READ: Subject = { title: "(reading alone: a byte that is not there)", family: FIRST, work: "reading" };

const FOOTING_NAMES: readonly FootingName[] = ["same body", "equal footing"];

interface Series {
  subject: Subject;
  footing: FootingName;
  /** Of all processes, by size, smallest first. */
  sizes: SizeRounds[];
}

interface Growth {
  family: string;
  footing: FootingName;
  /** Input bytes and time by size, smallest first. */
  sizes: { bytes: number; micros: number }[];
  /** t(2n)/t(n) between neighbouring sizes, scaled to exactly twice the bytes. */
  ratios: number[];
  /** The largest of the ratios. */
  maxRatio: number;
}

export const measureGrowth: Part = async ({ quick }) => {
  const megabytes = quick ? [1, 2, 4, 8] : [1, 2, 4, 8, 16, 32, 64];
  const series = [...REDUCED, READ].flatMap((subject) =>
    FOOTING_NAMES.map((footing): Series => ({ subject, footing, sizes: [] })),
  );
  for (let visit = 0; visit < (quick ? QUICK_VISITS : VISITS); visit++) {
    for (const one of series) addRounds(one, runChild(one, quick ? QUICK_ROUNDS : ROUNDS, megabytes));
  }
  const all = series.map(growthOf);
  const head = ["requests", ...megabytes.map((size) => `${size} MB`), "largest t(2n)/t(n)", "at"];
  const tableOf = (footing: FootingName, title: string) => ({
    title: `Growth: native, mask-only where not said otherwise, ${title}`,
    head,
    rows: all.filter((growth) => growth.footing === footing).map(rowOf),
  });
  return {
    tables: [
      tableOf("same body", "one body again and again"),
      tableOf("equal footing", `${megabytes.at(-1)} MB of bodies of each size in turn`),
    ],
    targets: all.filter(({ family }) => family !== READ.title).map(targetOf),
    data: all,
  };
};

function runChild({ subject, footing }: Series, rounds: number, sizes: readonly number[]): SizeRounds[] {
  const args = [CHILD, subject.family, subject.work, footing, String(rounds), ...sizes.map(String)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`growth of ${subject.title}, ${footing}: ${stderr}`);
  return JSON.parse(stdout) as SizeRounds[];
}

function addRounds(series: Series, found: readonly SizeRounds[]): void {
  series.sizes = found.map(({ bytes, roundsMicros }, index) => ({
    bytes,
    roundsMicros: [...(series.sizes[index]?.roundsMicros ?? []), ...roundsMicros],
  }));
}

function growthOf({ subject, footing, sizes: rounds }: Series): Growth {
  const sizes = rounds.map(({ bytes, roundsMicros }) => ({ bytes, micros: quantile(sorted(roundsMicros), 0.25) }));
  const ratios = sizes.slice(1).map(({ bytes, micros }, index) => {
    const smaller = sizes[index] ?? { bytes: Number.NaN, micros: Number.NaN };
    return (micros / smaller.micros) * ((2 * smaller.bytes) / bytes);
  });
  return { family: subject.title, footing, sizes, ratios, maxRatio: Math.max(...ratios) };
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

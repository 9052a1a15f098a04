// Whether twice the output takes twice the time to be made smaller at arrival, for outputs that are made to be hard. In
// processor time, so that others on the machine do not count; of each size the best round, because what else the machine
// does to its caches only makes a round slower. Every family has a process of its own, several times in the run.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { SizeTimes, SubjectName } from "../children/arrival-growth-family.js";
import { duration, type Part, type Target } from "../part.js";

const LARGEST_RATIO = 2.3;
const CHILD = fileURLToPath(new URL("../children/arrival-growth-family.js", import.meta.url));
/** Of `__test__/support/hostile-outputs.mjs`; `npm run test:long -- --only arrival-growth` has all of them. */
const FAMILIES = [
  "one line again and again",
  "two lines in turn",
  "equal outputs",
  "one line",
  "sequences without end",
];
const OF_REPEATS = ["blocks that begin alike", "runs a byte too short to point to"];
const SUBJECTS: Record<SubjectName, readonly string[]> = {
  "reduceToolOutput, lossless kinds": FAMILIES,
  "reduceToolOutput, all kinds": FAMILIES,
  "reduceBody, all kinds and dedupe": [...FAMILIES, ...OF_REPEATS],
};
const SUBJECT_NAMES = Object.keys(SUBJECTS) as SubjectName[];
/** Processes a family, and rounds in each. A round of 64 MB takes a second. */
const [VISITS, ROUNDS] = [1, 2];

interface Growth {
  subject: SubjectName;
  family: string;
  /** Bytes of output and processor time by size, smallest first. */
  sizes: { bytes: number; micros: number }[];
  /** t(2n)/t(n) between neighbouring sizes. */
  ratios: number[];
  /** The largest of the ratios. */
  maxRatio: number;
}

export const measureArrivalGrowth: Part = async ({ quick }) => {
  const megabytes = quick ? [1, 2, 4] : [1, 2, 4, 8, 16, 32, 64];
  const series = SUBJECT_NAMES.flatMap((subject) =>
    SUBJECTS[subject].map((family) => ({ subject, family, times: [] as SizeTimes[] })),
  );
  for (let visit = 0; visit < (quick ? 1 : VISITS); visit++) {
    for (const one of series) one.times.push(...runChild(one.subject, one.family, megabytes));
  }
  const all = series.map(({ subject, family, times }) => growthOf(subject, family, times));
  const head = ["outputs", ...megabytes.map((size) => `${size} MB`), "largest t(2n)/t(n)", "at"];
  return {
    tables: SUBJECT_NAMES.map((subject) => ({
      title: `Growth of reductions at arrival: ${subject}, processor time`,
      head,
      rows: all.filter((growth) => growth.subject === subject).map(rowOf),
    })),
    targets: all.map(targetOf),
    data: all,
  };
};

function runChild(subject: SubjectName, family: string, sizes: readonly number[]): SizeTimes[] {
  const args = [CHILD, family, subject, String(ROUNDS), ...sizes.map(String)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`growth of ${family}, ${subject}: ${stderr}`);
  return JSON.parse(stdout) as SizeTimes[];
}

function growthOf(subject: SubjectName, family: string, times: readonly SizeTimes[]): Growth {
  const bytes = [...new Set(times.map((one) => one.bytes))];
  const sizes = bytes.map((size) => {
    const rounds = times.filter((one) => one.bytes === size).flatMap(({ roundsMicros }) => roundsMicros);
    return { bytes: size, micros: Math.min(...rounds) };
  });
  const ratios = sizes.slice(1).map(({ micros }, at) => micros / (sizes[at]?.micros ?? Number.NaN));
  return { subject, family, sizes, ratios, maxRatio: Math.max(...ratios) };
}

function rowOf({ family, sizes, ratios, maxRatio }: Growth): string[] {
  const at = sizes[ratios.indexOf(maxRatio) + 1];
  const where = at === undefined ? "" : `${Math.round(at.bytes / 1e6)} MB`;
  return [family, ...sizes.map(({ micros }) => duration(micros)), maxRatio.toFixed(2), where];
}

const targetOf = ({ subject, family, maxRatio }: Growth): Target => ({
  what: `growth at arrival, ${subject}, ${family}`,
  reached: maxRatio,
  limit: LARGEST_RATIO,
  good: "at most",
  unit: "×",
});

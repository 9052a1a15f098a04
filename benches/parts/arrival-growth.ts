// Whether twice the output takes twice the time to be made smaller at arrival, for outputs that are made to be hard. In
// processor time, so that others on the machine do not count; of each size the best round, because what else the machine does
// to its caches only makes a round slower. Every family has a process of its own, which keeps its memory. As a control, each
// process also copies the same bytes.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { KEPT_MEMORY } from "../../__test__/support/hostile-outputs.mjs";
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
  /** Bytes of output, and processor time of the reduction and of a copy, by size, smallest first. */
  sizes: { bytes: number; micros: number; copyMicros: number }[];
  /** t(2n)/t(n) between neighbouring sizes. */
  ratios: number[];
  /** The same of copies alone. */
  copyRatios: number[];
  /** The same of reductions less the time of a copy. */
  ratiosWithoutCopy: number[];
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
  const sizes = megabytes.map((size) => `${size} MB`);
  const head = ["outputs", ...sizes, "largest t(2n)/t(n)", "at", "of a copy there", "without it"];
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
  const env = { ...process.env, ...KEPT_MEMORY };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
  if (status !== 0) throw new Error(`growth of ${family}, ${subject}: ${stderr}`);
  return JSON.parse(stdout) as SizeTimes[];
}

function growthOf(subject: SubjectName, family: string, times: readonly SizeTimes[]): Growth {
  const bytes = [...new Set(times.map((one) => one.bytes))];
  const sizes = bytes.map((size) => {
    const own = times.filter((one) => one.bytes === size);
    const micros = Math.min(...own.flatMap(({ roundsMicros }) => roundsMicros));
    return { bytes: size, micros, copyMicros: Math.min(...own.flatMap(({ copiesMicros }) => copiesMicros)) };
  });
  const ratios = ratiosOf(sizes.map(({ micros }) => micros));
  const copyRatios = ratiosOf(sizes.map(({ copyMicros }) => copyMicros));
  const ratiosWithoutCopy = ratiosOf(sizes.map(({ micros, copyMicros }) => micros - copyMicros));
  return { subject, family, sizes, ratios, copyRatios, ratiosWithoutCopy, maxRatio: Math.max(...ratios) };
}

const ratiosOf = (times: readonly number[]): number[] =>
  times.slice(1).map((time, at) => time / (times[at] ?? Number.NaN));

function rowOf({ family, sizes, ratios, copyRatios, ratiosWithoutCopy, maxRatio }: Growth): string[] {
  const step = ratios.indexOf(maxRatio);
  const where = `${Math.round((sizes[step + 1]?.bytes ?? 0) / 1e6)} MB`;
  const control = [copyRatios[step], ratiosWithoutCopy[step]].map((ratio = Number.NaN) => ratio.toFixed(2));
  return [family, ...sizes.map(({ micros }) => duration(micros)), maxRatio.toFixed(2), where, ...control];
}

const targetOf = ({ subject, family, maxRatio }: Growth): Target => ({
  what: `growth at arrival, ${subject}, ${family}`,
  reached: maxRatio,
  limit: LARGEST_RATIO,
  good: "at most",
  unit: "×",
});

// Whether twice the bytes take twice the time, also for requests made to be hard. Sizes take turns, so that
// a slow minute of the machine hits all, and of each the lower quartile of its rounds counts. Every family
// has processes of its own: what another one left of the heap and of the system's memory would be in its times.
//
// Of every size as many bytes are reduced, so that what the machine does in between falls on short calls as on long ones.
//
// Two ways, because the machine's memory is not linear itself. One body again and again: 1 MB of it then comes from a
// near cache, 64 MB from memory, and the ratios are the program's and the machine's together. On equal footing: as many
// bodies as make 64 MB, one after the other, so that each size reads as much memory; the ratios are closer to the
// program's alone, though its outputs and later passes over a small body still come from a nearer cache.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FamilyTimes, FootingName, Work } from "../children/growth-family.js";
import { GROWTH_FAMILIES } from "../families.js";
import { duration, type Part, type Target } from "../part.js";

const MB = 1_000_000;
const LARGEST_RATIO = 2.2;
const ROUNDS = 16;
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

interface Growth extends FamilyTimes {
  family: string;
  footing: FootingName;
  /** The largest of the ratios. */
  maxRatio: number;
}

export const measureGrowth: Part = async ({ quick }) => {
  const megabytes = quick ? [1, 2, 4, 8] : [1, 2, 4, 8, 16, 32, 64];
  const measure = (subject: Subject): Growth[] =>
    (["same body", "equal footing"] as const).map((footing) => {
      const times = runChild(subject, footing, quick ? QUICK_ROUNDS : ROUNDS, megabytes);
      return { family: subject.title, footing, ...times, maxRatio: Math.max(...times.ratios) };
    });
  const growths = REDUCED.flatMap(measure);
  const all = [...growths, ...measure(READ)];
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
    targets: growths.map(targetOf),
    data: all,
  };
};

function runChild(
  { family, work }: Subject,
  footing: FootingName,
  rounds: number,
  sizes: readonly number[],
): FamilyTimes {
  const args = [CHILD, family, work, footing, String(rounds), ...sizes.map(String)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`growth of ${family}, ${work}, ${footing}: ${stderr}`);
  return JSON.parse(stdout) as FamilyTimes;
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

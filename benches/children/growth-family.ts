// node growth-family.js FAMILY POLICY FOOTING ROUNDS SIZE…: times a family of requests in sizes of so many megabytes, smallest
// first, and prints what it found as one line of JSON.
import { assertSameAnswers, loadContestants, POLICY_NAMES } from "../contestants.js";
import { GROWTH_FAMILIES } from "../families.js";
import { letMemoryGo, quantile, sorted, timeCalls } from "../measure.js";

const MB = 1_000_000;
/** Passes over all bodies of a size, of which the best counts: one interrupt would be a tenth of a short one. */
const PASSES = 3;

/** How the bodies of one size are timed. */
export type FootingName = "same body" | "equal footing";
/** A policy of the contestants, or none: the body is only read. */
export type Work = (typeof POLICY_NAMES)[number] | "reading";

/** What this process prints. */
export interface FamilyTimes {
  /** Input bytes and time by size, smallest first. */
  sizes: { bytes: number; micros: number }[];
  /** t(2n)/t(n) between neighbouring sizes, scaled to exactly twice the bytes. */
  ratios: number[];
}

type Run = (body: Uint8Array) => void;

/** As many bodies as asked for, made anew: where in the machine's memory a body lies makes up to a tenth of its time. */
const FOOTINGS: Record<FootingName, (body: Buffer, count: number) => Buffer[]> = {
  "same body": (body, count) => Array<Buffer>(count).fill(Buffer.from(body)),
  "equal footing": (body, count) => Array.from({ length: count }, () => Buffer.from(body)),
};

/** The lower quartile: others on the machine can only make a round slower, and a lucky one does not count either. */
const undisturbed = (times: readonly number[]): number => quantile(sorted(times), 0.25);

async function timeFamily(
  bodies: readonly Buffer[],
  run: Run,
  footing: FootingName,
  rounds: number,
): Promise<FamilyTimes> {
  const largest = Math.max(...bodies.map(({ length }) => length));
  const times = bodies.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, body] of bodies.entries()) {
      const given = FOOTINGS[footing](body, Math.round(largest / body.length));
      const passes = timeCalls(() => given.forEach(run), PASSES);
      times[index]?.push(Math.min(...passes) / given.length);
      await letMemoryGo();
    }
  }
  const sizes = bodies.map((body, index) => ({ bytes: body.length, micros: undisturbed(times[index] ?? []) }));
  const ratios = sizes.slice(1).map(({ bytes, micros }, index) => {
    const smaller = sizes[index] ?? { bytes: Number.NaN, micros: Number.NaN };
    return (micros / smaller.micros) * ((2 * smaller.bytes) / bytes);
  });
  return { sizes, ratios };
}

/** What is timed, its answer checked against the other contestant's first. */
async function runOf(work: Work, body: Buffer): Promise<Run> {
  if (work === "reading") return lookForByte;
  const { contestants, policies } = await loadContestants();
  const policy = policies[work];
  assertSameAnswers(contestants, body, policy, "growth");
  return (bytes) => {
    const { skipped } = contestants[0].reduce(bytes, policy).report;
    if (skipped !== undefined) throw new Error(`${bytes.length} bytes: skipped, ${skipped}`);
  };
}

function lookForByte({ buffer, byteOffset, length }: Uint8Array): void {
  if (Buffer.from(buffer, byteOffset, length).includes(0xff)) throw new Error("found what cannot be there");
}

const [name, work, footing, rounds, ...megabytes] = process.argv.slice(2);
const family = GROWTH_FAMILIES.find((one) => one.name === name);
const isWork = (text: unknown): text is Work => text === "reading" || POLICY_NAMES.some((policy) => policy === text);
if (family === undefined || !isWork(work) || (footing !== "same body" && footing !== "equal footing")) {
  throw new Error(`growth-family.js: nothing is called ${process.argv.slice(2, 5).join(", ")}`);
}
const bodies = megabytes.map((size) => family.make(Number(size) * MB));
const run = await runOf(work, family.make(MB));
console.log(JSON.stringify(await timeFamily(bodies, run, footing, Number(rounds))));

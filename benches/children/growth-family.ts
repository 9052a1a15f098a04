// node growth-family.js FAMILY POLICY FOOTING ROUNDS SIZE…: times a family of requests in sizes of so many megabytes
// and prints the times of all rounds as one line of JSON.
import { assertSameAnswers, loadContestants, POLICY_NAMES } from "../contestants.js";
import { GROWTH_FAMILIES } from "../families.js";
import { letMemoryGo, timeCalls } from "../measure.js";

const MB = 1_000_000;
/** Passes over all bodies of a size; the best counts, because one interrupt would be a tenth of a short pass. */
const PASSES = 3;

/** How the bodies of one size are placed in memory. */
export type FootingName = "same body" | "equal footing";
/** A policy of the contestants, or none: the body is only read. */
export type Work = (typeof POLICY_NAMES)[number] | "reading";

/** The output of this process: for each size, its bytes and the time of a call in each round. */
export interface SizeRounds {
  bytes: number;
  roundsMicros: number[];
}

type Run = (body: Uint8Array) => void;

/**
 * Creates the requested number of bodies anew, because the place of a body in memory affects its time by up to a tenth.
 * All are in one piece of memory that is equally large at every size and therefore fresh from the system. A small piece
 * would be reused memory.
 */
const FOOTINGS: Record<FootingName, (body: Buffer, count: number) => Buffer[]> = {
  "same body": (body, count) => Array<Buffer>(count).fill(copyInto(roomFor(body, count), body, 0)),
  "equal footing": (body, count) => {
    const room = roomFor(body, count);
    return Array.from({ length: count }, (_, at) => copyInto(room, body, at * body.length));
  },
};

const roomFor = ({ length }: Buffer, count: number): Buffer => Buffer.allocUnsafeSlow(count * length);

function copyInto(room: Buffer, body: Buffer, start: number): Buffer {
  body.copy(room, start);
  return room.subarray(start, start + body.length);
}

async function timeFamily(
  bodies: readonly Buffer[],
  run: Run,
  footing: FootingName,
  rounds: number,
): Promise<SizeRounds[]> {
  const largest = Math.max(...bodies.map(({ length }) => length));
  // The first round does not count: it compiles the program and gets the system's memory.
  const sizes = bodies.map(({ length }): SizeRounds => ({ bytes: length, roundsMicros: [] }));
  for (let round = 0; round <= rounds; round++) {
    for (const [index, body] of bodies.entries()) {
      const given = FOOTINGS[footing](body, Math.round(largest / body.length));
      const passes = timeCalls(() => given.forEach(run), PASSES);
      if (round > 0) sizes[index]?.roundsMicros.push(Math.min(...passes) / given.length);
      await letMemoryGo();
    }
  }
  return sizes;
}

/** The function to time. Its answer is first compared with the other contestant's. */
async function runOf(work: Work, body: Buffer): Promise<Run> {
  if (work === "reading") return lookForByte;
  const { native, wasm, policies } = await loadContestants();
  const policy = policies[work];
  assertSameAnswers([native, wasm], body, policy, "growth");
  return (bytes) => {
    const { skipped } = native.reduce(bytes, policy).report;
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

// node arrival-growth-family.js FAMILY SUBJECT ROUNDS SIZE…: times outputs that are made to be hard in sizes of so many
// megabytes and prints, for each size, its bytes and the processor time that they took in each round, as one line of JSON;
// as a control, also the time of copying the same bytes and nothing else. Of small sizes several are given,
// one after the other, so that the processor's caches help them less.
import { hostileOutputs, hostileRequest } from "../../__test__/support/hostile-outputs.mjs";
import type { Policy, PolicyInput } from "../../ts/index.js";
import { letMemoryGo } from "../measure.js";
import { type BuiltPackage, loadPackage } from "../package-under-test.js";

const MB = 1_000_000;
/** The least that is given in a round. */
const LEAST_BYTES = 16 * MB;
const LOSSLESS = { terminal: true, json: true, paths: true, lineNumbers: "padding" } as const;
const EVERYTHING = { ...LOSSLESS, lineNumbers: "tenth", longLines: 2000, clip: 10_000 } as const;

type Index = BuiltPackage["index"];

/** What is timed: a function with a policy's kinds. */
interface Subject {
  arrival: NonNullable<PolicyInput["arrival"]>;
  /** What is given in each call: made before the time runs. */
  make(family: string, bytes: number): readonly (string | Buffer)[];
  run(index: Index, given: string | Buffer, policy: Policy): void;
}

const output: Pick<Subject, "make" | "run"> = {
  make: hostileOutputs,
  run: ({ reduceToolOutput }, text, policy) => void reduceToolOutput(String(text), { tool: "Bash", policy }),
};
const SUBJECTS = {
  "reduceToolOutput, lossless kinds": { ...output, arrival: LOSSLESS },
  "reduceToolOutput, all kinds": { ...output, arrival: EVERYTHING },
  "reduceBody, all kinds and dedupe": {
    arrival: { ...EVERYTHING, dedupe: "first" },
    make: (family, bytes) => [hostileRequest(family, bytes)],
    run: ({ reduceBody }, body, policy) => void reduceBody(body as Buffer, policy),
  },
} satisfies Record<string, Subject>;

/** What {@link SUBJECTS} are called. */
export type SubjectName = keyof typeof SUBJECTS;

/** The output of this process: for each size, its bytes and the processor time of each round. */
export interface SizeTimes {
  bytes: number;
  roundsMicros: number[];
  /** Of copying the bytes. */
  copiesMicros: number[];
}

async function timeSizes(family: string, subject: Subject, rounds: number, megabytes: readonly number[]) {
  const { index } = await loadPackage();
  if (index.backend.name !== "native") throw new Error(`the native backend is not in use: ${index.backend.reason}`);
  const sizes = megabytes.map((count): SizeTimes => ({ bytes: count * MB, roundsMicros: [], copiesMicros: [] }));
  const time = async (bytes: number, run: Subject["run"]) => {
    const count = Math.max(1, LEAST_BYTES / bytes);
    // Another policy for each, so that nothing is remembered.
    const given = Array.from({ length: count }, () => ({
      parts: subject.make(family, bytes),
      policy: index.definePolicy({ arrival: subject.arrival }),
    }));
    const before = process.cpuUsage();
    for (const { parts, policy } of given) for (const part of parts) run(index, part, policy);
    const { user, system } = process.cpuUsage(before);
    await letMemoryGo();
    return (user + system) / count;
  };
  const copy: Subject["run"] = (_, given) => void Buffer.from(given as string);
  // This does not count: it compiles the program and gets the system's memory.
  await time(MB, subject.run);
  for (let round = 0; round < rounds; round++) {
    for (const { bytes, roundsMicros, copiesMicros } of sizes) {
      roundsMicros.push(await time(bytes, subject.run));
      copiesMicros.push(await time(bytes, copy));
    }
  }
  return sizes;
}

const [family = "", name = "", rounds, ...megabytes] = process.argv.slice(2);
const subject = Object.entries(SUBJECTS).find(([known]) => known === name)?.[1];
if (subject === undefined) throw new Error(`arrival-growth-family.js: nothing is called ${name}`);
console.log(JSON.stringify(await timeSizes(family, subject, Number(rounds), megabytes.map(Number))));

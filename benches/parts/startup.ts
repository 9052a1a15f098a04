// What it costs a program to start with the package, and the command to answer. Fresh processes, in turns.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { median } from "../measure.js";
import { ROOT } from "../package-under-test.js";
import type { Part, Target } from "../part.js";

const child = (name: string): string => join(ROOT, "benches/children", name);

const EMPTY = [child("empty.cjs")];
const VERSION = [join(ROOT, "dist/cli/main.cjs"), "--version"];

/**
 * Without what delays Node itself: with `NODE_EXTRA_CA_CERTS` Node 20 reads all certificates of that file before any
 * script, 40 ms for a system's usual store, and options in `NODE_OPTIONS` may load anything.
 */
const { NODE_EXTRA_CA_CERTS: extraCertificates, NODE_OPTIONS: _, ...PLAIN } = process.env;

/** Fresh processes of one kind. */
interface Subject {
  what: string;
  args: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** Of the process as a whole, unless the process prints what it measured. */
  prints?: true;
  limitMillis?: number;
}

const SUBJECTS = {
  import: {
    what: 'import "tamis", inside the process',
    args: [child("import-time.mjs")],
    prints: true,
    limitMillis: 30,
  },
  empty: { what: "node with an empty script, whole process", args: EMPTY },
  emptyModule: { what: "node with an empty module, whole process", args: [child("empty.mjs")] },
  version: { what: "tamis --version, whole process", args: VERSION, limitMillis: 60 },
} satisfies Record<string, Omit<Subject, "environment">>;

/** What the certificates of this environment add, where it names some. */
const WITH_CERTIFICATES = {
  emptyWithCertificates: { what: "the empty script with this machine's NODE_EXTRA_CA_CERTS", args: EMPTY },
  versionWithCertificates: { what: "tamis --version with them", args: VERSION },
} satisfies Record<string, Omit<Subject, "environment">>;

export const measureStartup: Part = async ({ quick }) => {
  const rounds = quick ? 5 : 21;
  const subjects = findSubjects();
  const times = new Map([...subjects.keys()].map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, subject] of subjects) times.get(name)?.push(timeProcess(subject));
  }
  const medians = new Map([...times].map(([name, millis]) => [name, median(millis)]));
  const rows = [...subjects].map(([name, subject]) => rowOf(subject, times.get(name) ?? []));
  const above = (medians.get("version") ?? Number.NaN) - (medians.get("empty") ?? Number.NaN);
  rows.push(["tamis --version, above an empty script", millis(above), "", "", ""]);
  return {
    tables: [
      { title: `Start, ${rounds} fresh processes each`, head: ["what", "median", "least", "most", "target"], rows },
    ],
    targets: [...subjects].flatMap(([name, subject]) => targetOf(subject, medians.get(name) ?? Number.NaN)),
    data: { rounds, medians: Object.fromEntries(medians), times: Object.fromEntries(times) },
  };
};

function findSubjects(): Map<string, Subject> {
  const plain = Object.entries(SUBJECTS).map(([name, subject]) => [name, { ...subject, environment: PLAIN }] as const);
  if (extraCertificates === undefined) return new Map(plain);
  const environment = { ...PLAIN, NODE_EXTRA_CA_CERTS: extraCertificates };
  const others = Object.entries(WITH_CERTIFICATES).map(
    ([name, subject]) => [name, { ...subject, environment }] as const,
  );
  return new Map([...plain, ...others]);
}

/** In milliseconds. */
function timeProcess({ args, environment, prints }: Subject): number {
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: environment });
  const millis = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0) throw new Error(`node ${args.join(" ")} failed: ${stderr}`);
  return prints ? Number(stdout) : millis;
}

function rowOf({ what, limitMillis }: Subject, times: readonly number[]): string[] {
  const figures = [median(times), Math.min(...times), Math.max(...times)].map(millis);
  return [what, ...figures, limitMillis === undefined ? "" : `≤ ${limitMillis} ms`];
}

function targetOf({ what, limitMillis }: Subject, reached: number): Target[] {
  return limitMillis === undefined ? [] : [{ what, reached, limit: limitMillis, good: "at most", unit: "ms" }];
}

const millis = (value: number): string => `${value.toFixed(1)} ms`;

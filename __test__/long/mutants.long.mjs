// Changes one constant at a time (policy defaults, placeholder texts, thresholds) and runs the tests that should notice.
// A mutant that no test notices is a failure: write the test, or list the mutant as equivalent, with the reason. All of
// it happens in a copy of the checkout under `target/mutants`, so that an interrupted run leaves no mutant behind.
//
// A test of speed is none that should notice: those are left out, because a busy machine makes them fail by itself.
//
//   npm run test:long -- --only mutants                          all
//   TAMIS_MUTANTS=ts/session,crates npm run test:long -- --only mutants    those in files whose paths begin so;
//                                                                the record keeps what it has of the others
//   TAMIS_MUTANTS=open,crates npm run test:long -- --only mutants    of them those that the record has not seen killed
import { execFile, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describeMachine, machineSlug } from "../../benches/machine.mjs";
import { JOBS, mapJobs } from "../support/tools.mjs";
import { PIPELINE } from "./mutants/pipeline.mjs";
import { POLICY } from "./mutants/policy.mjs";
import { RUST } from "./mutants/rust.mjs";
import { SESSION } from "./mutants/session.mjs";
import { TEXT } from "./mutants/text.mjs";

export const name = "mutants";

/** What the tests read: no build of `dist`, no pages. */
const FOLDERS = ["ts", "crates", "__test__", "benches", "examples", "docs", "packaging"];
const FILES = /^(?:[^/]*\.(?:json|toml|lock|ts|md)|\.gitignore)$/;
const MOST_MINUTES = 10;
const UNENDED = "the tests did not end";
/** Names of tests that look at how long something takes. */
const SPEED = ["linear", "is fast", "in proportion", "is read once", "grows with the request", "no longer than"];
const RUST_SPEED = ["take_a_second", "linear"];

export async function run({ log, root }) {
  const all = [POLICY, TEXT, SESSION, PIPELINE, RUST].flat(2);
  const before = rowsBefore(root);
  const mutants = chosenOf(all, before, process.env.TAMIS_MUTANTS ?? "");
  const trees = Array.from({ length: JOBS }, (_, at) => copyTree(root, at));
  const problems = mutants.map((mutant) => [mutant, problemOf(trees[0], mutant)]).filter(([, problem]) => problem);
  for (const [mutant, problem] of problems) log(`FAILED: ${describe(mutant)}: ${problem}`);
  const stale = new Set(problems.map(([mutant]) => mutant));
  const test = async (mutant) => {
    const tree = trees.pop();
    try {
      return await testMutant({ tree, root }, mutant);
    } finally {
      trees.push(tree);
    }
  };
  const failures = new Map();
  /** Why the tests that killed a mutant would also have failed without one. */
  const failureWithout = (room, file) => {
    if (!failures.has(room)) failures.set(room, test({ tests: [room], file, text: "", by: "" }));
    return failures.get(room).then(({ killedBy, notRun }) => killedBy ?? notRun);
  };
  log(`${mutants.length} mutants`);
  const usable = mutants.filter((mutant) => !stale.has(mutant));
  const outcomes = await mapJobs(usable, async (mutant) => {
    if (mutant.equivalent !== undefined) return { mutant, outcome: { equivalent: mutant.equivalent } };
    const { room, ...found } = await test(mutant);
    const failure = found.killedBy === undefined ? undefined : await failureWithout(room, mutant.file);
    const outcome = failure === undefined ? found : { notRun: `${room} fails without it: ${failure}` };
    const word = outcome.survived ? "SURVIVED" : outcome.notRun ? "not run" : "killed";
    log(`${word}: ${describe(mutant)} ${outcome.killedBy ?? outcome.notRun ?? ""}`);
    return { mutant, outcome };
  });
  const survived = outcomes.filter(({ outcome }) => outcome.survived || outcome.notRun).length;
  const record = recordOf(all, outcomes, before);
  return { passed: outcomes.length - survived, failed: survived + stale.size, record };
}

/** `open` and beginnings of paths, with commas between. */
function chosenOf(all, before, wanted) {
  const words = wanted.split(",").filter((word) => word !== "");
  const starts = words.filter((word) => word !== "open");
  const closed = words.includes("open") ? before.filter(({ killedBy }) => killedBy !== undefined) : [];
  const left = new Set(closed.map(describe));
  return all.filter((mutant) => {
    const isNamed = starts.length === 0 || starts.some((start) => mutant.file.startsWith(start));
    return isNamed && !left.has(describe(mutant));
  });
}

/** What is known of all mutants: what this run found, and what earlier ones found of the others. */
function recordOf(all, outcomes, before) {
  const date = new Date().toISOString();
  const found = new Map(outcomes.map(({ mutant, outcome }) => [describe(mutant), { date, ...outcome }]));
  const earlier = new Map(before.map(({ file, text, by, ...outcome }) => [describe({ file, text, by }), outcome]));
  const rows = all.map(({ file, text, by, equivalent }) => {
    const name = describe({ file, text, by });
    const known = equivalent === undefined ? (found.get(name) ?? earlier.get(name)) : { equivalent };
    return { file, text, by, ...(known ?? { notRun: true }) };
  });
  const count = (key) => rows.filter((row) => row[key] !== undefined).length;
  const counts = { killed: count("killedBy"), equivalent: count("equivalent"), survived: count("survived") };
  return { mutants: rows.length, ...counts, notRun: count("notRun"), rows };
}

function rowsBefore(root) {
  const file = join(root, "benches/record", machineSlug(describeMachine()), "long/mutants.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).record.rows : [];
}

const describe = ({ file, text, by }) => `${file}: ${JSON.stringify(text)} → ${JSON.stringify(by)}`;

/** Brings a copy up to date. Files that are the same keep their time, so that cargo builds nothing twice. */
function copyTree(root, at) {
  const tree = join(root, "target/mutants", `tree-${at}`);
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  const addons = readdirSync(join(root, "ts/binding")).map((file) => `ts/binding/${file}`);
  const wanted = new Set(
    [...stdout.split("\n"), ...addons].filter((path) => isWanted(path) && existsSync(join(root, path))),
  );
  for (const path of FOLDERS.flatMap((folder) => filesIn(tree, folder)))
    if (!wanted.has(path)) rmSync(join(tree, path));
  for (const path of wanted) {
    const [from, to] = [join(root, path), join(tree, path)];
    if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) continue;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
  return tree;
}

const isWanted = (path) => FOLDERS.some((folder) => path.startsWith(`${folder}/`)) || FILES.test(path);

function filesIn(tree, folder) {
  const path = join(tree, folder);
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { recursive: true, encoding: "utf8" });
  return entries.map((file) => `${folder}/${file}`).filter((file) => statSync(join(tree, file)).isFile());
}

/** Why a mutant cannot be made: the list has to follow the source. */
function problemOf(tree, { file, text }) {
  const path = join(tree, file);
  if (!existsSync(path)) return "there is no such file";
  const times = readFileSync(path, "utf8").split(text).length - 1;
  return times === 1 ? undefined : `the text is ${times} times in the file; name one that is there once`;
}

/** Makes a mutant, runs its tests until one fails, and takes the mutant back. */
async function testMutant({ tree, root }, { file, text, by, tests }) {
  const path = join(tree, file);
  const before = readFileSync(path, "utf8");
  const startedAt = performance.now();
  try {
    if (text !== "")
      writeFileSync(
        path,
        before.replace(text, () => by),
      );
    const { room, failure } = await (file.endsWith(".rs") ? failureOfRust(tree, tests) : failureOf(tree, root, tests));
    return { room, ...outcomeOf(failure), seconds: Math.round((performance.now() - startedAt) / 100) / 10 };
  } finally {
    writeFileSync(path, before);
  }
}

/** What did not compile, or did not end in time on a busy machine, tells nothing. */
function outcomeOf(failure) {
  if (failure === undefined) return { survived: true };
  return failure === UNENDED || failure.startsWith("error") ? { notRun: failure } : { killedBy: failure };
}

/** The first test that fails of these rooms, one room after the other; none where all pass. */
async function failureOf(tree, root, tests) {
  for (const room of tests) {
    const failure = await failureIn(tree, root, room);
    if (failure !== undefined) return { room, failure };
  }
  return {};
}

async function failureIn(tree, root, room) {
  const report = join(tree, "vitest.json");
  rmSync(report, { force: true });
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const noSpeed = `--testNamePattern=^(?!.*(?:${SPEED.join("|")}))`;
  const patient = `--testTimeout=${MOST_MINUTES * 60_000}`;
  const output = ["--reporter=json", `--outputFile=${report}`];
  const args = [vitest, "run", "--bail=1", noSpeed, patient, ...output, `__test__/${room}`];
  if ((await runProgram(process.execPath, args, { cwd: tree })).passed) return undefined;
  const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { testResults: [] };
  const isFailed = (one) => one.status === "failed";
  const failed = testResults.flatMap(({ assertionResults }) => assertionResults).find(isFailed);
  const file = testResults.find(isFailed)?.name;
  const other = file === undefined ? UNENDED : `${file.slice(tree.length + 1)} does not load`;
  return failed?.fullName ?? other;
}

/** Tests of a package and a part of their names, as in `tamis-core plan::` or `tamis-core --lib plan::`: the first that fails. */
async function failureOfRust(tree, [tests]) {
  const [crate, ...filters] = tests.split(" ").filter((word) => word !== "");
  const env = { ...process.env, CARGO_TARGET_DIR: `${tree}-cargo`, PROPTEST_RNG_SEED: "20261122" };
  const skipped = RUST_SPEED.flatMap((part) => ["--skip", part]);
  const args = ["test", "--locked", "--package", crate, ...filters, "--", ...skipped];
  const { passed, output } = await runProgram("cargo", args, { cwd: tree, env });
  if (passed) return {};
  const named = /^test (\S+) \.\.\. FAILED$/m.exec(output)?.[1];
  return { room: tests, failure: named ?? /^error.*$/m.exec(output)?.[0] ?? UNENDED };
}

async function runProgram(command, args, options) {
  const limits = { timeout: MOST_MINUTES * 60_000, maxBuffer: 1 << 28 };
  try {
    await promisify(execFile)(command, args, { ...options, ...limits });
    return { passed: true, output: "" };
  } catch ({ stdout = "", stderr = "" }) {
    return { passed: false, output: `${stdout}\n${stderr}` };
  }
}

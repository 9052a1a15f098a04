// Changes one constant at a time (policy defaults, placeholder texts, thresholds) and runs the tests that should notice.
// A mutant that no test notices is a failure: write the test, or list the mutant as equivalent, with the reason. All of
// it happens in a copy of the checkout under `target/mutants`, so that an interrupted run leaves no mutant behind.
//
//   npm run test:long -- --only mutants                          all
//   TAMIS_MUTANTS=ts/session,crates npm run test:long -- --only mutants    those in files whose paths begin so
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
import { JOBS, mapJobs } from "../support/tools.mjs";
import { MASKING } from "./mutants/masking.mjs";
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

export async function run({ log, root }) {
  const chosen = (process.env.TAMIS_MUTANTS ?? "").split(",");
  const mutants = [POLICY, TEXT, MASKING, SESSION, PIPELINE, RUST]
    .flat(2)
    .filter(({ file }) => chosen.some((start) => file.startsWith(start)));
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
  log(`${mutants.length} mutants; first the same tests without one`);
  const rooms = new Map(mutants.flatMap(({ file, tests }) => tests.map((room) => [room, { file, tests: [room] }])));
  const clean = await mapJobs([...rooms.values()], async ({ tests: [room], file }) => {
    const { killedBy } = await test({ tests: [room], file, text: "", by: "" });
    if (killedBy !== undefined) log(`FAILED: ${room} fails without a mutant: ${killedBy}`);
    return killedBy;
  });
  const usable = mutants.filter((mutant) => !stale.has(mutant));
  const outcomes = await mapJobs(usable, async (mutant) => {
    if (mutant.equivalent !== undefined) return { mutant, outcome: { equivalent: mutant.equivalent } };
    const outcome = await test(mutant);
    log(`${outcome.killedBy === undefined ? "SURVIVED" : "killed"}: ${describe(mutant)} ${outcome.killedBy ?? ""}`);
    return { mutant, outcome };
  });
  return sumUp(outcomes, stale.size + clean.filter((failure) => failure !== undefined).length);
}

function sumUp(outcomes, problems) {
  const survived = outcomes.filter(({ outcome }) => outcome.killedBy === undefined && outcome.equivalent === undefined);
  const rows = outcomes.map(({ mutant: { file, text, by }, outcome }) => ({ file, text, by, ...outcome }));
  const counts = {
    mutants: outcomes.length,
    killed: outcomes.filter(({ outcome }) => outcome.killedBy !== undefined).length,
    equivalent: outcomes.filter(({ outcome }) => outcome.equivalent !== undefined).length,
    survived: survived.length,
  };
  return {
    passed: outcomes.length - survived.length,
    failed: survived.length + problems,
    record: { ...counts, rows },
  };
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
    const killedBy = await (file.endsWith(".rs") ? failureOfRust(tree, tests) : failureOf(tree, root, tests));
    return { killedBy, seconds: Math.round((performance.now() - startedAt) / 100) / 10 };
  } finally {
    writeFileSync(path, before);
  }
}

/** The first test that fails of these rooms, one room after the other; undefined where all pass. */
async function failureOf(tree, root, tests) {
  for (const room of tests) {
    const failure = await failureIn(tree, root, room);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

async function failureIn(tree, root, room) {
  const report = join(tree, "vitest.json");
  rmSync(report, { force: true });
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--bail=1", "--reporter=json", `--outputFile=${report}`, `__test__/${room}`];
  if ((await runProgram(process.execPath, args, { cwd: tree })).passed) return undefined;
  const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { testResults: [] };
  const isFailed = (one) => one.status === "failed";
  const failed = testResults.flatMap(({ assertionResults }) => assertionResults).find(isFailed);
  const file = testResults.find(isFailed)?.name;
  const other = file === undefined ? "the tests did not end" : `${file.slice(tree.length + 1)} does not load`;
  return failed?.fullName ?? other;
}

/** Tests of a package and a part of their names, as in `tamis-core plan::`: the first that fails. */
async function failureOfRust(tree, [tests]) {
  const [crate, filter = ""] = tests.split(" ");
  const env = { ...process.env, CARGO_TARGET_DIR: `${tree}-cargo`, PROPTEST_RNG_SEED: "20261122" };
  const args = ["test", "--locked", "--package", crate, filter].filter((arg) => arg !== "");
  const { passed, output } = await runProgram("cargo", args, { cwd: tree, env });
  if (passed) return undefined;
  return /^test (\S+) \.\.\. FAILED$/m.exec(output)?.[1] ?? /^error.*$/m.exec(output)?.[0] ?? "the tests did not end";
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

// What was wrong for users once, from the files that they get: a release packed, installed into an empty folder, and tried with an
// empty home by the tests that go through the command and `import "tamis"`. A row each subject: what it is, tests passed, failed.
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { installRelease, serveRelease } from "../support/installed-release.mjs";
import { failedRoundTrips } from "../support/round-trips.mjs";
import { buildPackage, counter, run as runProgram, tryRun, withScratch } from "../support/tools.mjs";

export const name = "tarball";

const SUBJECTS = {
  "state survives a restart": ["cli/resumed-launch", "simulated-provider/restarted-gateways"],
  "originals are read without a question": ["cli/agent-originals"],
  "what cannot work does not start": ["cli/missing-packages", "cli/config-at-once", "cli/doctor"],
  "what the product writes it takes": ["cli/workspace-file", "cli/tune", "cli/own-files", "cli/examples"],
  condensation: ["condensation/short-results", "condensation/cli", "shipped/gateway"],
  "a repository is not trusted": ["shipped/files", "cli/workspace-file"],
  "files are written in one way": ["cli/foreign-files", "shipped/files"],
  money: ["cli/unused-tools", "cli/end-lines", "shipped/gateway"],
  "facts of models": ["cli/models", "shipped/gateway"],
  "said, not silent": ["shipped/gateway", "cli/gateway-log"],
  "names, keys, handles, entries": ["cli/hostile-names", "shipped/library"],
  "files that are not what they should be": ["shipped/files", "cli/read-only-home", "cli/folders"],
};
/** Two policies with so many conversations each, which another process takes over at every prompt. */
const RESTARTED = "500";
/** What no installation brings. */
const OPTIONAL = ["ioredis", "@libsql", "libsql", "@neon-rs"];

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  await buildPackage({ root, log });
  const record = await withScratch(async (scratch) => {
    const registry = await serveRelease(scratch, root);
    const bare = await installRelease(scratch, "bare", registry.url);
    await registry.close();
    // Another user's launch is tried, too.
    chmodSync(scratch, 0o755);
    const results = await tryFiles({ root, scratch, program: whole(scratch, bare, root) });
    const subjects = {};
    for (const [subject, files] of Object.entries(SUBJECTS))
      subjects[subject] = await check(subject, () => resultOf(files.map((file) => results.get(file))));
    await check("round trips of configuration files", () => {
      const failed = failedRoundTrips(programIn(bare), scratch, root);
      if (failed.length > 0) throw new Error(failed.join("\n"));
    });
    await check("nothing that needs SQLite or Redis starts without it, and each names the package", () =>
      lacks(bare, scratch),
    );
    await check("Deno imports the package without a permission to read the environment", () => onDeno(bare, scratch));
    return { sizes: registry.sizes, subjects };
  });
  return { ...counts, record };
}

const programIn = (folder) => join(folder, "node_modules/tamis/dist/cli/main.cjs");

/** The same installation with the optional packages beside, which some tests need; its program. */
function whole(scratch, bare, root) {
  const folder = join(scratch, "whole");
  if (mkdirSync(folder, { recursive: true }) !== undefined) {
    cpSync(bare, folder, { recursive: true });
    for (const name of OPTIONAL) symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  return programIn(folder);
}

/** Runs all files of tests against the installation; what came of each. */
async function tryFiles({ root, scratch, program }) {
  const [home, json] = [join(scratch, "home"), join(scratch, "results.json")];
  mkdirSync(home);
  const files = [...new Set(Object.values(SUBJECTS).flat())];
  const paths = files.map((file) => `__test__/${file}.test.ts`);
  const args = ["node_modules/vitest/vitest.mjs", "run", ...paths, "--reporter=json", `--outputFile=${json}`];
  const env = { TAMIS_PROGRAM: program, TAMIS_RESTARTED_SESSIONS: RESTARTED, HOME: home, XDG_CONFIG_HOME: undefined };
  await tryRun(process.execPath, args, { cwd: root, env });
  const { testResults } = JSON.parse(readFileSync(json, "utf8"));
  const found = (file) => testResults.find(({ name: path }) => path.endsWith(`/${file}.test.ts`));
  return new Map(files.map((file) => [file, { file, ...found(file) }]));
}

/** A row of the record; throws with the names of what failed. */
function resultOf(results) {
  const failed = results.flatMap(({ file, status, message, assertionResults = [] }) => {
    const names = assertionResults.flatMap((one) =>
      one.status === "failed" ? [`${one.fullName}: ${one.failureMessages}`] : [],
    );
    return status === "passed" || names.length > 0 ? names : [`${file}: ${message ?? "not run"}`];
  });
  if (failed.length > 0) throw new Error(failed.join("\n"));
  const count = (wanted) =>
    results.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length;
  return { files: results.map(({ file }) => file), passed: count("passed"), skipped: count("skipped") };
}

/** As installed: without the optional packages, and on a Node without SQLite of its own. */
async function lacks(bare, scratch) {
  const home = join(scratch, "bare-home");
  mkdirSync(home);
  const tamis = (...args) => tryRun(process.execPath, [programIn(bare), ...args], { cwd: home, env: { HOME: home } });
  const hasSqlite = process.getBuiltinModule?.("node:sqlite") !== undefined;
  const wanted = [
    ["run", "--max-cost", "10/day", "--", process.execPath, "-e", "0"],
    ["why", "--ledger"],
  ];
  for (const args of hasSqlite ? [] : wanted) {
    const { status, output } = await tamis(...args);
    if (status !== 2 || !output.includes("npm install @libsql/client"))
      throw new Error(`${args}: ${status}: ${output}`);
  }
  const doctor = await tamis("doctor");
  if (doctor.status !== 0) throw new Error(doctor.output);
}

async function onDeno(bare, scratch) {
  const folder = join(scratch, "deno");
  mkdirSync(folder);
  await runProgram("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "deno"], { cwd: folder });
  const code =
    'import { reduceBody } from "tamis"; console.log(reduceBody(new TextEncoder().encode(\'{"messages":[]}\')).report.wire);';
  const file = join(bare, "user.mjs");
  await runProgram("sh", ["-c", 'printf %s "$1" > "$2"', "sh", code, file]);
  const args = ["run", "--no-prompt", "--allow-read", "--allow-ffi", "--node-modules-dir=manual", file];
  const { status, output } = await tryRun(join(folder, "node_modules/.bin/deno"), args, { cwd: bare });
  if (status !== 0 || !/openai-chat|anthropic/.test(output)) throw new Error(`${status}: ${output}`);
}

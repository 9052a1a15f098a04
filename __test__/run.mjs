// What `npm test` runs, in order, and the sum of it as the last line. Every step runs, whatever became of the ones
// before, so that a failure never hides a count; each build and lint step counts as one check. With the name of a room
// only that room's tests run (`room.mjs`).
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runRoom } from "./room.mjs";

const ROOT = new URL("..", import.meta.url);
/** What the native build writes and the repository has: the binding's types, the numbers that cross it, the rules. */
const GENERATED = [
  "ts/binding/binding.d.ts",
  "ts/native/protocol.ts",
  "ts/contract/rule-texts.json",
  "docs/rules.json",
];
const IS_WINDOWS = process.platform === "win32";
// Generated cases are the same in every run, in Rust as in TypeScript (__test__/support/seed.ts).
const SEED = process.env.TAMIS_TEST_SEED ?? "20261122";
const SEEDS = SEED === "random" ? {} : { PROPTEST_RNG_SEED: SEED, BOLERO_RANDOM_SEED: SEED };

const args = process.argv.slice(2);
if (args.length > 0) process.exit(runRoom(fileURLToPath(ROOT), args));

const total = { passed: 0, failed: 0, skipped: 0 };
const summary = [];

/** Runs a command, shows its output as it comes or all of it at the end, and keeps it. */
function run(command, args, show) {
  return new Promise((resolve) => {
    const env = { ...process.env, ...SEEDS };
    const child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"], shell: IS_WINDOWS, env });
    let output = "";
    for (const from of [child.stdout, child.stderr]) {
      from.setEncoding("utf8").on("data", (text) => {
        output += text;
        show(text);
      });
    }
    child.on("error", (error) => resolve({ ok: false, output: String(error) }));
    child.on("close", (status) => resolve({ ok: status === 0, output }));
  });
}

const one = ({ ok }) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

/**
 * Runs one step; `count` makes numbers of its outcome. A step that fails counts at least one failure. What a step prints that runs
 * beside another is shown at its end.
 */
async function step(title, command, args, { count = one, beside = false } = {}) {
  const begins = `\n=== ${title}\n`;
  if (!beside) process.stdout.write(begins);
  const startedAt = performance.now();
  const outcome = await run(command, args, beside ? () => {} : (text) => process.stdout.write(text));
  if (beside) process.stdout.write(begins + outcome.output);
  const counts = count(outcome);
  if (!outcome.ok && counts.failed === 0) counts.failed = 1;
  add(title, counts, performance.now() - startedAt);
}

function add(title, counts, milliseconds) {
  for (const key of Object.keys(total)) total[key] += counts[key];
  summary.push(`${String(Math.round(milliseconds / 1000)).padStart(5)} s  ${title}: ${sentence(counts)}`);
}

function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** The `test result:` lines of cargo, one for each test program. */
function countCargo({ output }) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, ignored] of output.matchAll(
    /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gm,
  )) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(ignored);
  }
  return counts;
}

/** The JSON report of vitest. A file that could not be loaded has no tests and is one failure. */
function countVitest(path) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  if (!existsSync(path)) return { ...counts, failed: 1 };
  const { testResults } = JSON.parse(readFileSync(path, "utf8"));
  for (const { status, assertionResults } of testResults) {
    const failed = assertionResults.filter((test) => test.status === "failed").length;
    counts.failed += status === "failed" ? Math.max(1, failed) : failed;
    counts.passed += assertionResults.filter((test) => test.status === "passed").length;
    counts.skipped += assertionResults.filter((test) => !["passed", "failed"].includes(test.status)).length;
  }
  return counts;
}

async function checkTypeScript() {
  await step("biome", "npx", ["biome", "check", "."], { beside: true });
  await step("tsc", "npx", ["tsc", "-p", "tsconfig.json"], { beside: true });
  await step("tsc, the page", "npx", ["tsc", "-p", "ts/ui/app/tsconfig.json"], { beside: true });
}

async function checkRust() {
  const lint = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
  await step("cargo fmt", "cargo", ["fmt", "--all", "--check"], { beside: true });
  await step("cargo clippy", "cargo", lint, { beside: true });
  await step("cargo test", "cargo", ["test", "--workspace", "--locked"], { count: countCargo, beside: true });
}

function sayNoCargo() {
  console.log("\n=== No Rust toolchain (cargo) here, so the core cannot be built; install Rust (https://rustup.rs).");
}

/** Each must be what the build writes. */
function checkGenerated(before) {
  for (const [index, path] of GENERATED.entries()) {
    const current = !hasCargo || before[index] === readGenerated(path);
    if (!current) console.error(`${path} was not current: the build has renewed it; commit it`);
    add(`${path} is current`, { passed: current ? 1 : 0, failed: current ? 0 : 1, skipped: 0 }, 0);
  }
}

// Windows may check it out with other line endings.
function readGenerated(path) {
  const url = new URL(path, ROOT);
  return existsSync(url) ? readFileSync(url, "utf8").replaceAll("\r\n", "\n") : "";
}

const hasCargo = spawnSync("cargo", ["--version"], { stdio: "ignore", shell: IS_WINDOWS }).status === 0;
const scratch = mkdtempSync(join(tmpdir(), "tamis-test-"));

const generated = GENERATED.map(readGenerated);
await step("build", "npm", ["run", "build"]);
checkGenerated(generated);
// The compilers of TypeScript and of Rust each leave a processor idle for long.
console.log("\n=== biome, tsc and cargo's checks, side by side: what each printed stands at its end");
await Promise.all([checkTypeScript(), hasCargo ? checkRust() : sayNoCargo()]);
const report = join(scratch, "vitest.json");
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
await step("vitest", "npx", ["vitest", "run", ...reporters], { count: () => countVitest(report) });
rmSync(scratch, { recursive: true, force: true });

console.log(`\n${summary.join("\n")}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
console.log(sentence(total));

// Runs the races of `__test__/boundary` under AddressSanitizer. The addon is built with it, put next to a copy of the
// built package, and run by a Node that loads the sanitizer's run-time library before everything else.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const name = "boundary-asan";

const TARGET = "x86_64-unknown-linux-gnu";
const RUNS = [
  ["races", [100_000], {}],
  ["workers", [60, 4], {}],
  ["exit-mid-task", ["exit"], {}],
  ["exit-mid-task", ["exit later"], {}],
  ["panic", ["compute"], { TAMIS_TEST_PANICS: "compute" }],
  ["panic", ["drop-task"], { TAMIS_TEST_PANICS: "drop" }],
];
const STATUS = { "exit-mid-task": 5 };

export async function run({ log, root }) {
  if (process.platform !== "linux" || process.arch !== "x64") {
    log("AddressSanitizer is set up for Linux on x64 alone: skipped");
    return { passed: 0, failed: 0, record: { skipped: "not Linux on x64" } };
  }
  const addon = buildAddon(root, log);
  const copy = copyPackage(root, addon);
  const library = execFileSync("gcc", ["-print-file-name=libasan.so"], { encoding: "utf8" }).trim();
  const env = { ...process.env, LD_PRELOAD: library, ASAN_OPTIONS: "detect_leaks=0" };
  try {
    const results = [control(copy, env), ...RUNS.map((one) => runOne(one, copy, env))];
    for (const { what, ok, seconds } of results) log(`${ok ? "passed" : "FAILED"}: ${what} (${seconds} s)`);
    const failed = results.filter(({ ok }) => !ok);
    for (const { what, stderr } of failed) log(`${what}\n${stderr.slice(0, 4000)}`);
    const record = { sanitizer: "address", runs: results.map(({ stderr, ...rest }) => rest) };
    return { passed: results.length - failed.length, failed: failed.length, record };
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function buildAddon(root, log) {
  log("building the addon with AddressSanitizer");
  const args = [
    "build",
    "--release",
    "--locked",
    "-p",
    "tamis-node",
    "--target",
    TARGET,
    "--target-dir",
    "target/asan",
  ];
  const env = { ...process.env, RUSTC_BOOTSTRAP: "1", RUSTFLAGS: "-Zsanitizer=address" };
  execFileSync("cargo", args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
  return join(root, "target/asan", TARGET, "release/libtamis_node.so");
}

/** The package with the other addon, at a place of its own: the checkout's stays as it is. */
function copyPackage(root, addon) {
  const copy = mkdtempSync(join(tmpdir(), "tamis-asan-"));
  for (const path of ["dist", "package.json", "__test__/boundary/children"]) {
    if (!existsSync(join(root, path))) throw new Error(`${path} is missing: run \`npm run build\` first`);
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  mkdirSync(join(copy, "ts/binding"), { recursive: true });
  cpSync(addon, join(copy, "ts/binding/tamis.linux-x64-gnu.node"));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** The sanitizer must be at work: without its library the addon must not load. */
function control(copy, env) {
  const code = "import('tamis').then(({ backend }) => process.exit(backend.name === 'native' ? 0 : 3))";
  const statusWith = (more) =>
    spawnSync(process.execPath, ["-e", code], { cwd: copy, env: { ...env, ...more } }).status;
  const ok = statusWith({}) === 0 && statusWith({ LD_PRELOAD: "" }) !== 0;
  return { what: "the addon needs the sanitizer's library, and loads with it", ok, seconds: 0, stderr: "" };
}

function runOne([child, args, more], copy, env) {
  const startedAt = performance.now();
  const script = join(copy, `__test__/boundary/children/${child}.mjs`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", script, ...args.map(String)], {
    encoding: "utf8",
    env: { ...env, ...more },
    timeout: 1_800_000,
  });
  const told = stdout.trim().split("\n").at(-1) ?? "";
  const ok = status === (STATUS[child] ?? 0) && !stderr.includes("AddressSanitizer") && !/"wrong":\{"/.test(told);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return { what: [child, ...args].join(" "), ok, status, told, seconds, stderr };
}

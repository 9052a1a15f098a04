// What the slow suites share: running programs, tools that are built once and kept under `target/tools`, counting.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const TAIL_CHARS = 3000;

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, input?: string }} [options] `env` is added to the
 *   process's own
 * @returns {Promise<{ status: number | null, output: string }>} both streams, as they came
 */
export function tryRun(command, args, { cwd, env = {}, input = "" } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: "pipe" });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", (error) => resolve({ status: null, output: String(error) }));
    child.on("close", (status) => resolve({ status, output }));
    child.stdin.on("error", () => {}); // It may end without reading.
    child.stdin.end(input);
  });
}

/** {@link tryRun}; throws with the end of what was printed where the program fails. */
export async function run(command, args, options) {
  const { status, output } = await tryRun(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: status ${status}\n${output.slice(-TAIL_CHARS)}`);
  return output;
}

/** Builds addon and `dist`; with `TAMIS_BUILT=1` what is there is taken as it is. */
export async function buildPackage({ root, log }) {
  if (process.env.TAMIS_BUILT === "1") return;
  log("building");
  await run("npm", ["run", "--silent", "build"], { cwd: root });
}

/** Calls with a new folder, which is gone afterwards. */
export async function withScratch(use) {
  const folder = mkdtempSync(join(tmpdir(), "tamis-suite-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The folder of a program written in Rust: one on the PATH, else it is built, which takes minutes the first time. */
export async function cargoTool({ root, name, log }) {
  if (spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0) return "";
  const folder = join(root, "target/tools/cargo");
  if (!existsSync(join(folder, "bin", name))) {
    log(`building ${name}`);
    await run("cargo", ["install", "--locked", name, "--root", folder]);
  }
  return join(folder, "bin");
}

/** The folder of a Python that has zig, which cargo-zigbuild finds by itself. */
export async function zigFolder({ root, log }) {
  if (spawnSync("python3", ["-m", "ziglang", "version"], { stdio: "ignore" }).status === 0) return "";
  return pythonFolder({ root, name: "zig", packages: [["ziglang"]], log });
}

/**
 * The folder of programs of Python packages, in an environment of their own; installed once, kept under `target/tools`.
 *
 * @param {{ root: string, name: string, packages: readonly (readonly string[])[], log: (text: string) => void }} options `name` of
 *   its folder, another one for each version; `packages` are installed group after group
 */
export async function pythonFolder({ root, name, packages, log }) {
  const folder = join(root, "target/tools", name);
  if (!existsSync(join(folder, "ready"))) {
    log(`installing ${name}`);
    mkdirSync(folder, { recursive: true });
    await run("python3", ["-m", "venv", folder]);
    for (const group of packages) await run(join(folder, "bin/pip"), ["install", "--quiet", ...group]);
    mkdirSync(join(folder, "ready"));
  }
  return join(folder, "bin");
}

/** For copying: leaves out addons and what tools have made. */
export function isSource(path) {
  return !path.endsWith(".node") && !(statSync(path).isDirectory() && /[/\\](?:target|corpus|artifacts)$/.test(path));
}

/** Installs a Debian package where its program is missing and may be installed; throws where it may not. */
export async function debianProgram({ program, arg = "--version", name = program, log }) {
  const isThere = () => spawnSync(program, [arg], { stdio: "ignore" }).status === 0;
  if (isThere()) return;
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status !== 0) {
    throw new Error(`${program} is missing, and only root of a Debian can install it here: the package ${name}`);
  }
  log(`installing ${name}`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "--yes", "--no-install-recommends", name];
  if ((await tryRun("apt-get", install, { env })).status !== 0) {
    await run("apt-get", ["update"], { env });
    await run("apt-get", install, { env });
  }
  if (!isThere()) throw new Error(`${name} was installed, and ${program} is still missing`);
}

/** The PATH with folders in front; empty ones are left out. */
export function pathWith(...folders) {
  return [...folders.filter((folder) => folder !== ""), process.env.PATH].join(delimiter);
}

/**
 * Another version of Node for Linux, from npm's packages of its binaries, kept under `target/tools`; returns the program's
 * path. For other systems npm lacks some of them.
 */
export async function nodeProgram({ major, root }) {
  const name = `node-linux-${process.arch}`;
  const folder = join(root, `target/tools/node-${major}`);
  const program = join(folder, "node_modules", name, "bin/node");
  const answers = () => spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.startsWith(`v${major}.`);
  if (answers()) return program;
  mkdirSync(folder, { recursive: true });
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["install", "--prefix", folder, ...quiet, `${name}@${major}`], { cwd: folder });
  if (!answers()) throw new Error(`${name}@${major} was installed, and ${program} does not run`);
  return program;
}

/** The newest version of Node that npm has binaries of, as {@link nodeProgram}. */
export async function newestNode({ root }) {
  const version = await run("npm", ["view", `node-linux-${process.arch}`, "version"]);
  return nodeProgram({ major: Number.parseInt(version, 10), root });
}

/** How many programs a long suite runs at a time: `TAMIS_LONG_JOBS`. @default 1 */
export const JOBS = Math.max(1, Math.floor(Number(process.env.TAMIS_LONG_JOBS ?? 1)) || 1);

/**
 * What `work` makes of each item, in the items' order; `TAMIS_LONG_JOBS` of them are at work at a time.
 *
 * @template T, R
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<R>} work
 * @returns {Promise<R[]>}
 */
export async function mapJobs(items, work) {
  const results = new Array(items.length);
  const waiting = items.entries();
  const worker = async () => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(JOBS, items.length) }, worker));
  return results;
}

/**
 * Counts checks and prints each.
 *
 * @param {(text: string) => void} log
 */
export function counter(log) {
  const counts = { passed: 0, failed: 0 };
  const check = async (title, assertion) => {
    try {
      const value = await assertion();
      counts.passed += 1;
      log(`ok: ${title}`);
      return value;
    } catch (error) {
      counts.failed += 1;
      log(`FAILED: ${title}: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  };
  return { counts, check };
}

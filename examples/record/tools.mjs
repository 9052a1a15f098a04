// The tools of the recorded agent. They are real: they look at this repository and run its tests. They only read files
// that git would list, so that nothing ignored (secrets, build output) can end up in the recording.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Where the recording goes; the tools never show it, or it would contain itself. */
export const RECORDING = "examples/record/session.openai-chat.json";
const HIDDEN = new Set([RECORDING, "package-lock.json", "Cargo.lock"]);

const MAX_LINES = 400;
const MAX_HITS = 80;
const MAX_TEST_CHARS = 16_000;
const TEST_SECONDS = 180;

const text = { type: "string" };
const number = { type: "integer", minimum: 1 };
const define = (name, description, properties, required) => ({
  type: "function",
  function: { name, description, parameters: { type: "object", properties, required, additionalProperties: false } },
});

/** What the request says about the tools. */
export const DEFINITIONS = [
  define("list_files", "List the files of the repository below a folder, as JSON.", { path: text }, ["path"]),
  define(
    "read_file",
    `Read a file, or a range of its lines (1-based, inclusive). At most ${MAX_LINES} lines at once.`,
    { path: text, start_line: number, end_line: number },
    ["path"],
  ),
  define(
    "search",
    `Find a literal text in the files below a folder. At most ${MAX_HITS} lines are shown.`,
    { text, path: text },
    ["text"],
  ),
  define(
    "run_tests",
    "Run tests and return the runner's output.",
    { runner: { type: "string", enum: ["vitest", "cargo"] }, filter: text },
    ["runner", "filter"],
  ),
];

const RUN = { list_files: listFiles, read_file: readLines, search, run_tests: runTests };

/** Runs one call; a problem becomes the result, as an agent's harness reports it. */
export function runTool(name, args) {
  try {
    return scrub(RUN[name](args));
  } catch (error) {
    return scrub(`Error: ${error.message}`);
  }
}

let listed;

function repositoryFiles() {
  listed ??= execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: ROOT })
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "" && !HIDDEN.has(path))
    .sort();
  return listed;
}

function filesBelow(folder = ".") {
  const prefix = folder === "." || folder === "" ? "" : `${folder.replace(/\/$/, "")}/`;
  const files = repositoryFiles().filter((path) => path.startsWith(prefix) || path === folder);
  if (files.length === 0) throw new Error(`${folder}: no such folder in the repository`);
  return files;
}

function listFiles({ path }) {
  const files = filesBelow(path).map((file) => ({ path: file, bytes: readFileSync(resolve(ROOT, file)).length }));
  return JSON.stringify({ path, count: files.length, files });
}

function readLines({ path, start_line: start = 1, end_line: end = start + MAX_LINES - 1 }) {
  if (!repositoryFiles().includes(path)) throw missingFile(path);
  const lines = readFileSync(resolve(ROOT, path), "utf8").split("\n");
  if (start > lines.length) throw new Error(`${path} has ${lines.length} lines, line ${start} was asked for`);
  const shown = lines.slice(start - 1, Math.min(end, start + MAX_LINES - 1));
  const width = String(start + shown.length).length;
  const body = shown.map((line, index) => `${String(start + index).padStart(width)}\t${line}`).join("\n");
  const left = lines.length - (start - 1 + shown.length);
  return left > 0 ? `${body}\n(${left} more lines)` : body;
}

/** As agents' harnesses do, the error says what is there instead. */
function missingFile(path) {
  const folder = dirname(path);
  const near = repositoryFiles().filter((file) => dirname(file) === folder);
  const list = near.length === 0 ? "That folder does not exist." : `Files in ${folder}:\n${near.join("\n")}`;
  return new Error(`ENOENT: no such file or directory, open '${path}'\n${list}`);
}

const SEARCHED = /\.(rs|ts|mjs|md|json|toml|yml)$/;

function search({ text: needle, path }) {
  const hits = [];
  for (const file of filesBelow(path).filter((name) => SEARCHED.test(name) && !name.includes("fixtures/"))) {
    readFileSync(resolve(ROOT, file), "utf8")
      .split("\n")
      .forEach((line, index) => {
        if (line.includes(needle)) hits.push(`${file}:${index + 1}: ${line.trim().slice(0, 200)}`);
      });
  }
  if (hits.length === 0) return `No matches for ${JSON.stringify(needle)}.`;
  const more = hits.length > MAX_HITS ? `\n… ${hits.length - MAX_HITS} more matches` : "";
  return `${hits.slice(0, MAX_HITS).join("\n")}${more}`;
}

const RUNNERS = {
  vitest: (filter) => [process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--reporter=verbose", filter]],
  cargo: (filter) => ["cargo", ["test", "--offline", "--quiet", "-p", "tamis-core", filter, "--", "--test-threads=1"]],
};

function runTests({ runner, filter }) {
  const [command, args] = RUNNERS[runner](filter);
  const { error, status, signal, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    env: testEnvironment(),
    encoding: "utf8",
    timeout: TEST_SECONDS * 1000,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error?.code === "ETIMEDOUT") throw new Error(`timed out after ${TEST_SECONDS} s: ${runner} ${filter}`);
  if (error) throw new Error(`${command}: ${error.message}`);
  const output = scrubTimes(`${stdout}${stderr}`.trim());
  const shown = output.length > MAX_TEST_CHARS ? `${output.slice(0, MAX_TEST_CHARS)}\n… output cut` : output;
  return `${shown}\nexit ${status ?? signal}`;
}

/** Nothing of the caller's shell that would show in the output: colours, reporters, options. */
function testEnvironment() {
  const passed = ["PATH", "HOME", "CARGO_HOME", "RUSTUP_HOME", "TMPDIR"].filter((name) => process.env[name]);
  return { ...Object.fromEntries(passed.map((name) => [name, process.env[name]])), NO_COLOR: "1", CARGO_TERM_COLOR: "never" };
}

// Anything of the machine or of the moment is replaced, so that a second run writes the same bytes where the
// repository is the same.
const REPLACEMENTS = [
  [ROOT, "/repo"],
  [dirname(dirname(process.execPath)), "/usr"],
  [homedir(), "/home/dev"],
  [tmpdir(), "/tmp"],
];

function scrub(output) {
  let clean = output.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "");
  for (const [from, to] of REPLACEMENTS) if (from.length > 4) clean = clean.replaceAll(from, to);
  return clean;
}

/** Test runners print how long they took, when they started, and the hash in a test binary's name. */
function scrubTimes(output) {
  return output
    .replace(/\b\d+(\.\d+)?(ms|s)\b/g, "0$2")
    .replace(/\b\d{1,2}:\d{2}:\d{2}\b/g, "00:00:00")
    .replace(/\(node:\d+\)/g, "(node:1)")
    .replace(/-[0-9a-f]{16}\b/g, "-0000000000000000");
}

const FORBIDDEN = [
  [/\b(sk|pk)-[A-Za-z0-9_-]{20,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bnpm_[A-Za-z0-9]{20,}|\bAKIA[0-9A-Z]{16}\b/, "a key"],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, "a private key"],
  [/\bBearer [A-Za-z0-9._-]{20,}/, "a credential"],
];

/** @throws where something that must not be published is in the recording */
export function assertPublishable(json) {
  for (const [pattern, what] of FORBIDDEN) {
    const hit = pattern.exec(json);
    if (hit) throw new Error(`the recording holds ${what} at char ${hit.index}`);
  }
  for (const path of [ROOT, homedir()]) {
    if (path.length > 4 && json.includes(path)) throw new Error(`the recording holds a path of this machine: ${path}`);
  }
}

// Runs the slow suites, those that take tools, minutes or hours: `npm run test:system` and `npm run test:long`.
//
// A suite is a file `<anything>.<kind>.mjs` with two exports:
//
//   export const name = "install"
//   export async function run({ log, root, shared, before }) { … return { passed, failed, record } }
//
// `log(text)` prints progress, `root` is the checkout's folder, `shared` the folder of recordings or undefined, `before` what was
// recorded last on such a machine (with date and commit) or undefined. It brings what it needs by itself, and cleans up. `record` is plain JSON, kept in `benches/record/<machine>/<kind>/<name>.json`. A
// suite that throws is one failure.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { describeCommit, describeMachine, machineSlug } from "../../benches/machine.mjs";

const HELP = (kind) => `npm run test:${kind} -- [--only NAME[,NAME]] [--list] [--no-record]

  --only NAME    these suites alone; may be repeated
  --list         names of the suites, and nothing is run
  --no-record    keep no record`;

/**
 * @param {object} options
 * @param {"system" | "long"} options.kind
 * @param {string} options.root the checkout's folder
 * @param {readonly string[]} options.args of the command line
 * @param {string} [options.folder] of the suites; default: `__test__/<kind>` in `root`
 * @param {string} [options.shared] default: the environment variable `TAMIS_SHARED`
 * @param {(line: string) => void} [options.print]
 * @returns {Promise<number>} exit code: 0 all passed, 1 a failure or nothing passed, 2 wrong usage
 */
export async function runSuites({ kind, root, args, folder, shared = process.env.TAMIS_SHARED, print = console.log }) {
  let options;
  let suites;
  try {
    options = readArgs(args);
    suites = choose(await loadSuites(folder ?? join(root, "__test__", kind), kind), options.only);
  } catch (error) {
    print(`${error.message}\n\n${HELP(kind)}`);
    return 2;
  }
  if (options.help) print(HELP(kind));
  if (options.list) for (const { name } of suites) print(name);
  if (options.help || options.list) return 0;
  const total = { passed: 0, failed: 0 };
  for (const suite of suites) {
    const { passed, failed, record, seconds } = await runOne(suite, { kind, root, shared, print });
    total.passed += passed;
    total.failed += failed;
    if (options.record && record !== undefined) {
      const path = writeRecord({ root, kind, name: suite.name, result: { passed, failed, seconds, record } });
      print(`recorded in ${path}`);
    }
  }
  print(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function readArgs(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", multiple: true, default: [] },
      list: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      "no-record": { type: "boolean", default: false },
    },
  });
  const only = values.only.flatMap((names) => names.split(","));
  return { only, list: values.list, help: values.help, record: !values["no-record"] };
}

/** Sorted by name. A file of another shape is an error at once, not after an hour. */
async function loadSuites(folder, kind) {
  const files = readdirSync(folder).filter((file) => file.endsWith(`.${kind}.mjs`));
  const suites = await Promise.all(
    files.map(async (file) => {
      const { name, run } = await import(pathToFileURL(join(folder, file)).href);
      if (!/^[a-z0-9][a-z0-9-]*$/.test(name ?? "")) throw new Error(`${file}: export const name, as in "glibc-floor"`);
      if (typeof run !== "function") throw new Error(`${file}: export async function run`);
      return { name, run };
    }),
  );
  const twice = suites.find(({ name }, index) => suites.findIndex((one) => one.name === name) !== index);
  if (twice !== undefined) throw new Error(`two suites are named ${twice.name}`);
  return suites.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function choose(suites, only) {
  const names = suites.map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`no suite is named ${unknown}; there are ${names.join(", ")}`);
  return only.length === 0 ? suites : suites.filter(({ name }) => only.includes(name));
}

async function runOne({ name, run }, { kind, root, shared, print }) {
  const startedAt = performance.now();
  const secondsSoFar = () => Math.round((performance.now() - startedAt) / 100) / 10;
  const log = (text) => print(`[${name} ${secondsSoFar().toFixed(0)} s] ${text}`);
  log("begins");
  let result;
  try {
    const path = join(root, recordOf(kind, name));
    const before = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
    result = check(await run({ log, root, shared, before }));
  } catch (error) {
    log(`failed: ${error?.stack ?? error}`);
    result = { passed: 0, failed: 1, record: undefined };
  }
  log(`${result.passed} passed, ${result.failed} failed`);
  return { ...result, seconds: secondsSoFar() };
}

function check({ passed, failed, record }) {
  if (![passed, failed].every((count) => Number.isInteger(count) && count >= 0)) {
    throw new Error(`a suite returns counts, not ${JSON.stringify({ passed, failed })}`);
  }
  if (passed + failed === 0) throw new Error("a suite that checks nothing is a failure");
  return { passed, failed, record };
}

/** The path from the top of the checkout. */
const recordOf = (kind, name) => join("benches/record", machineSlug(describeMachine()), kind, `${name}.json`);

/** Returns the path from the top of the checkout. */
function writeRecord({ root, kind, name, result }) {
  const machine = describeMachine();
  const path = recordOf(kind, name);
  const { record, ...counts } = result;
  const about = { name, date: new Date().toISOString(), commit: describeCommit(root), node: process.version, machine };
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${JSON.stringify({ ...about, ...counts, record }, null, 2)}\n`);
  return path;
}

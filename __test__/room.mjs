// What `npm test -- ROOM` runs: the TypeScript tests of one folder of `__test__/` and the Rust tests of the module or
// crate of that name. The addon and `dist` are built only where a source is newer than they are.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const CRATES = ["core", "node", "tokens"];

/**
 * Every room: folders with TypeScript tests, modules of the core, crates.
 *
 * @param {string} root
 * @returns {string[]} sorted
 */
export function listRooms(root) {
  const tested = foldersOf(join(root, "__test__")).filter((name) => hasTests(join(root, "__test__", name)));
  return [...new Set([...tested, ...modulesOf(root), ...CRATES])].sort();
}

/**
 * What to run for a room.
 *
 * @param {string} root
 * @param {string} room
 * @returns {{ vitest: string[], cargo: string[] } | undefined} arguments of both, empty where there is nothing to run;
 *   undefined for no room
 */
export function planRoom(root, room) {
  if (!listRooms(root).includes(room)) return undefined;
  const folder = `__test__/${room}`;
  const cargo = CRATES.includes(room)
    ? ["test", "--locked", "--package", packageOf(root, room)]
    : modulesOf(root).includes(room)
      ? ["test", "--locked", "--package", packageOf(root, "core"), "--lib", `${room}::`]
      : [];
  return { vitest: hasTests(join(root, folder)) ? ["run", `${folder}/`] : [], cargo };
}

/**
 * Which builds a room needs first: of the addon where Rust has changed since, of `dist` where its tests read it and
 * TypeScript has changed since.
 *
 * @param {string} root
 * @param {string} room
 * @returns {("build:native" | "build:ts")[]}
 */
export function staleBuilds(root, room) {
  const builds = [];
  const addon = newest(root, ["ts/binding"], /\.node$/);
  const rust = newest(
    root,
    ["Cargo.toml", "Cargo.lock", ...CRATES.map((crate) => `crates/${crate}/src`)],
    /\.(?:rs|bin|toml|lock)$/,
  );
  if (rust > addon) builds.push("build:native");
  const built = newest(root, ["dist/index.js"], /./);
  if (readsDist(root, room) && newest(root, ["ts"], /\.c?ts$/) > built) builds.push("build:ts");
  return builds;
}

/**
 * Runs one room.
 *
 * @param {string} root
 * @param {string[]} args
 * @param {(line: string) => void} print
 * @returns {number} the exit code: 2 for no such room
 */
export function runRoom(root, args, print = console.error) {
  const [room = ""] = args;
  const plan = args.length === 1 ? planRoom(root, room) : undefined;
  if (plan === undefined) {
    print(`${args.length === 1 ? `there is no room ${room}` : "name one room"}: npm test -- ROOM, with one of`);
    for (const name of listRooms(root)) print(`  ${name}`);
    return 2;
  }
  const hasCargo = run(root, "cargo", ["--version"], "ignore");
  const steps = staleBuilds(root, room)
    .filter((script) => script !== "build:native" || hasCargo)
    .map((script) => ["npm", ["run", "--silent", script]]);
  if (plan.vitest.length > 0) steps.push(["npx", ["vitest", ...plan.vitest]]);
  if (plan.cargo.length > 0 && hasCargo) steps.push(["cargo", plan.cargo]);
  if (plan.cargo.length > 0 && !hasCargo) print("no Rust toolchain (cargo) here: its tests are left out");
  let failed = steps.length === 0;
  for (const [command, list] of steps) failed = !run(root, command, list) || failed;
  return failed ? 1 : 0;
}

function run(root, command, args, stdio = "inherit") {
  return spawnSync(command, args, { cwd: root, stdio, shell: process.platform === "win32" }).status === 0;
}

function foldersOf(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

const filesOf = (path) => (existsSync(path) ? readdirSync(path, { recursive: true, encoding: "utf8" }) : []);
const hasTests = (path) => filesOf(path).some((file) => file.endsWith(".test.ts"));
const modulesOf = (root) => foldersOf(join(root, "crates/core/src"));
const packageOf = (root, crate) =>
  /^name = "(.+)"$/m.exec(readFileSync(join(root, `crates/${crate}/Cargo.toml`), "utf8"))?.[1];

/** Whether a room's tests, or the helpers that they import, name a file of `dist`. */
function readsDist(root, room) {
  const folder = join(root, "__test__", room);
  const sources = filesOf(folder)
    .filter((file) => /\.(?:ts|mjs)$/.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8"));
  const helpers = sources.flatMap((text) => [...text.matchAll(/"(?:\.\.\/)+support\/([\w/-]+)\.(m?js)"/g)]);
  const paths = helpers.map(([, name, ending]) =>
    join(root, "__test__/support", `${name}.${ending === "js" ? "ts" : "mjs"}`),
  );
  const texts = [...sources, ...paths.filter((path) => existsSync(path)).map((path) => readFileSync(path, "utf8"))];
  return texts.some((text) => text.includes("dist/"));
}

/** When the newest of these files was changed; 0 where there is none. */
function newest(root, places, pattern) {
  const paths = places.flatMap((place) => {
    const path = join(root, place);
    if (!existsSync(path)) return [];
    return statSync(path).isDirectory() ? filesOf(path).map((file) => join(path, file)) : [path];
  });
  const times = paths.filter((path) => pattern.test(path)).map((path) => statSync(path).mtimeMs);
  return Math.max(0, ...times);
}

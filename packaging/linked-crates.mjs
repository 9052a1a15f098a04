// Which crates end up in the addon, from cargo itself: notices and the bill of materials list exactly these.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The package.json of this checkout. */
export function readManifest() {
  return JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
}

/**
 * @typedef {object} Crate
 * @property {string} id cargo's own id, unique
 * @property {string} name
 * @property {string} version
 * @property {string | null} license SPDX expression
 * @property {string | null} repository
 * @property {string} folder where its sources are on this machine
 * @property {boolean} own whether it is of this workspace
 * @property {string[]} dependencies ids, of normal dependencies alone, sorted
 */

/** Crates whose data a build script packs into the addon, but none of their code. */
const DATA = ["regex-syntax", "tiktoken"];

/**
 * Every crate that `root` needs to be built with on any of the targets, without what only build scripts and tests need;
 * procedural macros count, for they write code that is linked, and crates whose data are packed into it. Sorted by name and version; `root` itself is among them.
 *
 * @param {readonly string[]} targets
 * @returns {Crate[]}
 * @throws Where cargo is missing, or Cargo.lock is not current.
 */
export function linkedCrates(targets, root = "tamis-node") {
  const filters = targets.flatMap((target) => ["--filter-platform", target]);
  const args = ["metadata", "--format-version", "1", "--locked", ...filters];
  const output = execFileSync("cargo", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 28 });
  return readMetadata(JSON.parse(output), root);
}

/** {@link linkedCrates} from what `cargo metadata` prints. */
export function readMetadata(metadata, root) {
  const packages = new Map(metadata.packages.map((one) => [one.id, one]));
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const first = metadata.packages.find((one) => one.name === root && metadata.workspace_members.includes(one.id));
  if (first === undefined) throw new Error(`Cargo.toml has no workspace member ${root}`);
  const reached = new Map();
  const waiting = [first.id];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    const code = dependenciesOf(nodes.get(id), null);
    const data = dependenciesOf(nodes.get(id), "build").filter((one) => DATA.includes(packages.get(one).name));
    reached.set(id, { ...describe(packages.get(id), metadata), dependencies: [...code, ...data].sort() });
    for (const one of data) reached.set(one, { ...describe(packages.get(one), metadata), dependencies: [] });
    waiting.push(...code);
  }
  return [...reached.values()].sort(byNameAndVersion);
}

function dependenciesOf(node, wanted) {
  return node.deps
    .filter((one) => one.dep_kinds.some(({ kind }) => kind === wanted))
    .map(({ pkg }) => pkg)
    .sort();
}

function describe({ id, name, version, license, repository, manifest_path }, { workspace_members }) {
  return {
    id,
    name,
    version,
    license,
    repository,
    folder: dirname(manifest_path),
    own: workspace_members.includes(id),
  };
}

function byNameAndVersion(one, other) {
  const [a, b] = [`${one.name} ${one.version}`, `${other.name} ${other.version}`];
  return a < b ? -1 : a > b ? 1 : 0;
}

// Which packages of npm are inside a file that a bundler made: their licences ask to be named beside it.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const INNERMOST_PACKAGE = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * The packages that these modules belong to, sorted by name; modules outside of `node_modules` belong to none.
 *
 * @param {Iterable<string>} modules paths, as a bundler reports them
 * @param {string} root the folder that relative paths start at
 * @returns {import("./linked-crates.mjs").Crate[]}
 */
export function bundledPackages(modules, root) {
  const folders = new Set();
  for (const path of modules) {
    const found = INNERMOST_PACKAGE.exec(path.replaceAll("\\", "/"));
    if (found !== null) folders.add(found[1].startsWith("/") ? found[1] : join(root, found[1]));
  }
  const packages = [...folders].map((folder) => describe(folder));
  return packages.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function describe(folder) {
  const { name, version, license, repository } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const address = typeof repository === "string" ? repository : (repository?.url ?? null);
  return { id: name, name, version, license, repository: address, folder, own: false, dependencies: [] };
}

// Publishes the tarballs of a folder with provenance, platform packages first. A version that is already there is left
// out, so that an interrupted release can be run again. Packages without the addresses of their repository are refused.
//
//   node packaging/publish.mjs FOLDER [--dry-run] [--no-provenance]
//
// --no-provenance  for the very first publication, from a person's computer, which cannot give any
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { unnamedFields } from "./repository.mjs";

/** `tamis-1.2.3.tgz`, `tamis-linux-x64-gnu-1.2.3-beta.1.tgz`: name, then version. */
const TARBALL = /^(?<name>[a-z0-9-]+?)-(?<version>\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)\.tgz$/;

/**
 * What to publish, in order: the package that names the others comes last.
 *
 * @param {readonly string[]} files
 * @returns {{ file: string, name: string, version: string, tag: string }[]}
 * @throws Where there is no such package, or versions differ.
 */
export function publishOrder(files) {
  const packages = files.flatMap((file) => {
    const { name, version } = TARBALL.exec(file)?.groups ?? {};
    return name === undefined ? [] : [{ file, name, version, tag: version.includes("-") ? "next" : "latest" }];
  });
  if (!packages.some(({ name }) => name === "tamis")) throw new Error("there is no tarball of tamis");
  if (new Set(packages.map(({ version }) => version)).size > 1) throw new Error("the tarballs have several versions");
  return packages.sort((one, other) => Number(one.name === "tamis") - Number(other.name === "tamis"));
}

function main(folder, { isDryRun, hasProvenance }) {
  const flags = [...(hasProvenance ? ["--provenance"] : []), ...(isDryRun ? ["--dry-run"] : [])];
  const packages = publishOrder(readdirSync(folder));
  const refused = packages.flatMap(({ file, name }) =>
    unnamedFields(manifestIn(join(folder, file))).map((problem) => `${name}: ${problem}`),
  );
  if (refused.length > 0) {
    console.error(
      `nothing is published. Write the addresses into package.json, or pack with GITHUB_REPOSITORY=owner/name:`,
    );
    console.error(refused.join("\n"));
    return 1;
  }
  for (const { file, name, version, tag } of packages) {
    const known = spawnSync("npm", ["view", `${name}@${version}`, "version"], { encoding: "utf8" });
    if (known.stdout.trim() === version) {
      console.log(`${name}@${version} is already published`);
      continue;
    }
    const args = ["publish", join(folder, file), "--access", "public", "--tag", tag, ...flags];
    console.log(`npm ${args.join(" ")}`);
    const { status } = spawnSync("npm", args, { stdio: "inherit" });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

/** The manifest inside a tarball. */
function manifestIn(tarball) {
  const options = { encoding: "utf8", maxBuffer: 2 ** 24 };
  const { status, stdout, stderr } = spawnSync("tar", ["-xzOf", tarball, "package/package.json"], options);
  if (status !== 0) throw new Error(`${tarball} cannot be read: ${stderr}`);
  return JSON.parse(stdout);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, ...flags] = process.argv.slice(2);
  if (folder === undefined || flags.some((flag) => !["--dry-run", "--no-provenance"].includes(flag))) {
    console.error("usage: node packaging/publish.mjs FOLDER [--dry-run] [--no-provenance]");
    process.exit(2);
  }
  const hasProvenance = !flags.includes("--no-provenance");
  process.exitCode = main(folder, { isDryRun: flags.includes("--dry-run"), hasProvenance });
}

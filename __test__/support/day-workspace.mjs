// The folder that the agents' days are spent in: the sources of a published package, tests included, at one version whose bytes
// are checked, in a repository whose commits are the same on every machine. No change of ours moves it.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { run } from "./tools.mjs";

/** MIT. Taken before anything was measured with it: its files have about the sizes of what recorded sessions read. */
export const DAY_PACKAGE = {
  name: "@tiptap/core",
  version: "3.35.0",
  tarball: "tiptap-core-3.35.0.tgz",
  sha512: "jrtRrAfgL7bXd2ecy0T7G4b6ozwzW9h67B3iQsDmgu7PWytkqbrUPFrki6LjyysrxZEK4jqgRMNCvfe2Yx2fKg==",
};
const KEPT = ["src", "README.md", "LICENSE.md", "package.json"];
/** Sizes in bytes of the files that a kind of day works on. */
const SIZES = { coding: { least: 1_500, most: 9_500 }, large: { least: 5_000, most: 7_000 } };
const SECONDS_APART = 86_400;
const FIRST_COMMIT = 1_770_000_000;

/** The package's files as npm gives them, kept under `target/tools`. Throws where their bytes are others. */
async function packageFolder({ root, log }) {
  const { name, version, tarball, sha512 } = DAY_PACKAGE;
  const folder = join(root, "target/tools", `day-${version}`);
  if (existsSync(folder)) return join(folder, "package");
  log(`fetching ${name} ${version}`);
  const fetched = `${folder}.part`;
  rmSync(fetched, { recursive: true, force: true });
  mkdirSync(fetched, { recursive: true });
  await run("npm", ["pack", "--silent", `${name}@${version}`], { cwd: fetched });
  const actual = createHash("sha512")
    .update(readFileSync(join(fetched, tarball)))
    .digest("base64");
  if (actual !== sha512) throw new Error(`${name} ${version} from npm has other bytes: sha512-${actual}`);
  await run("tar", ["xzf", tarball], { cwd: fetched });
  renameSync(fetched, folder);
  return join(folder, "package");
}

/**
 * Makes the workspace, and a second one to copy it from.
 *
 * @returns {Promise<{ workspace: string, renew: () => void, files: Record<"coding" | "large", string[]> }>} `files` below the
 *   workspace, in an order in which neighbours are of other folders
 */
export async function makeDays({ scratch, root, log }) {
  const from = join(scratch, "day-sources");
  const workspace = join(scratch, "day");
  const original = await packageFolder({ root, log });
  // Days and rules are tried one after the other in one folder.
  rmSync(from, { recursive: true, force: true });
  mkdirSync(from);
  for (const kept of KEPT) cpSync(join(original, kept), join(from, kept), { recursive: true });
  cpSync(join(root, "__test__/support/outputs.mjs"), join(from, "outputs.mjs"));
  await commitFolders(from);
  const all = readdirSync(join(from, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .sort();
  const sized = ({ least, most }) =>
    all.filter((file) => {
      const { size } = statSync(join(from, file));
      return size >= least && size <= most;
    });
  const renew = () => {
    rmSync(workspace, { recursive: true, force: true });
    cpSync(from, workspace, { recursive: true, preserveTimestamps: true });
  };
  return { workspace, renew, files: { coding: sized(SIZES.coding), large: sized(SIZES.large) } };
}

/** One commit for each entry of the package and of its `src`, a day apart. */
async function commitFolders(folder) {
  const entries = readdirSync(join(folder, "src"))
    .sort()
    .map((name) => `src/${name}`);
  const all = ["package.json", "README.md", "LICENSE.md", ...entries, "outputs.mjs"];
  const git = (env, ...args) => run("git", ["-C", folder, ...args], { env });
  await git({}, "init", "--quiet", "--initial-branch", "main");
  for (const [at, entry] of all.entries()) {
    const date = `${FIRST_COMMIT + at * SECONDS_APART} +0000`;
    const who = { NAME: "a", EMAIL: "a@a.example", DATE: date };
    const env = Object.fromEntries(
      Object.entries(who).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]),
    );
    await git(env, "add", entry);
    await git(env, "commit", "--quiet", "-m", `${entry.replace(/^src\//, "").replace(/\.ts$/, "")}: first version`);
  }
}

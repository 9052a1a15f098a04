// Two builds of the addon, in two folders, from nothing, and two packed releases: the same bytes, so that anybody can check a
// published one.
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packRelease } from "../../packaging/pack-release.mjs";
import { counter, isSource, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "reproducible";

/** `ts` has tables that the crates compile in, and the build writes into `docs`. */
const SOURCES = ["Cargo.toml", "Cargo.lock", "crates", "package.json", "ts", "docs/rules.json"];

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const record = await withScratch(async (scratch) => {
    const first = await build(join(scratch, "first"), root, log);
    const second = await build(join(scratch, "another-place", "second"), root, log);
    await check("both builds have the same sha256", () => {
      if (first.sha256 !== second.sha256) throw new Error(`${first.sha256} and ${second.sha256}`);
    });
    await check("neither names a folder of this machine", () => {
      for (const { bytes } of [first, second]) {
        const found = [scratch, root.replace(/\/$/, ""), ".cargo/registry"].find((text) => bytes.includes(text));
        if (found !== undefined) throw new Error(`it names ${found}`);
      }
    });
    await check("a release packed twice is the same bytes", async () => {
      const [one, two] = ["one", "two"].map((name) => join(scratch, "packed", name));
      for (const out of [one, two]) await packRelease({ out });
      const tarballs = readdirSync(one).filter((name) => name.endsWith(".tgz"));
      if (tarballs.length !== 2) throw new Error(`tarballs: ${tarballs.join(", ")}`);
      const other = tarballs.find((name) => !readFileSync(join(one, name)).equals(readFileSync(join(two, name))));
      if (other !== undefined) throw new Error(`${other} is another`);
    });
    const rustc = (await runProgram("rustc", ["--version"])).trim();
    return { sha256: first.sha256, bytes: first.bytes.length, rustc, seconds: [first.seconds, second.seconds] };
  });
  return { ...counts, record };
}

/** Copies the sources and builds them, with a target folder of its own. */
async function build(folder, root, log) {
  for (const path of SOURCES) cpSync(join(root, path), join(folder, path), { recursive: true, filter: isSource });
  cpSync(join(root, "node_modules"), join(folder, "node_modules"), { recursive: true, verbatimSymlinks: true });
  log(`building in ${folder}`);
  const startedAt = performance.now();
  const env = { CARGO_TARGET_DIR: join(folder, "target") };
  await runProgram("node", ["crates/node/build.mjs"], { cwd: folder, env });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const [addon = ""] = readdirSync(join(folder, "ts/binding")).filter((file) => file.endsWith(".node"));
  const bytes = readFileSync(join(folder, "ts/binding", addon));
  return { bytes, sha256: createHash("sha256").update(bytes).digest("hex"), seconds };
}

// Makes dependencies of the optional packages that the image has, so that `npm ci --omit=dev` installs them as the lockfile has
// them. Only for the image's build: it changes package.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "./linked-crates.mjs";

/** What a shared gateway, and its ledger and stores, need where Node has no SQLite. */
export const IMAGE_PACKAGES = ["ioredis", "@libsql/client"];

if (process.argv[1] === fileURLToPath(import.meta.url)) change();

function change() {
  const path = join(ROOT, "package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const { dependencies, devDependencies } = manifest;
  for (const name of IMAGE_PACKAGES) {
    if (devDependencies[name] === undefined) throw new Error(`package.json has no development dependency ${name}`);
    dependencies[name] = devDependencies[name];
    delete devDependencies[name];
  }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}

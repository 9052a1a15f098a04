// A release as a user gets it: packed, served by a registry on loopback, installed into an empty folder with an empty npm cache.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packRelease } from "../../packaging/pack-release.mjs";
import { npmInstall, packFolders, productionFolders, serveRegistry } from "./local-registry.mjs";
import { run as runProgram } from "./tools.mjs";

/**
 * Packs what has been built, and serves it beside its dependencies.
 *
 * @returns a registry, with the sizes of our own tarballs
 */
export async function serveRelease(scratch, root) {
  const out = join(scratch, "release");
  const { main, platforms } = await packRelease({ out });
  const folders = productionFolders(root);
  const tarballs = await packFolders(folders, scratch);
  const own = [
    [join(out, "tamis"), main],
    ...Object.entries(platforms).map(([one, path]) => [join(out, "npm", one), path]),
  ];
  const packages = [...own, ...folders.map((folder, index) => [folder, tarballs[index]])];
  const registry = await serveRegistry(packages.map(([folder, tarball]) => ({ folder, tarball })));
  return { ...registry, sizes: await Promise.all(own.map(([folder]) => sizeOf(folder))) };
}

async function sizeOf(folder) {
  const output = await runProgram("npm", ["pack", "--dry-run", "--json", "--loglevel=silent"], { cwd: folder });
  const [{ name, size, unpackedSize }] = JSON.parse(output.slice(output.indexOf("[")));
  return { name, packedBytes: size, unpackedBytes: unpackedSize };
}

/** Installs it into a new folder, which has nothing else in it; returns the folder. */
export async function installRelease(scratch, folderName, registry, ...args) {
  const folder = join(scratch, folderName);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "name": "user", "private": true }');
  await npmInstall({ names: ["tamis"], folder, cache: join(scratch, `${folderName}-cache`), registry, args });
  return folder;
}

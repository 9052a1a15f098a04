// What a user gets: the tarballs of a release installed into an empty folder, with an empty npm cache, without scripts
// and without Rust, on every Node that is supported; and the same without the addon.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkInstall } from "../../packaging/check-install.mjs";
import { packRelease } from "../../packaging/pack-release.mjs";
import { npmInstall, packFolders, productionFolders, serveRegistry } from "../support/local-registry.mjs";
import { buildPackage, counter, nodeProgram, run as runProgram, withScratch } from "../support/tools.mjs";

export const name = "install";

const MAJORS = [20, 22, 24];

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  await buildPackage({ root, log });
  const record = await withScratch(async (scratch) => {
    const registry = await publish(scratch, root);
    const whole = await install(scratch, "whole", registry.url);
    const bare = await install(scratch, "bare", registry.url, "--omit=optional");
    await registry.close();
    const found = {};
    for (const major of MAJORS) {
      const node = await nodeProgram({ major, root });
      found[major] = {
        native: await check(`Node ${major}: native, by the API and by the command`, () =>
          checkInstall(whole, "native", node),
        ),
        wasm: await check(`Node ${major}: WebAssembly with its reason, without the platform package`, () =>
          says(checkInstall(bare, "wasm", node)),
        ),
      };
    }
    return { tarballs: registry.sizes, nodes: found };
  });
  return { ...counts, record };
}

function says(found) {
  const { backend, doctor } = found;
  if (!/^no addon for \S+: the package tamis-\S+ is not installed$/.test(backend.reason))
    throw new Error(backend.reason);
  if (doctor.reason !== backend.reason || !/`npm install tamis-\S+@\S+`/.test(doctor.hint)) {
    throw new Error(`doctor says ${JSON.stringify(doctor)}`);
  }
  return found;
}

async function publish(scratch, root) {
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

async function install(scratch, folderName, registry, ...args) {
  const folder = join(scratch, folderName);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "name": "user", "private": true }');
  await npmInstall({ names: ["tamis"], folder, cache: join(scratch, `${folderName}-cache`), registry, args });
  return folder;
}

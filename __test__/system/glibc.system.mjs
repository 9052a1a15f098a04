// The addon for Linux as a release builds it, linked with zig: it must load wherever Node 20 does, which is glibc 2.28.
import { copyFileSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkInstall } from "../../packaging/check-install.mjs";
import { compareVersions, glibcFloor, HIGHEST_GLIBC } from "../../packaging/glibc-floor.mjs";
import { packRelease } from "../../packaging/pack-release.mjs";
import { npmInstall, packFolders, productionFolders, serveRegistry } from "../support/local-registry.mjs";
import { cargoTool, counter, pathWith, run as runProgram, withScratch, zigFolder } from "../support/tools.mjs";

export const name = "glibc";

const ARCHITECTURE = process.arch === "arm64" ? "aarch64" : "x86_64";
const TARGET = `${ARCHITECTURE}-unknown-linux-gnu.2.17`;
const ADDON = `tamis.linux-${process.arch}-gnu.node`;

export async function run({ log, root }) {
  const PATH = pathWith(await cargoTool({ root, name: "cargo-zigbuild", log }), await zigFolder({ root, log }));
  const { counts, check } = counter(log);
  const record = await withScratch(async (scratch) => {
    log(`building for ${TARGET}`);
    const env = { PATH, CARGO_TARGET_DIR: join(root, "target/zig") };
    await runProgram("node", ["crates/node/build.mjs", "--target", TARGET, "--zig", "--out", scratch], {
      cwd: root,
      env,
    });
    const addon = join(scratch, ADDON);
    const floor = glibcFloor(addon);
    await check(`needs glibc ${floor}, at most ${HIGHEST_GLIBC}`, () => {
      if (compareVersions(floor, HIGHEST_GLIBC) > 0) throw new Error("too new");
    });
    const found = await check("loads and reduces, installed as a package", () => installed(scratch, addon, root));
    await check("the addon that was installed needs the same", () => {
      if (found?.glibc !== floor) throw new Error(`it needs glibc ${found?.glibc}`);
    });
    return {
      target: TARGET,
      glibc: floor,
      plainBuildGlibc: plainFloor(root),
      bytes: statSync(addon).size,
      installed: found,
    };
  });
  return { ...counts, record };
}

/** What a build with the machine's own linker needs, for comparison; null where there is none. */
function plainFloor(root) {
  try {
    return glibcFloor(join(root, "ts/binding", ADDON));
  } catch {
    return null;
  }
}

async function installed(scratch, addon, root) {
  const addons = join(scratch, "addons");
  mkdirSync(addons);
  copyFileSync(addon, join(addons, ADDON));
  const out = join(scratch, "release");
  const { main, platforms } = await packRelease({ addons, out });
  const folders = productionFolders(root);
  const tarballs = await packFolders(folders, scratch);
  const registry = await serveRegistry([
    { folder: join(out, "tamis"), tarball: main },
    ...Object.entries(platforms).map(([triple, tarball]) => ({ folder: join(out, "npm", triple), tarball })),
    ...folders.map((folder, index) => ({ folder, tarball: tarballs[index] })),
  ]);
  const folder = join(scratch, "user");
  mkdirSync(folder);
  await npmInstall({ names: ["tamis"], folder, cache: join(scratch, "cache"), registry: registry.url });
  await registry.close();
  const { backend, bytes } = checkInstall(folder, "native");
  const glibc = glibcFloor(join(folder, "node_modules", `tamis-linux-${process.arch}-gnu`, ADDON));
  return { backend, bytes, glibc };
}

// What a user gets: the tarballs of a release installed into an empty folder, with an empty npm cache, without scripts
// and without Rust, on every Node that is supported; and the same without the addon.
import { checkInstall } from "../../packaging/check-install.mjs";
import { installRelease, serveRelease } from "../support/installed-release.mjs";
import { buildPackage, counter, nodeProgram, withScratch } from "../support/tools.mjs";

export const name = "install";

const MAJORS = [20, 22, 24];

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  await buildPackage({ root, log });
  const record = await withScratch(async (scratch) => {
    const registry = await serveRelease(scratch, root);
    const whole = await installRelease(scratch, "whole", registry.url);
    const bare = await installRelease(scratch, "bare", registry.url, "--omit=optional");
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

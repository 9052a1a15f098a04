// Modules from inside the package for suites that Node runs by itself, beside the build, where the native addon is found.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/** A module is imported once a name, and a process may bundle several. */
let bundles = 0;

/**
 * Bundles modules of `ts` into one file in `dist` and imports it.
 *
 * @param {string} root the checkout's folder
 * @param {readonly string[]} modules paths under `ts`, without ending
 * @returns {Promise<{ file: string, inside: any, remove(): void }>} all their exports
 */
export async function bundleInside(root, modules) {
  const file = join(root, "dist", `inside-${process.pid}-${bundles++}.mjs`);
  const contents = modules.map((path) => `export * from ${JSON.stringify(`./ts/${path}.ts`)};`).join("\n");
  await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    outfile: file,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20.19",
    define: { BUILT_VERSION: '"0.0.0"' },
    logLevel: "error",
  });
  return { file, inside: await import(pathToFileURL(file).href), remove: () => rmSync(file, { force: true }) };
}

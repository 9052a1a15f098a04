// Modules of the tests, written in TypeScript, for suites that Node runs by itself.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

/**
 * Imports a module that needs no package of this project at run time.
 *
 * @param {string} file its path
 */
export async function loadTs(file) {
  readFileSync(file); // A clearer error than the bundler's.
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

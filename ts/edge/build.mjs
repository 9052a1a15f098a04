// How `tamis/edge` is bundled: without an import of a package. Small modules of `platform` answer for Node's, and the
// backend is always WebAssembly.
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Modules of Node by what replaces them. */
const NODE_MODULES = {
  "node:buffer": "platform/node-buffer.ts",
  "node:fs": "platform/no-files.ts",
  "node:path": "platform/no-files.ts",
  "node:util/types": "platform/node-util-types.ts",
};
/** Modules of this package by what replaces them. */
const OWN_MODULES = [
  [/\/ts\/load\/backend\.ts$/, "platform/load-backend.ts"],
  [/\/ts\/base\/require-here\.ts$/, "platform/require-here.ts"],
];

const replaceModules = {
  name: "replace what only Node has",
  setup(build) {
    const names = new RegExp(`^(?:${Object.keys(NODE_MODULES).join("|")})$`);
    build.onResolve({ filter: names }, ({ path }) => ({ path: here(NODE_MODULES[path]) }));
    for (const [from, to] of OWN_MODULES) {
      build.onLoad({ filter: from }, () => ({
        contents: `export * from ${JSON.stringify(here(to))}`,
        resolveDir: here("."),
      }));
    }
  },
};

/** esbuild's options. They have no `packages: "external"`: what is used goes into the file, with its licence at the end. */
/** @type {import("esbuild").BuildOptions} */
export const EDGE_OPTIONS = {
  bundle: true,
  platform: "browser",
  format: "esm",
  target: "es2023",
  conditions: ["module"],
  legalComments: "eof",
  inject: [here("platform/globals.ts")],
  plugins: [replaceModules],
  logLevel: "warning",
};

/** Names of `dist/edge/core.js` that only the entries use. */
const INNER = ["useCore"];

/**
 * The entries that give the core its module, by the name of the file.
 *
 * @param {readonly string[]} exported by `dist/edge/core.js`
 */
export function edgeEntries(exported) {
  const names = exported.filter((name) => !INNER.includes(name)).join();
  const entry = (source) => `${source}import{useCore}from"./core.js";useCore(core);export{${names}}from"./core.js";\n`;
  return {
    "index.js": entry('import{packed as core}from"../packed-wasm.js";'),
    "workerd.js": entry('import core from"../tamis.wasm?module";'),
  };
}

// Files that bundles import instead of having a copy inside: the tables that estimate tokens, which are most of the code's bytes,
// and what Node's entry has without the library.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const TABLES = ["token-weights", "token-beginnings"].map((name) => resolve(root, `ts/estimate/${name}.ts`));
const BASE = ["errors", "limits"].map((name) => resolve(root, `ts/base/${name}.ts`));

/** For esbuild: all that several sources export, by the file of `dist`. */
export const SHARED_FILES = {
  "token-tables.js": everythingOf(TABLES),
  "base.js": everythingOf(BASE),
};

function everythingOf(files) {
  return { contents: files.map((file) => `export * from ${JSON.stringify(file)};`).join(""), resolveDir: root };
}

/**
 * Takes the tables out of a bundle.
 *
 * @param {string} folder of their file, seen from the bundle
 * @returns {import("esbuild").Plugin}
 */
export const sharedTables = (folder) => shared(TABLES, `${folder}/token-tables.js`);

/**
 * Takes out of a bundle what Node's entry has, too.
 *
 * @param {string} folder of its file, seen from the bundle
 * @returns {import("esbuild").Plugin}
 */
export const sharedBase = (folder) => shared(BASE, `${folder}/base.js`);

function shared(sources, file) {
  return {
    name: `share ${file}`,
    setup({ onResolve }) {
      onResolve({ filter: /\/(?:token-weights|token-beginnings|errors|limits)\.[jt]s$/ }, ({ path, resolveDir }) => {
        const source = resolve(resolveDir, path).replace(/\.js$/, ".ts");
        if (sources.includes(source)) return { path: file, external: true };
      });
    },
  };
}

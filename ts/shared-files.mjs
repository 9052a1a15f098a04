// What Node's entry has without the library: a file that bundles import instead of having a copy inside.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const BASE = ["errors", "limits"].map((name) => resolve(root, `ts/base/${name}.ts`));

/** For esbuild: the whole text of `dist/base.js`. */
export const BASE_FILE = {
  contents: BASE.map((file) => `export * from ${JSON.stringify(file)};`).join(""),
  resolveDir: root,
};

/**
 * Takes out of a bundle what Node's entry has, too.
 *
 * @param {string} folder of its file, seen from the bundle
 * @returns {import("esbuild").Plugin}
 */
export const sharedBase = (folder) => ({
  name: "share base.js",
  setup({ onResolve }) {
    onResolve({ filter: /\/(?:errors|limits)\.[jt]s$/ }, ({ path, resolveDir }) => {
      const source = resolve(resolveDir, path).replace(/\.js$/, ".ts");
      if (BASE.includes(source)) return { path: `${folder}/base.js`, external: true };
    });
  },
});

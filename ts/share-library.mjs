// Makes what `import "tamis"` loads one file, `dist/lib.js`, and lets the package's other bundles import it instead of having
// a copy inside.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { build } from "esbuild";
import { withPureValues } from "../packaging/pure-values.mjs";

/** What bundles import until their own place is known. */
const NAME = "tamis:library";
/** What every command starts with: copied into the commands, which then load the library only where they use it. */
const COPIED = /\/ts\/base\/(?:errors|version|require-here)\.ts$/;
const COMMAND = /\/ts\/cli\//;

/**
 * The modules that `entry` reaches.
 *
 * @param {import("esbuild").BuildOptions} options of all bundles
 * @param {string} entry
 * @returns {Promise<{
 *   plugin: import("esbuild").Plugin,
 *   entryOf: (module: string) => string | undefined,
 *   write: (file: string, bundles: readonly string[], plugins: readonly import("esbuild").Plugin[]) => Promise<void>,
 * }>} `plugin` takes them out of a bundle; `entryOf` is the text of an entry for one of them, undefined for another module;
 *   `write` writes the file, with more plugins, when all bundles are written
 */
export async function shareLibrary(options, entry) {
  const names = await exportedNames(options, entry);
  return {
    plugin: takeOut(names),
    entryOf: (module) => {
      const own = names.get(resolve(module));
      return own && exportsOf(own);
    },
    write: (file, bundles, plugins) =>
      writeLibrary({ ...options, plugins: [...options.plugins, ...plugins] }, { file, bundles }, names),
  };
}

/** By the path of each module: the names that it exports, each with one that no other module's has. */
async function exportedNames(options, entry) {
  const dry = { ...options, write: false, metafile: true };
  const { metafile } = await build({ ...dry, splitting: false, entryPoints: [entry] });
  const modules = Object.keys(metafile.inputs).filter((path) => path.endsWith(".ts"));
  const apart = await build({ ...dry, entryPoints: modules });
  const seen = new Map();
  const unique = (name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 && name !== "default" ? name : `${name}_${count}`;
  };
  const entries = Object.values(apart.metafile.outputs).filter(({ entryPoint }) => entryPoint !== undefined);
  entries.sort((one, other) => (one.entryPoint < other.entryPoint ? -1 : 1));
  return new Map(
    entries.map((one) => [resolve(one.entryPoint), new Map(one.exports.map((name) => [name, unique(name)]))]),
  );
}

const takeOut = (names) => ({
  name: "take out the library",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^${NAME}$`) }, ({ path }) => ({ path, external: true, sideEffects: false }));
    onResolve({ filter: /^\..*\.js$/ }, ({ path, importer, resolveDir, pluginData }) => {
      const module = resolve(resolveDir, path).replace(/\.js$/, ".ts");
      if (COPIED.test(module) && (COMMAND.test(importer) || pluginData === COPIED))
        return { path: module, suffix: "?copied" };
    });
    onLoad({ filter: /\.ts$/ }, ({ path, suffix }) => {
      if (suffix === "?copied") return { contents: readFileSync(path, "utf8"), loader: "ts", pluginData: COPIED };
      const own = names.get(path);
      return own && { contents: exportsOf(own), loader: "js" };
    });
  },
});

const exportsOf = (own) =>
  renamed(
    [...own].map(([name, unique]) => [unique, name]),
    NAME,
  );

const renamed = (names, from) => `export{${names.map(([name, as]) => `${name} as ${as}`)}}from${JSON.stringify(from)};`;

/** Writes the library with the names that bundles import, and its place into them. */
async function writeLibrary(options, { file, bundles }, names) {
  const used = new Set();
  for (const bundle of bundles) {
    const text = readFileSync(bundle, "utf8");
    for (const [, list] of text.matchAll(new RegExp(`\\{([^{}]*)\\}from"${NAME}"`, "g")))
      for (const part of list.split(",")) used.add(part.split(" as ")[0]);
    const place = `./${relative(dirname(bundle), file)}`.replace(/^\.\/\.\./, "..");
    writeFileSync(bundle, text.replaceAll(`"${NAME}"`, JSON.stringify(place)));
  }
  const lines = [...names].map(([path, own]) =>
    renamed(
      [...own].filter(([, unique]) => used.has(unique)),
      path,
    ),
  );
  const library = { contents: lines.join("\n"), resolveDir: dirname(file) };
  const { outdir, outbase, ...rest } = options;
  await build({ ...rest, splitting: false, outfile: file, stdin: library });
  writeFileSync(file, withPureValues(readFileSync(file, "utf8")));
}

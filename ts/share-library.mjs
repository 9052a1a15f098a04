// Makes one file of what several bundles need, such as `dist/lib.js` of what `import "tamis"` loads, and lets the package's
// bundles import it instead of having a copy inside.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { build } from "esbuild";
import { withPureValues } from "../packaging/pure-values.mjs";

/** What every command starts with: copied into the commands, which then load the library only where they use it. */
const COPIED = /\/ts\/base\/(?:errors|version|require-here|write-safely|make-folder)\.ts$/;
const COMMAND = /\/ts\/cli\//;

/**
 * The modules that `entry` reaches.
 *
 * @param {import("esbuild").BuildOptions} options of all bundles; its plugins have taken out what other shared files have
 * @param {{ entry: string, file: string, others?: readonly { has: (module: string) => boolean }[] }} shared the file to write,
 *   and the shared files whose plugins are among the options'
 * @returns {Promise<{
 *   file: string,
 *   has: (module: string) => boolean,
 *   plugin: import("esbuild").Plugin,
 *   entryOf: (module: string) => string | undefined,
 *   write: (bundles: readonly string[], plugins?: readonly import("esbuild").Plugin[]) => Promise<import("esbuild").BuildResult>,
 * }>} `plugin` takes them out of a bundle; `entryOf` is the text of an entry for one of them, undefined for another module;
 *   `write` writes the file, with more plugins, when all bundles are written, and gives what esbuild says of it
 */
export async function shareLibrary(options, { entry, file, others = [] }) {
  // What bundles import until their own place is known.
  const placeholder = `tamis:${basename(file)}`;
  const names = await exportedNames(options, entry, others);
  return {
    file,
    has: (module) => names.has(resolve(module)),
    plugin: takeOut(names, placeholder),
    entryOf: (module) => {
      const own = names.get(resolve(module));
      return own && exportsOf(own, placeholder);
    },
    write: (bundles, plugins = []) =>
      writeLibrary({ ...options, plugins: [...options.plugins, ...plugins] }, { file, bundles, placeholder }, names),
  };
}

/** By the path of each module: the names that it exports, each with one that no other module's has. */
async function exportedNames(options, entry, others) {
  const dry = { ...options, write: false, metafile: true };
  const { metafile } = await build({ ...dry, splitting: false, entryPoints: [entry] });
  const isOwn = (path) => path.endsWith(".ts") && !others.some((other) => other.has(path));
  const modules = Object.keys(metafile.inputs).filter(isOwn);
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

const takeOut = (names, placeholder) => ({
  name: `take out ${placeholder}`,
  setup({ onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^${placeholder}$`) }, ({ path }) => ({ path, external: true, sideEffects: false }));
    onResolve({ filter: /^\..*\.js$/ }, ({ path, importer, resolveDir, pluginData }) => {
      const module = resolve(resolveDir, path).replace(/\.js$/, ".ts");
      if (COPIED.test(module) && (COMMAND.test(importer) || pluginData === COPIED))
        return { path: module, suffix: "?copied" };
    });
    onLoad({ filter: /\.ts$/ }, ({ path, suffix }) => {
      if (suffix === "?copied") return { contents: readFileSync(path, "utf8"), loader: "ts", pluginData: COPIED };
      const own = names.get(path);
      return own && { contents: exportsOf(own, placeholder), loader: "js" };
    });
  },
});

const exportsOf = (own, placeholder) =>
  renamed(
    [...own].map(([name, unique]) => [unique, name]),
    placeholder,
  );

const renamed = (names, from) => `export{${names.map(([name, as]) => `${name} as ${as}`)}}from${JSON.stringify(from)};`;

/** Writes the library with the names that bundles import, and its place into them. */
async function writeLibrary(options, { file, bundles, placeholder }, names) {
  const used = new Set();
  for (const bundle of bundles) {
    const text = readFileSync(bundle, "utf8");
    for (const [, list] of text.matchAll(new RegExp(`\\{([^{}]*)\\}from"${placeholder}"`, "g")))
      for (const part of list.split(",")) used.add(part.split(" as ")[0].trim());
    const place = `./${relative(dirname(bundle), file)}`.replace(/^\.\/\.\./, "..");
    writeFileSync(bundle, text.replaceAll(`"${placeholder}"`, JSON.stringify(place)));
  }
  const lines = [...names].map(([path, own]) =>
    renamed(
      [...own].filter(([, unique]) => used.has(unique)),
      path,
    ),
  );
  const library = { contents: lines.join("\n"), resolveDir: dirname(file) };
  const { outdir, outbase, ...rest } = options;
  const written = await build({ ...rest, metafile: true, splitting: false, outfile: file, stdin: library });
  writeFileSync(file, withPureValues(readFileSync(file, "utf8")));
  return written;
}

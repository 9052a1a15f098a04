// Makes dist: declarations by tsc, and few JavaScript files by esbuild, because every file that Node has to open costs
// more at start than what is in it. Modules that only some users need stay apart (the CLI's commands).
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { parseTriple } from "@napi-rs/cli";
import { build } from "esbuild";
import { bundledPackages } from "../packaging/bundled-packages.mjs";
import { renderPackageNotices } from "../packaging/notices.mjs";
import { packagesInside } from "../packaging/packages-inside.mjs";
import { withPureValues } from "../packaging/pure-values.mjs";
import { EDGE_OPTIONS, edgeEntries } from "./edge/build.mjs";
import { nodeEntry } from "./node-entry.mjs";
import { renewShapes } from "./shape/make-shapes.mjs";
import { shareLibrary } from "./share-library.mjs";
import { BASE_FILE, sharedBase } from "./shared-files.mjs";
import { buildPage } from "./ui/app/build.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const path = (name) => `${root}/${name}`;

const declarations = await renewShapes();
rmSync(path("dist"), { recursive: true, force: true });
const types = ["-p", "ts/tsconfig.json", "--emitDeclarationOnly"];
const checked = spawnSync(process.execPath, [path("node_modules/typescript/bin/tsc"), ...types], {
  cwd: root,
  stdio: "inherit",
});
if (checked.status !== 0) process.exit(checked.status ?? 1);
for (const [file, text] of declarations) writeFileSync(path(file), text);
// The compiler reads this one and does not write it, and the types above refer to it.
cpSync(path("ts/binding/binding.d.ts"), path("dist/binding/binding.d.ts"));
copyCore();

const manifest = JSON.parse(readFileSync(path("package.json"), "utf8"));
const options = {
  outbase: path("ts"),
  outdir: path("dist"),
  bundle: true,
  splitting: true,
  // A program's own bundler decides whether it takes the core along.
  external: ["#packed-wasm"],
  plugins: [packagesInside],
  platform: "node",
  format: "esm",
  target: "node20.19",
  legalComments: "none",
  // A third of the time that an import takes is the parser's. Names stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  // Node prints the line of an error that nothing catches: one line for all the code would fill the user's screen with 95 KB.
  lineLimit: 500,
  logLevel: "warning",
  define: { BUILT_VERSION: JSON.stringify(manifest.version) },
};
/** Packages that npm installs, or a user who needs them; all others are inside the files that use them. */
const { undici: ofInterceptor, ...peers } = manifest.peerDependencies;
const APART = [...Object.keys(manifest.dependencies), ...Object.keys(peers)];
options.external.push(...APART, ...APART.map((name) => `${name}/*`));
/** Files that bundles share, and what is in each: what the ones before do not have. */
const LARGE_ROOMS = {
  "dist/lib.js": "ts/whole-index.mjs",
  "dist/condensation.js": "ts/condensation/index.ts",
  "dist/replay.js": "ts/simulate/index.ts",
  "dist/gateway.js": "ts/gateway/index.ts",
};
const entries = (...names) => names.map((name) => path(`ts/${name}.ts`));

const { define, minifyWhitespace, minifySyntax, lineLimit } = options;
const alone = { ...options, splitting: false };
const { outdir, outbase, ...anywhere } = alone;
await build({ ...anywhere, stdin: BASE_FILE, outfile: path("dist/base.js") });

// The library is one file, because opening each costs more than what is in it: sixteen files took a third longer. The entries
// of the library and the commands share it, the files of two large rooms, and what else they have in common in smaller ones.
// The last two entries are for the project's own benchmarks, which time the backend apart, and for examples/python.
const shared = [];
for (const [file, entry] of Object.entries(LARGE_ROOMS)) {
  const plugins = [packagesInside, ...shared.map(({ plugin }) => plugin)];
  shared.push(await shareLibrary({ ...options, plugins }, { entry: path(entry), file: path(file), others: shared }));
}
const sharedPlugins = [packagesInside, ...shared.map(({ plugin }) => plugin)];
const entryOf = (module) => shared.map((one) => one.entryOf(module)).find((text) => text !== undefined);
const libraryEntries = entries(
  "index",
  ...["tokens", "pricing", "simulate", "history", "validate", "pipeline", "llm", "condensation"].map(
    (name) => `${name}/index`,
  ),
  ...["restore/index", "session/index", "gateway/index"],
  ...["fetch", "undici", "ai-sdk", "langchain", "server", "opencode"].map((name) => `adapters/${name}`),
  ...["native/backend", "native/foreign"],
);
const inside = libraryEntries.filter((entry) => entryOf(entry) !== undefined);
const library = await build({
  ...options,
  entryPoints: [
    ...libraryEntries.filter((entry) => !inside.includes(entry)),
    ...entries("cli/program", "cli/gateway/signals"),
  ],
  chunkNames: "part-[hash]",
  plugins: sharedPlugins,
  metafile: true,
});
// For runtimes without Node, which cannot share anything with the entries above.
const common = { outbase, outdir, minifyWhitespace, minifySyntax, lineLimit, define };
const edge = await build({ ...common, ...EDGE_OPTIONS, entryPoints: entries("edge/core"), metafile: true });
const [edgeCore] = Object.values(edge.metafile.outputs).filter(({ entryPoint }) => entryPoint !== undefined);
for (const [name, text] of Object.entries(edgeEntries(edgeCore.exports)))
  writeFileSync(path(`dist/edge/${name}`), text);
for (const file of ["dist/base.js", ...[library, edge].flatMap(({ metafile }) => Object.keys(metafile.outputs))])
  writeFileSync(file, withPureValues(readFileSync(file, "utf8")));
// Needs nothing of the index but its errors. Bundlers take, by the condition "module", one that imports the package that it is for.
const openTelemetry = path("ts/adapters/opentelemetry.ts");
const imported = 'import * as api from "@opentelemetry/api"; export const openTelemetryApi = () => api;';
for (const [name, own] of [
  ["opentelemetry", []],
  ["opentelemetry-bundled", [withText("adapters/opentelemetry-api", imported)]],
])
  await build({
    ...alone,
    entryPoints: { [`adapters/${name}`]: openTelemetry },
    plugins: [packagesInside, sharedBase(".."), ...own],
  });
const sharing = Object.keys(library.metafile.outputs);
// What Node's entry loads later, by names that no folder has to which a bundler moves that entry.
const loadedLater = entries("library", "adapters/fetch").map(entryOf);
writeFileSync(path("dist/tamis-index.js"), loadedLater.join("\n"));
writeFileSync(path("dist/tamis-session.js"), 'export{ContextSession}from"./session/index.js";');
sharing.push(path("dist/tamis-index.js"));
for (const entry of inside) {
  const file = `${path("dist")}/${relative(path("ts"), entry).replace(/\.ts$/, ".js")}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, entryOf(entry));
  sharing.push(file);
}
// The first is what the others need, so that it is written when all that imports it is there.
const wholes = [];
for (const one of shared.toReversed()) {
  wholes.push(await one.write(sharing, one === shared[0] ? [sharedBase(".")] : []));
  sharing.push(one.file);
}
// Started for every call of a tool: one file opens faster than a dozen, and CommonJS starts without the loader of modules.
const started = await build({
  ...{ ...alone, format: "cjs", outExtension: { ".js": ".cjs" }, minifyIdentifiers: true, metafile: true },
  entryPoints: { hook: path("ts/cli/hook/main.ts"), "status-line": path("ts/cli/status-line/main.ts") },
  external: APART,
  // Node has the core in files beside these.
  alias: { "#packed-wasm": path("dist/no-packed-wasm.js") },
  logOverride: { "empty-import-meta": "silent" },
});
// A thread's own file, found beside what starts the thread.
await build({ ...alone, entryPoints: { "sqlite-worker": path("ts/base/sqlite-worker.ts") } });
// The plugin of Claude Code as a folder, for marketplaces and --plugin-dir.
const plugin = await build({
  ...{ ...options, splitting: false, write: false },
  entryPoints: entries("agents/claude-plugin"),
});
const { claudePluginFiles } = await import(asUrl(plugin));
for (const [name, text] of Object.entries(claudePluginFiles({ file: "tamis", args: [] }, manifest.version))) {
  const file = path(`dist/claude-plugin/${name}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
// The MCP SDK is nothing that anybody should have to install for one tool: the parts that are used are inside.
const mcp = await build({
  ...options,
  ...{ splitting: false, metafile: true },
  entryPoints: { mcp: path("ts/cli/mcp/serve.ts") },
});
// The command itself is CommonJS, and names those and the small ones.
const commonJs = {
  format: "cjs",
  splitting: false,
  outExtension: { ".js": ".cjs" },
  external: [...options.external, "./*.js"],
};
await build({ ...options, ...commonJs, entryPoints: [path("ts/cli/main.cts")] });

// Bundlers take the index itself, by the condition "module" in package.json, and Node, by "module-sync", an entry that loads it
// later. Others take the index with a function that is never called: tools that copy the files of a program to a server follow
// literal names behind this spelling (Next.js, @vercel/nft).
const platforms = manifest.napi.targets.map((target) => `tamis-${parseTriple(target).platformArchABI}`);
const index = readFileSync(path("dist/index.js"), "utf8");
const later = [
  "./node.js",
  "./tamis-index.js",
  "./tamis-session.js",
  "./tamis.wasm",
  "./vocabularies.bin",
  "./no-packed-wasm.js",
  "./sqlite-worker.js",
  "smol-toml",
  "@pydantic/genai-prices",
  ...platforms,
];
const calls = later.map((name) => `require(${JSON.stringify(name)})`);
const traced = `import{createRequire}from"node:module";const require=createRequire(import.meta.url);()=>[${calls}];`;
writeFileSync(path("dist/traced.js"), `${index}${traced}\n`);
const entry = nodeEntry(
  await import(pathToFileURL(path("dist/index.js")).href),
  await import(pathToFileURL(path("dist/base.js")).href),
);
writeFileSync(path("dist/node.js"), entry);

dropUnreachedTypes();

// For `require`, which Node has for modules since 20.19: the same module by another name, so that TypeScript, whose
// "module": "node16" does not know that, has types that are CommonJS's.
const ignored = '// @ts-ignore Node can require modules; "module": "node16" does not know.\n';
// Where Node has an entry of its own, tools that copy files are led to the whole, by a function that is never called.
for (const { require: entry, default: file, "module-sync": node = file } of Object.values(manifest.exports)) {
  if (entry === undefined) continue;
  const whole = node === file ? "" : `()=>require("./${basename(file)}");`;
  writeFileSync(path(entry.default), `"use strict";module.exports=require("./${basename(node)}");${whole}\n`);
  writeFileSync(path(entry.types), `${ignored}export * from "./${basename(entry.types, ".d.cts")}.js";\n`);
}

// What the licences of the packages inside these files ask for.
const inFiles = bundledPackages(
  [edge, library, started, mcp, ...wholes].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  root,
);
writeFileSync(path("dist/THIRD-PARTY-NOTICES"), renderPackageNotices(inFiles));

// For editors, which find it at `tamis/schema.json`.
writePrinted("dist/schema.json", "config", "schema");
// Nobody reads it, and its white space would be as much as its text.
writeFileSync(path("dist/schema.json"), JSON.stringify(JSON.parse(readFileSync(path("dist/schema.json"), "utf8"))));
await buildPage(path("dist/ui/app"));

/**
 * The core over WebAssembly as a file, and as a module that bundlers take along (the import `#packed-wasm` in package.json);
 * the vocabularies for exact counts beside them. Without the Rust target there is nothing to copy (`crates/wasm/build.mjs`).
 */
function copyCore() {
  const file = (name) => path(`ts/binding/${name}`);
  if (existsSync(file("vocabularies.bin"))) cpSync(file("vocabularies.bin"), path("dist/vocabularies.bin"));
  const packed = existsSync(file("tamis.wasm"))
    ? JSON.stringify(deflateRawSync(readFileSync(file("tamis.wasm")), { level: 9 }).toString("base64"))
    : undefined;
  if (packed !== undefined) cpSync(file("tamis.wasm"), path("dist/tamis.wasm"));
  writeFileSync(path("dist/packed-wasm.js"), `export const packed=${packed};\n`);
  writeFileSync(path("dist/no-packed-wasm.js"), "export const packed=undefined;\n");
}

/** Another text in the place of a module. */
function withText(module, contents) {
  const onlyIt = { filter: new RegExp(`/ts/${module}\\.ts$`) };
  return { name: module, setup: ({ onLoad }) => onLoad(onlyIt, () => ({ contents, resolveDir: root })) };
}

/** What was built and not written, to be imported. */
function asUrl({ outputFiles: [file] }) {
  return `data:text/javascript;base64,${Buffer.from(file.contents).toString("base64")}`;
}

/** Writes what the built command prints. */
function writePrinted(file, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path("dist/cli/main.cjs"), ...args], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`tamis ${args.join(" ")}: ${stderr}`);
  writeFileSync(path(file), stdout);
}

/** Deletes declarations that no entry's types lead to: half of all, with the tables of tokens as types among them. */
function dropUnreachedTypes() {
  const reached = new Set();
  const waiting = Object.values(manifest.exports)
    .flatMap(({ types = [] }) => types)
    .map((types) => join(root, types));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const references = readFileSync(file, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)\.js"/g);
    for (const [, to] of references) waiting.push(join(dirname(file), `${to}.d.ts`));
  }
  for (const name of readdirSync(path("dist"), { recursive: true })) {
    const file = join(path("dist"), name);
    if (/\.d\.c?ts$/.test(name) && !reached.has(file)) rmSync(file);
  }
}

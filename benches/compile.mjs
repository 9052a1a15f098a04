// Strips the types of the benchmarks and of the generators that they share with the tests. `npm run lint` checks the
// types; here each file is translated alone, within a second.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
const outDir = join(root, "benches/.bench");
/** It spells policies with code of the package, which is not compiled here. */
const BUNDLED = "__test__/support/written.ts";

/** Compiles everything; returns the path of the compiled entry. */
export function compileBenches() {
  rmSync(outDir, { recursive: true, force: true });
  for (const path of [...typeScriptIn("benches"), ...typeScriptIn("__test__/support")]) compile(path);
  const outfile = join(outDir, BUNDLED.replace(/\.ts$/, ".js"));
  buildSync({ entryPoints: [join(root, BUNDLED)], bundle: true, platform: "node", format: "esm", outfile });
  for (const path of ["benches/machine.mjs", "__test__/support/hostile-outputs.mjs"])
    copyFileSync(join(root, path), join(outDir, path));
  return join(outDir, "benches/main.js");
}

function typeScriptIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith(".") ? [] : typeScriptIn(path);
    return entry.name.endsWith(".ts") ? [path] : [];
  });
}

function compile(path) {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    inlineSourceMap: true,
  };
  const source = readFileSync(join(root, path), "utf8");
  const { outputText } = ts.transpileModule(source, { compilerOptions, fileName: path });
  const target = join(outDir, path.replace(/\.ts$/, ".js"));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}

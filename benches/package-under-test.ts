// The built package: the benchmarks time `dist`, never the sources. Only types come from `ts/`.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as Fetch from "../ts/adapters/fetch.js";
import type * as Edge from "../ts/edge/index.js";
import type * as History from "../ts/history/index.js";
import type * as Index from "../ts/index.js";
import type * as Simulate from "../ts/simulate/index.js";
import type * as Tokens from "../ts/tokens/index.js";
import type * as Validate from "../ts/validate/index.js";

/** The top of the checkout, found by its package.json, because compiled benchmarks are deeper than their sources. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

/** What the benchmarks use of the built package. */
export interface BuiltPackage {
  index: typeof Index;
  /** The same core as WebAssembly, in this process. */
  edge: typeof Edge;
}

/** @throws Error with what to do where `dist` is missing. */
export async function loadPackage(): Promise<BuiltPackage> {
  const index = await importBuilt<typeof Index>("index.js");
  const edge = await importBuilt<typeof Edge>("edge/index.js");
  return { index, edge };
}

/** Other entries of the package that benchmarks use: `tamis/NAME`. */
export interface Rooms {
  history: typeof History;
  simulate: typeof Simulate;
  tokens: typeof Tokens;
  validate: typeof Validate;
  "adapters/fetch": typeof Fetch;
}

/** @throws Error as {@link loadPackage}. */
export function loadRoom<Name extends keyof Rooms>(name: Name): Promise<Rooms[Name]> {
  return importBuilt<Rooms[Name]>(name === "adapters/fetch" ? "adapters/fetch.js" : `${name}/index.js`);
}

async function importBuilt<Module>(path: string): Promise<Module> {
  const file = join(ROOT, "dist", path);
  if (!existsSync(file)) throw new Error(`dist/${path} is missing: run \`npm run build\` first`);
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Module;
}

function findRoot(folder: string): string {
  const manifest = join(folder, "package.json");
  if (existsSync(manifest)) {
    const { name } = JSON.parse(readFileSync(manifest, "utf8")) as { name?: string };
    if (name === "tamis") return folder;
  }
  if (dirname(folder) === folder) throw new Error("benches: not inside a checkout of tamis");
  return findRoot(dirname(folder));
}

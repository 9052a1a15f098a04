// What the package adds to an application's bundle: no more than docs/design/packaging.md says.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { describe, expect, it } from "vitest";
import { EDGE_OPTIONS } from "../../ts/edge/build.mjs";
import { ROOT, read } from "../architecture/typescript-imports.js";
import { ensureBuilt } from "../cli/run-cli.js";
import { itWithWasm } from "../support/wasm.js";

const withoutCore: Plugin = {
  name: "without WebAssembly",
  setup: ({ onResolve }) => {
    onResolve({ filter: /packed-wasm/ }, ({ path }) => ({ path, external: true }));
  },
};

/** Bytes of a minified bundle, gzipped, and the files of which it has code. */
async function bundled(contents: string, options: BuildOptions) {
  const { outputFiles, metafile } = await build({
    ...{ bundle: true, minify: true, write: false, metafile: true, format: "esm", logLevel: "error" },
    ...options,
    stdin: { contents, resolveDir: ROOT },
  });
  return {
    gzipKb: gzipSync(outputFiles?.[0]?.contents ?? "", { level: 9 }).length / 1000,
    files: Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  };
}

const NODE: BuildOptions = { platform: "node", target: "node20" };
const ALONE = 'export { reduceBody } from "./dist/index.js";';

/** The figure of a row of the table in docs/design/packaging.md. */
function written(row: string): number {
  const [, figure] = new RegExp(`^\\| ${row} +\\| +([\\d.]+) KB`, "m").exec(read("docs/design/packaging.md")) ?? [];
  return Number(figure);
}

const near = (kb: number, figure: number) => {
  expect(kb).toBeLessThan(figure * 1.05);
  expect(kb).toBeGreaterThan(figure * 0.85);
};

describe("gzipped bundles", () => {
  ensureBuilt();
  const itWhole = itWithWasm("the sizes of bundles with WebAssembly");

  itWhole("of reduceBody alone", async () => {
    const { gzipKb, files } = await bundled(ALONE, NODE);
    near(gzipKb, written("`reduceBody` alone"));
    // What one entry has in common with the others, what needs nothing, and WebAssembly; nothing of a session.
    expect(files.filter((path) => path.startsWith("dist/")).sort()).toEqual([
      "dist/base.js",
      "dist/lib.js",
      "dist/packed-wasm.js",
    ]);
  });

  it("of its code, without WebAssembly", async () => {
    const { gzipKb } = await bundled(ALONE, { ...NODE, plugins: [withoutCore] });
    near(gzipKb, written("… its code"));
  });

  it("leave out what is not used", async () => {
    const entry = 'export { LIMITS, TamisError } from "./dist/index.js";';
    expect((await bundled(entry, NODE)).gzipKb).toBeLessThan(3);
  });

  itWhole("of tamis/edge", async () => {
    const entryPoints = [join(ROOT, "dist/edge/index.js")];
    const { outputFiles } = await build({ ...EDGE_OPTIONS, entryPoints, minify: true, write: false });
    near(gzipSync(outputFiles?.[0]?.contents ?? "", { level: 9 }).length / 1000, written("`tamis/edge`, all of it"));
  });
});

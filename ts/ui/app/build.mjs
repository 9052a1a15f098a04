// Makes the page's static files in dist/ui/app: one script, one of the plots, one style sheet. Their names are constant,
// since the server names their content in an ETag.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const folder = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Packages whose code is in the files: their licences ask for a copy of them. */
const BUNDLED = ["preact", "@preact/signals", "@preact/signals-core", "uplot"];

/** @param {string} outDir where the files go */
export async function buildPage(outDir = folder("../../../dist/ui/app")) {
  await build({
    root: folder("."),
    configFile: false,
    // As APP_PATH in ../api/failure.ts.
    base: "/_tamis/app/",
    publicDir: folder("public"),
    logLevel: "warn",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      // The page's policy allows neither scripts nor data in the place of files.
      assetsInlineLimit: 0,
      modulePreload: false,
      cssCodeSplit: false,
      rollupOptions: {
        output: {
          entryFileNames: "app.js",
          chunkFileNames: "[name].js",
          assetFileNames: (asset) =>
            asset.names.some((name) => name.endsWith(".css")) ? "app.css" : "[name][extname]",
        },
      },
    },
  });
  const licenses = BUNDLED.map((name) => {
    const text = readFileSync(folder(`../../../node_modules/${name}/LICENSE`), "utf8");
    return `${name}\n\n${text.trim()}\n`;
  });
  writeFileSync(join(outDir, "licenses.txt"), licenses.join("\n---\n\n"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage();

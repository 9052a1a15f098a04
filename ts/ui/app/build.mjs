// Makes the page's static files in dist/ui/app: one script, one of the plots, one style sheet. Their names are constant,
// since the server names their content in an ETag.
import { fileURLToPath } from "node:url";
import { build } from "vite";

const folder = (name) => fileURLToPath(new URL(name, import.meta.url));

/** @param {string} outDir where the files go */
export function buildPage(outDir = folder("../../../dist/ui/app")) {
  return build({
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
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage();

import { join } from "node:path";

/**
 * `require` for what is loaded only when it is needed, as seen from the file that this runs from. Not of an imported
 * `createRequire`, which webpack carries out at build time; file tracers have `dist/node.js` (`ts/build.mjs`).
 */
export const requireHere = process.getBuiltinModule("node:module").createRequire(ownFile());

/** esbuild leaves no URL in CommonJS output, where `__filename` is the bundle's. */
function ownFile(): string | URL {
  const url: string | undefined = import.meta.url;
  if (url) return url;
  return typeof __filename === "string" ? __filename : join(process.cwd(), "bundle.js");
}

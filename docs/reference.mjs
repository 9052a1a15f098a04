// `npm run docs`: the API reference of every public entry, from the docstrings, as pages in build/docs.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Application } from "typedoc";

const ROOT = fileURLToPath(new URL("..", import.meta.url))
  .replace(/[\\/]$/, "")
  .replaceAll("\\", "/");
const manifest = JSON.parse(readFileSync(`${ROOT}/package.json`, "utf8"));
const entryPoints = Object.values(manifest.exports)
  .filter((target) => typeof target === "object")
  .map(({ types }) => types.replace(/^\.\/dist\//, "ts/").replace(/\.d\.ts$/, ".ts"))
  .map((path) => `${ROOT}/${path}`);

const app = await Application.bootstrap({
  entryPoints,
  basePath: `${ROOT}/ts`,
  tsconfig: `${ROOT}/ts/tsconfig.json`,
  // `npm run check` has checked them.
  skipErrorChecking: true,
  name: manifest.name,
  readme: "none",
  // Types of other packages and of the inside are named, not explained.
  validation: { notExported: false, invalidLink: false },
  excludeInternal: true,
  excludePrivate: true,
  disableSources: true,
  logLevel: "Warn",
});
const project = await app.convert();
if (project === undefined) process.exit(1);
await app.generateDocs(project, `${ROOT}/build/docs`);
process.exit(app.logger.hasErrors() ? 1 : 0);

// Commands as they run where optional packages are not installed.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./folder.js";

/** What hides packages, and Node's own SQLite, from a program: loaded before it. */
const PRELOAD = (names: readonly string[]) => `
const nodeModule = require("node:module");
const names = ${JSON.stringify(names)};
const isHidden = (request) => names.some((name) => request === name || request.startsWith(name + "/"));
const missing = (request, code) => Object.assign(new Error("Cannot find " + request), { code });
const resolve = nodeModule._resolveFilename;
nodeModule._resolveFilename = function (request, ...rest) {
  if (isHidden(request)) throw missing(request, "MODULE_NOT_FOUND");
  return resolve.call(this, request, ...rest);
};
const hooks = "export async function resolve(request, context, next) {" +
  "if (" + JSON.stringify(names) + ".some((name) => request === name || request.startsWith(name + '/')))" +
  " throw Object.assign(new Error('Cannot find ' + request), { code: 'ERR_MODULE_NOT_FOUND' });" +
  " return next(request, context); }";
nodeModule.register("data:text/javascript," + encodeURIComponent(hooks));
const builtin = process.getBuiltinModule;
if (names.includes("node:sqlite"))
  process.getBuiltinModule = (name) => (name === "node:sqlite" ? undefined : builtin.call(process, name));
`;

/** Variables for a program that finds none of these packages; `node:sqlite` is Node's own. */
export function withoutPackages(...names: readonly string[]): { NODE_OPTIONS: string } {
  const folder = temporaryFolder();
  const file = join(folder, "hide.cjs");
  writeFileSync(file, PRELOAD(names));
  return { NODE_OPTIONS: `--require ${file}` };
}

// How a package is installed where this one finds it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ownFile } from "./own-file.js";

/** The command that puts a package beside this one: a global or passing installation does not see that of the folder. */
export function installCommand(name: string, here = ownFile("lib.js") ?? ""): string {
  const [, prefix] = /^(.*)[\\/]node_modules[\\/]tamis[\\/]/.exec(here) ?? [];
  if (prefix === undefined) return `npm install ${name}`;
  if (/[\\/]_npx[\\/]/.test(here)) return `npx --package tamis --package ${name} tamis …`;
  return existsSync(join(prefix, "package.json")) ? `npm install ${name}` : `npm install --global ${name}`;
}

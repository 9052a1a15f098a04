// `npm run check`: biome and the TypeScript compiler at the same time. What the compiler found out is kept in build/, so
// that the next run looks only at what has changed.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COMMANDS = [
  ["biome", "check", "."],
  ["tsc", "-p", "tsconfig.json", "--incremental", "--tsBuildInfoFile", "build/check.tsbuildinfo"],
  ["tsc", "-p", "ts/ui/app/tsconfig.json", "--incremental", "--tsBuildInfoFile", "build/check-page.tsbuildinfo"],
];

const codes = COMMANDS.map(
  (args) =>
    new Promise((resolve) => {
      const child = spawn("npx", args, { cwd: ROOT, stdio: "inherit", shell: process.platform === "win32" });
      child.on("error", () => resolve(1));
      child.on("close", resolve);
    }),
);
process.exitCode = (await Promise.all(codes)).every((code) => code === 0) ? 0 : 1;

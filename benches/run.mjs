// `npm run bench`: builds the package, compiles the benchmarks into benches/.bench and runs them there, so that the
// TypeScript here needs no loader. `npm run bench -- --help` lists the options; `--no-build` skips the first step.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { compileBenches } from "./compile.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const args = process.argv.slice(2);

function run(command, commandArgs, options = {}) {
  const { status, error } = spawnSync(command, commandArgs, { cwd: root, stdio: "inherit", ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

const needsBuild = !["--no-build", "--help", "-h"].some((flag) => args.includes(flag));
// The build talks on stderr only: stdout belongs to the results.
if (needsBuild)
  run("npm", ["run", "--silent", "build"], { stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
const main = compileBenches();
run(process.execPath, [main, ...args.filter((flag) => flag !== "--no-build")]);

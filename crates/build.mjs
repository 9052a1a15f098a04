// Builds the addon and the core over WebAssembly at the same time: each ends in minutes of optimising on one processor.
//
//   node crates/build.mjs
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const BUILDS = ["node/build.mjs", "wasm/build.mjs"];

const codes = await Promise.all(BUILDS.map(run));
process.exitCode = codes.find((code) => code !== 0) ?? 0;

/** Runs one build and shows what it printed: the first one's as it comes, any other's when it has ended. */
function run(file, index) {
  const stdio = index === 0 ? "inherit" : ["inherit", "pipe", "pipe"];
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], { stdio });
  const printed = [];
  child.stdout?.on("data", (bytes) => printed.push(bytes));
  child.stderr?.on("data", (bytes) => printed.push(bytes));
  return new Promise((resolve) => {
    child.on("error", () => resolve(1));
    child.on("close", (code) => {
      process.stderr.write(Buffer.concat(printed));
      resolve(code ?? 1);
    });
  });
}

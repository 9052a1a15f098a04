import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** What a test file does to its process that another file in the same process would see; scripted agents have one home a process. */
const ALTERS_ITS_PROCESS =
  /\bvi\.(mock|hoisted|doMock|stub|spyOn|useFake|reset)|\bcreateRequire\b|\bprocess\.(env|chdir|argv|exit|on\b|execArgv|memoryUsage)|\bgc\(|\bglobalThis\b|\.prototype\b|\/scripted-agent\.js"/;
/** Rooms of gateways, memory and crashes, and files that count what their process did before. */
const NEEDS_ITS_PROCESS =
  /^__test__\/(benches|boundary|gateway|load|packaging|robustness|two-processes|wasm)\/|\/tokens\.test\.ts$/;

const files = readdirSync("__test__", { recursive: true, encoding: "utf8" })
  .map((path) => join("__test__", path).replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".test.ts"));
const isAlone = (path: string) => NEEDS_ITS_PROCESS.test(path) || ALTERS_ITS_PROCESS.test(readFileSync(path, "utf8"));

export default defineConfig({
  test: {
    // The native addon is loaded once a process; forks keep a crash in one file from hiding the others.
    pool: "forks",
    // Vitest leaves one processor free, which is half of the machine of a small runner.
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    setupFiles: ["__test__/support/seed.ts", "__test__/support/own-folders.ts", "__test__/support/equal-bytes.ts"],
    projects: [
      { extends: true, test: { name: "a process each", include: files.filter(isAlone) } },
      // Starting a process and loading the sources takes longer than most of these files run.
      { extends: true, test: { name: "together", include: files.filter((path) => !isAlone(path)), isolate: false } },
    ],
  },
});

import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["__test__/**/*.test.ts"],
    // The native addon is loaded once a process; forks keep a crash in one file from hiding the others.
    pool: "forks",
    // Vitest leaves one processor free, which is half of the machine of a small runner.
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    setupFiles: ["__test__/support/seed.ts", "__test__/support/own-folders.ts"],
  },
});

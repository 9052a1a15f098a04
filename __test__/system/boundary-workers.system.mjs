// A thousand worker threads load the addon, use it and end in every way; `npm test` does the same with fewer.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

export const name = "boundary-workers";

const RUNS = [
  { count: 1000, parallel: 4 },
  { count: 192, parallel: 64 },
];

export async function run({ log, root }) {
  const runs = RUNS.map(({ count, parallel }) => {
    const startedAt = performance.now();
    const script = join(root, "__test__/boundary/children/workers.mjs");
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, [script, String(count), String(parallel)], {
      encoding: "utf8",
    });
    const ok = status === 0 && stdout.trim() === JSON.stringify({ right: count }) && stderr === "";
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    log(`${ok ? "passed" : "FAILED"}: ${count} workers, ${parallel} at a time (${seconds} s) ${ok ? "" : stderr}`);
    return { count, parallel, ok, status, signal, seconds };
  });
  const failed = runs.filter(({ ok }) => !ok).length;
  return { passed: runs.length - failed, failed, record: { runs } };
}

// How the time of reductions at arrival grows from 1 MB to 64 MB for outputs that are made to be hard: t(2n)/t(n) in CPU time,
// each kind in a process of its own, which keeps its memory. Runs on the build (`npm run build`).
import { fileURLToPath } from "node:url";
import { HOSTILE_NAMES, KEPT_MEMORY } from "../support/hostile-outputs.mjs";
import { tryRun } from "../support/tools.mjs";

export const name = "arrival-growth";

const CHILD = fileURLToPath(new URL("../support/arrival-growth-child.mjs", import.meta.url));
const MB = 1_000_000;
const SIZES = [1, 2, 4, 8, 16, 32, 64].map((megabytes) => megabytes * MB);
const ROUNDS = 5;
const LARGEST_GROWTH = 2.3;
const LOSSLESS = { terminal: true, json: true, paths: true, lineNumbers: "padding" };
const SETTINGS = {
  lossless: LOSSLESS,
  everything: { ...LOSSLESS, lineNumbers: "tenth", longLines: 2000, clip: 10_000 },
};

export async function run({ log, root }) {
  const outcome = { passed: 0, failed: 0, record: { sizes: SIZES, growth: {} } };
  for (const [settings, arrival] of Object.entries(SETTINGS)) {
    for (const family of HOSTILE_NAMES) {
      const growth = await grow(root, arrival, family);
      const isLinear = growth.ratio <= LARGEST_GROWTH;
      outcome[isLinear ? "passed" : "failed"]++;
      outcome.record.growth[`${family}, ${settings}`] = growth;
      const millis = growth.millis.map((time) => time.toFixed(1)).join(", ");
      const [own, copies] = [growth.ratio, growth.copyRatio].map((ratio) => ratio.toFixed(2));
      log(`${isLinear ? "passed" : "FAILED"}: ${family}, ${settings}: ${own} (copies ${copies}); ${millis} ms`);
    }
  }
  return outcome;
}

async function grow(root, arrival, family) {
  const args = ["--expose-gc", CHILD, root, JSON.stringify(arrival), family, ROUNDS, ...SIZES].map(String);
  const { status, output } = await tryRun(process.execPath, args, { env: KEPT_MEMORY });
  if (status !== 0) throw new Error(`growth of ${family}: ${output.slice(-2000)}`);
  return JSON.parse(output.trim().split("\n").at(-1));
}

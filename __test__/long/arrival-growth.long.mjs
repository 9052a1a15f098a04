// How the time of reductions at arrival grows from 1 MB to 64 MB for outputs that are made to be hard: t(2n)/t(n) in CPU time.
// `npm test` goes up to 4 MB. Runs on the build (`npm run build`).
import { join } from "node:path";
import { HOSTILE_NAMES, largestGrowth } from "../support/hostile-outputs.mjs";

export const name = "arrival-growth";

const MB = 1_000_000;
const SIZES = [1, 2, 4, 8, 16, 32, 64].map((megabytes) => megabytes * MB);
const ROUNDS = 5;
const LARGEST_GROWTH = 2.3;
const LOSSLESS = { terminal: true, json: true, paths: true, repeats: true, lineNumbers: "padding" };
const SETTINGS = {
  lossless: LOSSLESS,
  everything: { ...LOSSLESS, lineNumbers: "tenth", similar: true, longLines: 2000, clip: 10_000 },
};

export async function run({ log, root }) {
  const { backend, definePolicy, reduceBody } = await import(join(root, "dist/index.js"));
  if (backend.name !== "native") throw new Error(`the native backend is not in use: ${backend.reason}`);
  const outcome = { passed: 0, failed: 0, record: { sizes: SIZES, growth: {} } };
  for (const [settings, arrival] of Object.entries(SETTINGS)) {
    for (const family of HOSTILE_NAMES) {
      // A new policy each time, so that nothing is remembered.
      const reduce = (body) => reduceBody(body, definePolicy({ arrival }));
      const growth = largestGrowth(reduce, family, { sizes: SIZES, rounds: ROUNDS });
      const isLinear = growth.ratio <= LARGEST_GROWTH;
      outcome[isLinear ? "passed" : "failed"]++;
      outcome.record.growth[`${family}, ${settings}`] = growth;
      const millis = growth.millis.map((time) => time.toFixed(1)).join(", ");
      log(`${isLinear ? "passed" : "FAILED"}: ${family}, ${settings}: ${growth.ratio.toFixed(2)}; ${millis} ms`);
    }
  }
  return outcome;
}

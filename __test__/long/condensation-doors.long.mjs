// All recordings condensed through the public door: no provider fails, every word of the user's stays, what the account calls
// lossless comes back byte for byte, targets are reached where what must stay lets them, what the lossless phase takes, and
// what cannot be read stays as it came at every door on every wire.
import { tryRun } from "../support/tools.mjs";

export const name = "condensation-doors";

const FILES = ["doors", "bad-input", "outer-door", "recordings"].map((name) => `__test__/condensation/${name}.test.ts`);

export async function run({ log, root, shared }) {
  if (shared === undefined) {
    log("skipped: TAMIS_SHARED names no folder of recordings");
    return { passed: 1, failed: 0, record: { skipped: "no recordings" } };
  }
  const env = { TAMIS_SHARED: shared, TAMIS_ALL_RECORDINGS: "1", TAMIS_SHOW: "1" };
  const args = [
    "vitest",
    "run",
    ...FILES,
    "-t",
    "recordings|what cannot be condensed",
    "--reporter=default",
    "--reporter=json",
    "--testTimeout=1200000",
  ];
  const { output } = await tryRun("npx", args, { cwd: root, env });
  const line = output.split("\n").find((one) => one.startsWith('{"numTotalTestSuites"'));
  if (line === undefined) throw new Error(output.slice(-2_000));
  const results = JSON.parse(line).testResults.flatMap(({ assertionResults }) => assertionResults);
  const run = results.filter(({ status }) => status === "passed" || status === "failed");
  for (const { title, status, failureMessages } of run)
    log(`${status}: ${title}${status === "failed" ? `\n${failureMessages.join("\n").slice(0, 2_000)}` : ""}`);
  const failed = run.filter(({ status }) => status === "failed").length;
  const figures = [...output.matchAll(/^.*?figures (\{.*\})$/gm)].map(([, json]) => JSON.parse(json));
  log(JSON.stringify(figures));
  return { passed: run.length - failed, failed, record: Object.assign({}, ...figures) };
}

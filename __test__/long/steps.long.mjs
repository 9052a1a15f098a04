// Every step of every recording and log, with every preset: the replay sends what `reduceBody` makes of that request. `npm test`
// takes one conversation in eighteen, and thirty steps of each.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryRun } from "../support/tools.mjs";

export const name = "steps";

/** Of so many conversations one; a larger number to try out. */
const EVERY = Number(process.env.TAMIS_EVERY ?? 1);

export async function run({ log, root }) {
  const folder = mkdtempSync(join(tmpdir(), "tamis-steps-"));
  try {
    const report = join(folder, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const env = { TAMIS_EVERY: String(EVERY), TAMIS_STEPS: String(Number.MAX_SAFE_INTEGER) };
    const args = ["vitest", "run", "__test__/simulate/step-plans.test.ts", ...reporters];
    const { status, output } = await tryRun("npx", args, { cwd: root, env });
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, "utf8"));
    if (status !== 0) log(output.slice(-3000));
    const compared = Math.max(0, ...[...output.matchAll(/(\d+) steps compared/g)].map(([, steps]) => Number(steps)));
    log(`${compared} steps compared in ${passed + failed} conversations`);
    return { passed, failed, record: { conversations: passed + failed, steps: compared } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Every test of generated cases with ten times as many as in `npm test`; the properties of each wire have a suite of their own.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryRun } from "../support/tools.mjs";

export const name = "generated";

/** Cases: those of `npm test` times this; a smaller one to try out. */
const FACTOR = process.env.TAMIS_TEST_FACTOR ?? "10";

export async function run({ log, root }) {
  const folder = mkdtempSync(join(tmpdir(), "tamis-generated-"));
  try {
    const report = join(folder, "report.json");
    // For tests that have no limit of their own.
    const limit = "--testTimeout=600000";
    const args = ["vitest", "run", ...filesIn(root), limit, "--reporter=json", `--outputFile=${report}`];
    const { status, output } = await tryRun("npx", args, { cwd: root, env: { TAMIS_TEST_FACTOR: FACTOR } });
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, "utf8"));
    if (status !== 0) log(output.slice(-3000));
    return { passed, failed, record: { times: Number(FACTOR) } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The test files whose number of cases the factor multiplies. */
const filesIn = (root) =>
  readdirSync(join(root, "__test__"), { recursive: true })
    .map((path) => join("__test__", path))
    .filter((path) => path.endsWith(".test.ts") && readFileSync(join(root, path), "utf8").includes("cases("));

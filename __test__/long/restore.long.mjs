// Generated conversations come back byte for byte from reports and stores, and keep pinned texts: ten times as many as in `npm test`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryRun } from "../support/tools.mjs";

export const name = "restore";

const FILES = ["__test__/restore/generated.test.ts", "__test__/pipeline/pins.test.ts"];
/** Conversations: 10,000 (2,000 of pins) times this; a smaller one to try out. */
const FACTOR = Number(process.env.TAMIS_TEST_FACTOR ?? 10);

export async function run({ log, root }) {
  const folder = mkdtempSync(join(tmpdir(), "tamis-restore-long-"));
  try {
    const report = join(folder, "report.json");
    const args = ["vitest", "run", ...FILES, "--reporter=json", `--outputFile=${report}`];
    const env = { TAMIS_TEST_FACTOR: String(FACTOR) };
    const { status, output } = await tryRun("npx", args, { cwd: root, env });
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, "utf8"));
    if (status !== 0) log(output.slice(-3000));
    return { passed, failed, record: { conversations: 12_000 * FACTOR } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// The properties of every wire on a million generated requests each, both backends: `npm test` takes ten thousand.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mapJobs, tryRun } from "../support/tools.mjs";

export const name = "wires";

const WIRES = ["openai-chat", "openai-responses", "anthropic", "gemini"];
/** Cases a wire: 10,000 times this; a smaller one to try out. */
const FACTOR = Number(process.env.TAMIS_TEST_FACTOR ?? 100);

export async function run({ log, root }) {
  const folder = mkdtempSync(join(tmpdir(), "tamis-wires-"));
  const record = { factor: FACTOR, wires: {} };
  const total = { passed: 0, failed: 0 };
  try {
    const results = await mapJobs(WIRES, async (wire) => {
      const result = await runWire(wire, { root, folder });
      log(`${wire}: ${result.passed} passed, ${result.failed} failed; ${result.figures.line ?? "no figures"}`);
      return result;
    });
    for (const [index, { passed, failed, figures }] of results.entries()) {
      total.passed += passed;
      total.failed += failed;
      record.wires[WIRES[index]] = figures;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { ...total, record };
}

async function runWire(wire, { root, folder }) {
  const report = join(folder, `${wire}.json`);
  const file = `__test__/differential/wires/${wire}.test.ts`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const startedAt = performance.now();
  const env = { TAMIS_TEST_FACTOR: String(FACTOR) };
  const { status, output } = await tryRun("npx", ["vitest", "run", file, ...reporters], { cwd: root, env });
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, "utf8"));
  if (failed > 0) console.error(output.slice(-4000));
  const [line, cases, changed, masked, clipped] =
    output.match(/(\d+) cases, (\d+) changed, (\d+) masked, (\d+) clipped/) ?? [];
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const counts = { cases: Number(cases), changed: Number(changed), masked: Number(masked), clipped: Number(clipped) };
  return { passed, failed: status === 0 ? failed : Math.max(1, failed), figures: { ...counts, seconds, line } };
}

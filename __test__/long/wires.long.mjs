// The properties of every wire on a million generated requests each, on the addon and on WebAssembly: `npm test` takes 2,500. In
// rounds, each with a seed of its own, so that a long run says how far it is.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mapJobs, tryRun } from "../support/tools.mjs";

export const name = "wires";

const WIRES = ["openai-chat", "openai-responses", "anthropic", "gemini"];
/** Cases a wire: 2,500 times this; a smaller one to try out. */
const FACTOR = Number(process.env.TAMIS_TEST_FACTOR ?? 400);
const ROUNDS = 4;
/** After these the run ends, and says with how many cases. */
const MINUTES = Number(process.env.TAMIS_WIRES_MINUTES ?? 24 * 60);
/** No round is begun with less time than this left. */
const LEAST_MS = 120_000;
/** Of the first round; that of `npm test` comes before it. */
const SEED = 20_261_123;
/** A larger nursery: what a case leaves behind is dead when it fills. */
const ROOM = "--execArgv=--max-semi-space-size=64";

export async function run({ log, root }) {
  const folder = mkdtempSync(join(tmpdir(), "tamis-wires-"));
  const total = { passed: 0, failed: 0 };
  const wires = Object.fromEntries(WIRES.map((wire) => [wire, {}]));
  const turns = Array.from({ length: ROUNDS }, (_, round) => WIRES.map((wire) => ({ wire, round }))).flat();
  const until = Date.now() + MINUTES * 60_000;
  try {
    await mapJobs(turns, async ({ wire, round }) => {
      if (Date.now() > until - LEAST_MS) return;
      const { passed, failed, figures } = await runWire(wire, round, { root, folder, until });
      total.passed += passed;
      total.failed += failed;
      wires[wire] = sum(wires[wire], figures);
      log(
        `${wire}, round ${round + 1} of ${ROUNDS}: ${passed} passed, ${failed} failed; ${JSON.stringify(wires[wire])}`,
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { ...total, record: { casesAskedFor: 2_500 * FACTOR, rounds: ROUNDS, firstSeed: SEED, wires } };
}

const sum = (one, other) =>
  Object.fromEntries(Object.entries(other).map(([key, value]) => [key, (one[key] ?? 0) + value]));

async function runWire(wire, round, { root, folder, until }) {
  const report = join(folder, `${wire}-${round}.json`);
  const file = `__test__/differential/wires/${wire}.test.ts`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const startedAt = performance.now();
  const env = {
    TAMIS_TEST_FACTOR: String(FACTOR / ROUNDS),
    TAMIS_TEST_SEED: String(SEED + round),
    TAMIS_TEST_UNTIL: String(until),
  };
  const { status, output } = await tryRun("npx", ["vitest", "run", file, ROOM, ...reporters], { cwd: root, env });
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, "utf8"));
  if (failed > 0) console.error(output.slice(-4000));
  const [, ...counts] = output.match(/(\d+) cases, (\d+) changed, (\d+) masked, (\d+) clipped, (\d+) CPU s/) ?? [];
  // A round that fails counts no cases.
  const [cases = 0, changed = 0, masked = 0, clipped = 0, cpuSeconds = 0] = counts.map(Number);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const figures = { cases, changed, masked, clipped, cpuSeconds, seconds };
  return { passed, failed: status === 0 ? failed : Math.max(1, failed), figures };
}

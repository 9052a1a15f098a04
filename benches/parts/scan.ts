// The scan alone against UTF-8 validation of the same bytes, both in Rust: crates/core/examples/scan_bench.rs takes the
// turns, and prints one line of JSON.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateChatBody } from "../../__test__/support/generate.js";
import { ROOT } from "../package-under-test.js";
import { bytes, type Part, significant, skippedPart, type Target } from "../part.js";

/** What the example prints: medians in nanoseconds for the whole input. */
interface ScanTimes {
  bytes: number;
  levels: { level: string; scan_ns: number; index_ns: number; plan_ns: number }[];
  utf8_ns: number;
}

const LEAST_GB_PER_SECOND: Record<string, number> = { scalar: 1, avx2: 5 };
const EXAMPLE = "scan_bench";

export const measureScan: Part = async ({ quick }) => {
  const source = join(ROOT, `crates/core/examples/${EXAMPLE}.rs`);
  if (!existsSync(source)) return skippedPart(`crates/core/examples/${EXAMPLE}.rs is not there`);
  const folder = mkdtempSync(join(tmpdir(), "tamis-scan-"));
  try {
    const sizes = quick ? [1_000_000] : [100_000, 1_000_000, 10_000_000];
    const runs = sizes.map((targetBytes) => {
      const file = join(folder, `${targetBytes}.json`);
      writeFileSync(file, generateChatBody({ seed: 1, targetBytes }));
      return runExample(file);
    });
    return summarise(runs);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** @throws Error with cargo's words where the example does not build or run. */
function runExample(file: string): ScanTimes {
  const args = ["run", "--release", "--quiet", "--locked", "-p", "tamis-core", "--example", EXAMPLE, "--", file];
  const { status, stdout, stderr, error } = spawnSync("cargo", args, { cwd: ROOT, encoding: "utf8" });
  if (error || status !== 0) throw new Error(`cargo run --example ${EXAMPLE} failed: ${error?.message ?? stderr}`);
  return JSON.parse(stdout) as ScanTimes;
}

function summarise(runs: readonly ScanTimes[]) {
  const rows = runs.flatMap((run) => [
    ...run.levels.map(({ level, scan_ns, index_ns, plan_ns }) => [
      ...[bytes(run.bytes), level, ...[scan_ns, index_ns, plan_ns].map((time) => speed(run.bytes, time))],
      `${(run.utf8_ns / scan_ns).toFixed(2)} ×`,
    ]),
    [bytes(run.bytes), "UTF-8 validation", speed(run.bytes, run.utf8_ns), "", "", ""],
  ]);
  const head = ["input", "level", "scan", "scan + index", "whole plan", "scan by UTF-8 validation"];
  return {
    tables: [{ title: "Scan, single thread, medians", head, rows }],
    targets: runs.flatMap(targetsOf),
    data: runs,
  };
}

function targetsOf(run: ScanTimes): Target[] {
  if (run.bytes < 900_000 || run.bytes > 2_000_000) return [];
  return run.levels.flatMap(({ level, scan_ns }) => {
    const limit = LEAST_GB_PER_SECOND[level];
    if (limit === undefined) return [];
    return [{ what: `scan, ${level}, 1 MB`, reached: run.bytes / scan_ns, limit, good: "at least", unit: "GB/s" }];
  });
}

const speed = (count: number, nanoseconds: number): string => `${significant(count / nanoseconds)} GB/s`;

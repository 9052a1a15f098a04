// What `tamis savings` costs beside JSON.parse of every line of the same logs: a folder of many sessions, and one session as
// large. Each contestant is a process of its own, in turns.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writeManySessions, writeOneSession } from "../agent-logs.js";
import { median } from "../measure.js";
import { ROOT } from "../package-under-test.js";
import { bytes, type Part, type PartOptions, type PartResult, significant, skippedPart, type Target } from "../part.js";

const MB = 1_000_000;
const MODES = ["parse", "paid", "policies"] as const;
type Mode = (typeof MODES)[number];

/** What benches/children/savings.mjs prints. */
interface Measured {
  cpuMs: number;
  peakBytes: number;
  count: number;
}

interface Row {
  logs: string;
  inputBytes: number;
  medians: Record<Mode, Measured>;
}

const MOST_RATIO = 6;
const MOST_PEAK_BYTES = 300 * MB;

export const measureSavings: Part = async (options) => {
  if (!existsSync("/proc/self/status")) return skippedPart("peak memory is read from /proc, which is not there");
  const folder = mkdtempSync(join(tmpdir(), "tamis-savings-"));
  try {
    return summarise(measureAll(folder, options));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

function measureAll(folder: string, { quick, traces }: PartOptions): Row[] {
  const size = (quick ? 10 : 100) * MB;
  const rounds = quick ? 1 : 3;
  // Recorded logs are beside the recorded requests.
  const logs = traces === undefined ? undefined : join(dirname(traces), "logs");
  const source = logs !== undefined && existsSync(logs) ? logs : undefined;
  const kind = source === undefined ? "generated" : "recorded";
  return [
    { logs: `${kind}, many sessions`, write: writeManySessions },
    { logs: `${kind}, one session`, write: writeOneSession },
  ].map(({ logs, write }, index) => {
    const place = join(folder, String(index));
    mkdirSync(place);
    const inputBytes = write(place, size, source);
    return { logs, inputBytes, medians: mediansOf(place, rounds) };
  });
}

function mediansOf(place: string, rounds: number): Record<Mode, Measured> {
  const runs: Record<Mode, Measured[]> = { parse: [], paid: [], policies: [] };
  for (let round = 0; round < rounds; round++) for (const mode of MODES) runs[mode].push(runChild(place, mode));
  const of = (mode: Mode): Measured => ({
    cpuMs: median(runs[mode].map(({ cpuMs }) => cpuMs)),
    peakBytes: median(runs[mode].map(({ peakBytes }) => peakBytes)),
    count: runs[mode][0]?.count ?? 0,
  });
  return { parse: of("parse"), paid: of("paid"), policies: of("policies") };
}

function runChild(place: string, mode: Mode): Measured {
  const child = join(ROOT, "benches/children/savings.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [child, place, mode], { encoding: "utf8" });
  if (status !== 0) throw new Error(`benches/children/savings.mjs failed: ${stderr}`);
  return JSON.parse(stdout) as Measured;
}

const ratioOf = ({ medians }: Row, mode: Mode): number => medians[mode].cpuMs / medians.parse.cpuMs;

function summarise(rows: readonly Row[]): PartResult {
  return {
    tables: [
      {
        title: "tamis savings: CPU time against JSON.parse of every line, and peak memory",
        head: ["logs", "size", "JSON.parse", "what was paid", "all policies", "peak, paid", "peak, all policies"],
        rows: rows.map((row) => [
          row.logs,
          bytes(row.inputBytes),
          `${significant(row.medians.parse.cpuMs)} ms`,
          `${significant(ratioOf(row, "paid"))} ×`,
          `${significant(ratioOf(row, "policies"))} ×`,
          bytes(row.medians.paid.peakBytes),
          bytes(row.medians.policies.peakBytes),
        ]),
      },
    ],
    targets: rows.flatMap(targetsOf),
    data: rows,
  };
}

function targetsOf(row: Row): Target[] {
  return (["paid", "policies"] as const).flatMap((mode): Target[] => {
    const what = `savings, ${row.logs}, ${mode === "paid" ? "what was paid" : "all policies"}`;
    return [
      { what, reached: ratioOf(row, mode), limit: MOST_RATIO, good: "at most", unit: "×" },
      {
        what: `${what}, peak memory`,
        reached: row.medians[mode].peakBytes / MB,
        limit: MOST_PEAK_BYTES / MB,
        good: "at most",
        unit: "MB",
      },
    ];
  });
}

// Peak memory above input and output, in processes of their own: one loads the package and the body, another reduces it
// as well. The system's high-water marks differ by what the reduction took.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MEMORY_FAMILIES } from "../families.js";
import { median } from "../measure.js";
import { ROOT } from "../package-under-test.js";
import { bytes, type Part, type PartOptions, skippedPart, type Target } from "../part.js";

const MB = 1_000_000;
const LIMIT_BYTES = 16 * MB;
const LIMIT_BYTES_A_SMALL_MESSAGE = 96;
/** Mask-only is the first; the second weighs every message, too, as the default policy does. */
const STRATEGIES = ["every-turn", "rent"] as const;
type Strategy = (typeof STRATEGIES)[number];

/** What benches/children/peak-memory.mjs prints. */
interface Peak {
  peakBytes: number;
  /** 0 where the input itself came back. */
  outputBytes: number;
  messageCount: number;
}

interface MemoryRow {
  family: string;
  strategy: Strategy;
  inputBytes: number;
  outputBytes: number;
  messageCount: number;
  /** Peak above input and output. */
  aboveBytes: number;
  limitBytes: number;
}

export const measureMemory: Part = async (options) => {
  if (!existsSync("/proc/self/status")) return skippedPart("peak memory is read from /proc, which is not there");
  const folder = mkdtempSync(join(tmpdir(), "tamis-memory-"));
  try {
    return summarise(measureRows(folder, options));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

function measureRows(folder: string, { quick }: PartOptions): MemoryRow[] {
  const file = join(folder, "body.json");
  return MEMORY_FAMILIES.flatMap(({ name, make, isBelowKilobyte }) =>
    (quick ? [1, 8] : [1, 4, 16, 64]).map((megabytes) => {
      const body = make(megabytes * MB);
      writeFileSync(file, body);
      return STRATEGIES.map((strategy) => {
        const { aboveBytes, outputBytes, messageCount } = measureFile(file, strategy, quick ? 1 : 5);
        const limitBytes = LIMIT_BYTES + (isBelowKilobyte ? LIMIT_BYTES_A_SMALL_MESSAGE * messageCount : 0);
        return { family: name, strategy, inputBytes: body.length, outputBytes, messageCount, aboveBytes, limitBytes };
      });
    }),
  ).flat();
}

/** Medians over several pairs of processes: each starts with a little more or less memory than the one before. */
function measureFile(
  file: string,
  strategy: Strategy,
  pairs: number,
): Pick<MemoryRow, "outputBytes" | "messageCount" | "aboveBytes"> {
  const loaded = Array.from({ length: pairs }, () => runChild(file, "load", strategy));
  const reduced = Array.from({ length: pairs }, () => runChild(file, "reduce", strategy));
  const { outputBytes = 0, messageCount = 0 } = reduced[0] ?? {};
  const peakOf = (peaks: readonly Peak[]) => median(peaks.map(({ peakBytes }) => peakBytes));
  return { aboveBytes: peakOf(reduced) - peakOf(loaded) - outputBytes, outputBytes, messageCount };
}

function runChild(file: string, mode: "load" | "reduce", strategy: Strategy): Peak {
  const child = join(ROOT, "benches/children/peak-memory.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [child, file, mode, strategy], { encoding: "utf8" });
  if (status !== 0) throw new Error(`benches/children/peak-memory.mjs failed: ${stderr}`);
  return JSON.parse(stdout) as Peak;
}

function summarise(rows: readonly MemoryRow[]) {
  const head = ["requests", "cache.strategy", "input", "output", "messages", "above input + output", "limit"];
  const cells = rows.map(({ family, strategy, inputBytes, outputBytes, messageCount, aboveBytes, limitBytes }) => [
    ...[
      family,
      strategy,
      bytes(inputBytes),
      outputBytes === 0 ? "the input" : bytes(outputBytes),
      String(messageCount),
    ],
    ...[bytes(Math.max(0, aboveBytes)), `≤ ${bytes(limitBytes)}`],
  ]);
  return {
    tables: [
      {
        title: "Peak memory of one native reduceBody: mask-only, and with the default cache.strategy",
        head,
        rows: cells,
      },
    ],
    targets: rows.map(targetOf),
    data: rows,
  };
}

const targetOf = ({ family, strategy, inputBytes, aboveBytes, limitBytes }: MemoryRow): Target => ({
  what: `memory, ${family}, ${bytes(inputBytes)}, cache.strategy ${strategy}`,
  reached: aboveBytes / MB,
  limit: Number((limitBytes / MB).toFixed(1)),
  good: "at most",
  unit: "MB",
});

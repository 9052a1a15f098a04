// `reduceBodyInto` with buffers used again and again against `reduceBody`, which gives each output fresh memory. In
// turns, in the loop of a gateway: sixteen outputs are in flight before the first is let go, and the event loop turns
// now and then. Masking everything old leaves so little that reading dominates; with a long window writing does.
import { generateChatBody } from "../../__test__/support/generate.js";
import { letMemoryGo, median } from "../measure.js";
import { type BuiltPackage, loadPackage } from "../package-under-test.js";
import { bytes, duration, type Part, type Target } from "../part.js";
import type { BuiltTable } from "../table.js";
import { threadMicros } from "../thread-time.js";

const MB = 1_000_000;
const SIZES = [0.3 * MB, 1 * MB, 4 * MB, 10 * MB];
/** From this size on fresh pages dominate, and the target holds. */
const TARGET_FROM_BYTES = 1 * MB;
const TARGET_RATIO = 1.3;

const IN_FLIGHT = 16;

interface Row {
  /** Share of the tool turns that the window keeps; 0: all but the newest eight are masked. */
  kept: number;
  inputBytes: number;
  outputBytes: number;
  /** The thread's own time, median over rounds, a call. */
  micros: { into: number; fresh: number };
  rounds: number;
}

export const measureInto: Part = async ({ quick, seconds }) => {
  const { index } = await loadPackage();
  const rows: Row[] = [];
  for (const kept of [0, 0.9]) {
    for (const targetBytes of quick ? SIZES.slice(0, 2) : SIZES) {
      rows.push(await measureRow(index, kept, targetBytes, seconds));
    }
  }
  return { tables: [tableOf(rows)], targets: rows.flatMap(targetOf), data: rows };
};

async function measureRow(
  { definePolicy, reduceBody, reduceBodyInto }: BuiltPackage["index"],
  kept: number,
  targetBytes: number,
  seconds: number,
): Promise<Row> {
  const body = generateChatBody({ seed: 1, targetBytes });
  const { toolTurnCount } = reduceBody(body).report;
  const windowTurns = Math.max(8, Math.round(kept * toolTurnCount));
  const policy = definePolicy({ mask: { keepErrors: false, minChars: 0, windowTurns } });
  const buffers = Array.from({ length: IN_FLIGHT }, () => Buffer.alloc(body.length));
  const outputs: Uint8Array[] = [];
  let call = 0;
  const into = () => reduceBodyInto(body, buffers[call++ % IN_FLIGHT] ?? body, policy);
  const fresh = () => {
    outputs[call++ % IN_FLIGHT] = reduceBody(body, policy).body;
  };
  const { body: expected } = reduceBody(body, policy);
  const { bytesWritten } = into();
  if (!buffers[0]?.subarray(0, bytesWritten).equals(expected)) throw new Error("different answers");
  await timeRounds({ into, fresh }, seconds / 5);
  const times = await timeRounds({ into, fresh }, seconds);
  const micros = { into: median(times.into), fresh: median(times.fresh) };
  return { kept, inputBytes: body.length, outputBytes: bytesWritten, micros, rounds: times.into.length };
}

/** Sixteen calls of one way, then of the other, in alternating order; microseconds a call. */
async function timeRounds(ways: Record<"into" | "fresh", () => unknown>, seconds: number) {
  const times = { into: [] as number[], fresh: [] as number[] };
  const startedAt = performance.now();
  for (let round = 0; round < 6 || performance.now() - startedAt < seconds * 1000; round++) {
    for (const way of round % 2 === 0 ? (["into", "fresh"] as const) : (["fresh", "into"] as const)) {
      const before = threadMicros();
      for (let call = 0; call < IN_FLIGHT; call++) {
        ways[way]();
        if (call % 4 === 3) await letMemoryGo();
      }
      times[way].push((threadMicros() - before) / IN_FLIGHT);
    }
  }
  return times;
}

/** Where little is left to write there is little to win, and nothing is promised. */
function targetOf({ kept, inputBytes, micros }: Row): Target[] {
  if (kept === 0 || inputBytes < TARGET_FROM_BYTES * 0.95) return [];
  const what = `reduceBodyInto against reduceBody, ${bytes(inputBytes)}, most of it kept`;
  return [{ what, reached: micros.fresh / micros.into, limit: TARGET_RATIO, good: "at least", unit: "×" }];
}

function tableOf(rows: readonly Row[]): BuiltTable {
  return {
    title: "reduceBodyInto (buffers used again) against reduceBody, sixteen in flight: the thread's own time, in turns",
    head: ["input", "output", "into", "reduceBody", "ratio"],
    rows: rows.map(({ inputBytes, outputBytes, micros }) => [
      ...[inputBytes, outputBytes].map(bytes),
      ...[micros.into, micros.fresh].map(duration),
      `${(micros.fresh / micros.into).toFixed(2)} ×`,
    ]),
  };
}

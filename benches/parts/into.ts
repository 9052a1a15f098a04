// `reduceBodyInto` with buffers used again and again against `reduceBody`, which gives each output memory of its own, in
// turns, in two situations:
// - steady: the loop of a gateway, sixteen outputs in flight, the event loop turning now and then. The allocator hands
//   the memory of old outputs out again, so there is little to win, and nothing is promised;
// - burst: outputs pile up faster than they are let go, so that each lies in fresh pages, and making those dominates.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateChatBody } from "../../__test__/support/generate.js";
import { letMemoryGo, median } from "../measure.js";
import { type BuiltPackage, loadPackage, ROOT } from "../package-under-test.js";
import { bytes, duration, type Part, type Target } from "../part.js";
import type { BuiltTable } from "../table.js";
import { threadMicros } from "../thread-time.js";

const MB = 1_000_000;
const SIZES = [0.3 * MB, 1 * MB, 4 * MB, 10 * MB];
/** From this size on the target holds. */
const TARGET_FROM_BYTES = 1 * MB;
const TARGET_RATIO = 1.3;

const IN_FLIGHT = 16;
/** Bytes reduced before the clock is read: it ticks in steps of some milliseconds. */
const ROUND_BYTES = 64 * MB;
/** What the outputs of a burst add up to. */
const BURST_BYTES = 500 * MB;
/** Share of the tool turns that the window keeps where most of the output is to be written. */
const MOST = 0.9;

interface Row {
  situation: "steady" | "burst";
  inputBytes: number;
  outputBytes: number;
  /** A call, median; the thread's own time where it is steady. */
  micros: { into: number; fresh: number };
}

export const measureInto: Part = async ({ quick, seconds }) => {
  const { index } = await loadPackage();
  const sizes = quick ? SIZES.slice(0, 2) : SIZES;
  const rows: Row[] = [];
  for (const kept of [0, MOST]) {
    for (const targetBytes of sizes) rows.push(await measureSteady(index, kept, targetBytes, seconds));
  }
  for (const targetBytes of sizes) rows.push(measureBurst(index, targetBytes));
  return { tables: [tableOf(rows)], targets: rows.flatMap(targetOf), data: rows };
};

/** A body, and the window that keeps `kept` of its tool turns, at least the newest eight. */
function makeInput({ reduceBody }: BuiltPackage["index"], kept: number, targetBytes: number) {
  const body = generateChatBody({ seed: 1, targetBytes });
  return { body, windowTurns: Math.max(8, Math.round(kept * reduceBody(body).report.toolTurnCount)) };
}

async function measureSteady(
  index: BuiltPackage["index"],
  kept: number,
  targetBytes: number,
  seconds: number,
): Promise<Row> {
  const { definePolicy, reduceBody, reduceBodyInto } = index;
  const { body, windowTurns } = makeInput(index, kept, targetBytes);
  const mask = { keepErrors: false, minChars: 0, windowTurns };
  const policy = definePolicy({ mask, cache: { strategy: "every-turn" } });
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
  const calls = Math.max(IN_FLIGHT, Math.ceil(ROUND_BYTES / body.length));
  await timeRounds({ into, fresh }, calls, seconds / 5);
  const times = await timeRounds({ into, fresh }, calls, seconds);
  const micros = { into: median(times.into), fresh: median(times.fresh) };
  return { situation: "steady", inputBytes: body.length, outputBytes: bytesWritten, micros };
}

/** Some calls of one way, then of the other, in alternating order; microseconds a call. */
async function timeRounds(ways: Record<"into" | "fresh", () => unknown>, calls: number, seconds: number) {
  const times = { into: [] as number[], fresh: [] as number[] };
  const startedAt = performance.now();
  for (let round = 0; round < 6 || performance.now() - startedAt < seconds * 1000; round++) {
    for (const way of round % 2 === 0 ? (["into", "fresh"] as const) : (["fresh", "into"] as const)) {
      const before = threadMicros();
      for (let call = 0; call < calls; call++) {
        ways[way]();
        if (call % 4 === 3) await letMemoryGo();
      }
      times[way].push((threadMicros() - before) / calls);
    }
  }
  return times;
}

/** Runs in a process of its own, whose memory has not been used before. */
function measureBurst(index: BuiltPackage["index"], targetBytes: number): Row {
  const { body, windowTurns } = makeInput(index, MOST, targetBytes);
  const folder = mkdtempSync(join(tmpdir(), "tamis-burst-"));
  try {
    const file = join(folder, "body.json");
    writeFileSync(file, body);
    const args = [join(ROOT, "benches/children/burst.mjs"), file, windowTurns, Math.ceil(BURST_BYTES / body.length)];
    const { status, stdout, stderr } = spawnSync(process.execPath, args.map(String), { encoding: "utf8" });
    if (status !== 0) throw new Error(`benches/children/burst.mjs failed: ${stderr}`);
    const { outputBytes, ...micros } = JSON.parse(stdout);
    return { situation: "burst", inputBytes: body.length, outputBytes, micros };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function targetOf({ situation, inputBytes, micros }: Row): Target[] {
  if (situation === "steady" || inputBytes < TARGET_FROM_BYTES * 0.95) return [];
  const what = `reduceBodyInto against reduceBody, ${bytes(inputBytes)}, outputs in fresh pages`;
  return [{ what, reached: micros.fresh / micros.into, limit: TARGET_RATIO, good: "at least", unit: "×" }];
}

function tableOf(rows: readonly Row[]): BuiltTable {
  return {
    title: "reduceBodyInto (buffers used again) against reduceBody, in turns",
    head: ["situation", "input", "output", "into", "reduceBody", "ratio"],
    rows: rows.map(({ situation, inputBytes, outputBytes, micros }) => [
      situation,
      ...[inputBytes, outputBytes].map(bytes),
      ...[micros.into, micros.fresh].map(duration),
      `${(micros.fresh / micros.into).toFixed(2)} ×`,
    ]),
  };
}

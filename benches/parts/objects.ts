// The doors that take objects, against the same by bytes: JSON.stringify, reduceBody, JSON.parse. CPU time of calls in turns.

import { generateWireBody } from "../../__test__/support/generate-wire.js";
import type { Wire } from "../../ts/index.js";
import { median } from "../measure.js";
import { loadPackage } from "../package-under-test.js";
import { bytes, duration, type Part, skippedPart, type Target } from "../part.js";
import { hasThreadTime, threadMicros } from "../thread-time.js";

const WIRES: readonly Wire[] = ["openai-chat", "anthropic"];
const SIZES = [15_000, 112_000, 1_000_000] as const;
/** Share of a request's tokens that it is to have: masks alone reach that. */
const BUDGET_SHARE = 0.95;
/** Bytes that a turn of a contestant takes, so that short calls are timed many at once. */
const TURN_BYTES = 600_000;
const LEAST_ROUNDS = 10;
const MOST = { reduceRequest: 1.3, createReducer: 1.5 };

type Door = keyof typeof MOST;
type Contestant = Door | "by bytes";

interface Row {
  wire: Wire;
  bytes: number;
  /** Medians, a call. */
  micros: Record<Contestant, number>;
}

export const measureObjects: Part = async ({ quick, seconds }) => {
  if (!hasThreadTime) return skippedPart("CPU time of a thread is read from /proc, which is not there");
  const rows: Row[] = [];
  for (const wire of quick ? WIRES.slice(0, 1) : WIRES)
    for (const size of SIZES) rows.push(await measureRow(wire, size, seconds));
  return { tables: [tableOf(rows)], targets: rows.flatMap(targetsOf), data: rows };
};

async function measureRow(wire: Wire, targetBytes: number, seconds: number): Promise<Row> {
  const { index: tamis } = await loadPackage();
  const body = generateWireBody(wire, { seed: 1, targetBytes });
  const request = JSON.parse(body.toString("utf8")) as object;
  const counted = await tamis.createReducer({ budget: { tokens: 1 }, stages: [] }).reduce(request, { wire });
  const budget = { tokens: Math.ceil((counted.report.tokens?.before ?? 1) * BUDGET_SHARE) };
  const settings = { cache: { strategy: "every-turn" } } as const;
  const policy = tamis.definePolicy({ ...settings, budget });
  const reducer = tamis.createReducer({ budget, policy: settings });
  const contestants: Record<Contestant, () => unknown> = {
    reduceRequest: () => tamis.reduceRequest(request, policy),
    createReducer: () => reducer.reduce(request),
    "by bytes": () => {
      const reduced = tamis.reduceBody(Buffer.from(JSON.stringify(request)), policy);
      return JSON.parse(Buffer.from(reduced.body).toString("utf8")) as unknown;
    },
  };
  const { report } = await reducer.reduce(request);
  if (report.reductionStage !== "masking") throw new Error(`${wire}: ${report.reductionStage}, not masking`);
  const micros = await timeInTurns(contestants, { seconds, calls: Math.ceil(TURN_BYTES / body.length) });
  return { wire, bytes: body.length, micros };
}

async function timeInTurns(
  contestants: Record<Contestant, () => unknown>,
  { seconds, calls }: { seconds: number; calls: number },
): Promise<Record<Contestant, number>> {
  const names = Object.keys(contestants) as Contestant[];
  const samples: Record<Contestant, number[]> = { reduceRequest: [], createReducer: [], "by bytes": [] };
  const startedAt = performance.now();
  for (let round = 0; round < LEAST_ROUNDS || performance.now() - startedAt < seconds * 1000; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const before = threadMicros();
      for (let call = 0; call < calls; call++) await contestants[name]();
      samples[name].push((threadMicros() - before) / calls);
    }
  }
  return {
    reduceRequest: median(samples.reduceRequest),
    createReducer: median(samples.createReducer),
    "by bytes": median(samples["by bytes"]),
  };
}

const ratio = ({ micros }: Row, door: Door): number => micros[door] / micros["by bytes"];

const targetsOf = (row: Row): Target[] =>
  (Object.keys(MOST) as Door[]).map((door) => ({
    what: `${door}, ${row.wire}, ${bytes(row.bytes)}, of stringify + reduceBody + parse`,
    reached: ratio(row, door),
    limit: MOST[door],
    good: "at most",
    unit: "×",
  }));

function tableOf(rows: readonly Row[]) {
  return {
    title: "objects against stringify, reduceBody, parse: CPU of a call, in turns",
    head: ["wire", "bytes", "by bytes", "reduceRequest", "ratio", "createReducer", "ratio"],
    rows: rows.map((row) => [
      ...[row.wire, bytes(row.bytes), duration(row.micros["by bytes"])],
      ...[duration(row.micros.reduceRequest), ratio(row, "reduceRequest").toFixed(2)],
      ...[duration(row.micros.createReducer), ratio(row, "createReducer").toFixed(2)],
    ]),
  };
}

// The deterministic stages of createReducer at 1 MB: bytes in, bytes out, against JSON.parse, the same over objects,
// JSON.stringify. Both on the native backend, so that the difference is what giving bytes saves.

import { generateWireBody } from "../../__test__/support/generate-wire.js";
import type { Wire } from "../../ts/index.js";
import { median } from "../measure.js";
import { loadPackage } from "../package-under-test.js";
import { bytes, duration, type Part } from "../part.js";

const WIRES: readonly Wire[] = ["openai-chat", "openai-responses", "anthropic", "gemini"];
const STAGES = ["within budget", "masking", "summarization", "fallback"] as const;
/** Share of the request that each stage is measured with, and what is switched on. */
const ASKED = {
  "within budget": { share: 1, summarize: false },
  masking: { share: 0.99, summarize: false },
  summarization: { share: 0.5, summarize: true },
  fallback: { share: 0.5, summarize: false },
} as const;

interface Row {
  wire: Wire;
  stage: (typeof STAGES)[number];
  bytes: number;
  /** Medians, a call. */
  bytesMicros: number;
  objectsMicros: number;
}

export const measurePipeline: Part = async ({ quick, seconds }) => {
  const { index: tamis } = await loadPackage();
  if (tamis.backend.name !== "native") throw new Error("the native backend is not in use: there is nothing to compare");
  const rows: Row[] = [];
  for (const wire of quick ? WIRES.slice(0, 1) : WIRES) {
    const body = generateWireBody(wire, { seed: 1, targetBytes: 1_000_000 });
    const request = JSON.parse(body.toString("utf8")) as object;
    const whole = await tamis.createReducer({ budget: { tokens: 1 }, stages: [] }).reduce(request, { wire });
    for (const stage of STAGES) {
      const { share, summarize } = ASKED[stage];
      const budget = { tokens: Math.ceil((whole.report.tokens?.before ?? 1) * share) };
      const isLossy = stage === "summarization" || stage === "fallback";
      const cache = { strategy: isLossy ? ("off" as const) : ("every-turn" as const) };
      const reducer = tamis.createReducer({ budget, policy: { cache, summarize: { enabled: summarize } } });
      rows.push(await measureRow({ wire, stage, body, seconds }, reducer));
    }
  }
  return { tables: [tableOf(rows)], targets: [], data: rows };
};

type Reducer = ReturnType<Awaited<ReturnType<typeof loadPackage>>["index"]["createReducer"]>;

async function measureRow(
  { wire, stage, body, seconds }: { wire: Wire; stage: Row["stage"]; body: Buffer; seconds: number },
  reducer: Reducer,
): Promise<Row> {
  const byBytes = async () => reducer.reduce(body, { wire });
  const byObjects = async () => {
    const reduced = await reducer.reduce(JSON.parse(body.toString("utf8")) as object, { wire });
    return { ...reduced, body: Buffer.from(JSON.stringify(reduced.body)) };
  };
  const [ours, theirs] = [await byBytes(), await byObjects()];
  const expected = stage === "within budget" ? undefined : stage;
  if (ours.report.reductionStage !== expected) throw new Error(`${wire}: ${ours.report.reductionStage}, not ${stage}`);
  if (Buffer.compare(ours.body, theirs.body) !== 0) throw new Error(`${wire}, ${stage}: different answers`);
  const samples: Record<"bytes" | "objects", number[]> = { bytes: [], objects: [] };
  const startedAt = performance.now();
  for (let round = 0; round < 5 || performance.now() - startedAt < seconds * 1000; round++) {
    samples.bytes.push(await timeOne(byBytes));
    samples.objects.push(await timeOne(byObjects));
  }
  const [bytesMicros, objectsMicros] = [median(samples.bytes), median(samples.objects)];
  return { wire, stage, bytes: body.length, bytesMicros, objectsMicros };
}

async function timeOne(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return (performance.now() - startedAt) * 1000;
}

function tableOf(rows: readonly Row[]) {
  return {
    title: "createReducer at 1 MB: bytes against parse, objects, stringify, in turns",
    head: ["wire", "stage", "bytes", "bytes p50", "objects p50", "ratio"],
    rows: rows.map(({ wire, stage, bytes: size, bytesMicros, objectsMicros }) => [
      wire,
      stage,
      bytes(size),
      duration(bytesMicros),
      duration(objectsMicros),
      (objectsMicros / bytesMicros).toFixed(1),
    ]),
  };
}

// Reductions at arrival: what they add to masking with its decision, native against WebAssembly with everything on, and one
// tool's output alone.
import { join } from "node:path";
import { generateWireBody } from "../../__test__/support/generate-wire.js";
import type { Policy, ToolOutput } from "../../ts/index.js";
import { assertSameAnswers, type Contestant, type Field, loadContestants } from "../contestants.js";
import { generatedInputs, INPUT_GROUPS, type Input, readRecordings, recordedInputs } from "../inputs.js";
import { type Comparison, compare, letMemoryGo, type Percentiles, percentiles } from "../measure.js";
import { type BuiltPackage, loadPackage } from "../package-under-test.js";
import { bytes, duration, type Part, type PartOptions, type Target } from "../part.js";
import type { BuiltTable } from "../table.js";
import { threadMicros } from "../thread-time.js";
import { TOOL_TEXTS } from "../tool-texts.js";

const MB = 1_000_000;
const MOST_TIMES_DEFAULT = 1.4;
const OUTPUT_CHARS = 100_000;
const MOST_OUTPUT_MILLIS = 0.2;

const LOSSLESS = { terminal: true, json: true, paths: true, lineNumbers: "padding" } as const;
const SETTINGS = {
  default: {},
  lossless: { arrival: LOSSLESS },
  everything: { arrival: { ...LOSSLESS, lineNumbers: "tenth", longLines: 2000, clip: 10_000 } },
} as const;
type Name = keyof typeof SETTINGS;
const NAMES = ["default", "lossless", "everything"] as const satisfies readonly Name[];
type Policies = Record<Name, Policy>;

export const measureArrival: Part = async (options) => {
  const { index } = await loadPackage();
  const field = await loadContestants();
  const policies = Object.fromEntries(NAMES.map((name) => [name, index.definePolicy(SETTINGS[name])])) as Policies;
  const sources = sourcesOf(options);
  for (const { inputs } of sources) checkAnswers(field, policies, inputs);
  const seen = await measureSeen(index, policies, sources, options);
  const unseen = await measureUnseen(index, policies, options);
  const rivals = await measureRivals(index, field, sources, options);
  const outputs = await measureOutputs(index, options);
  return {
    tables: [addedTable(seen, unseen), rivalTable(rivals), outputTable(outputs)],
    targets: [...addedTargets(seen, unseen), ...outputs.map(outputTarget)],
    data: { seen, unseen, rivals, outputs },
  };
};

interface Source {
  name: string;
  inputs: readonly Input[];
}

/** Requests of about 1 MB. */
function sourcesOf({ wires, traces }: PartOptions): Source[] {
  const group = INPUT_GROUPS.find(({ label }) => label === "1 MB");
  if (group === undefined) throw new Error("no group of inputs has 1 MB");
  const made = wires.map((wire) => ({ name: `generated, ${wire}`, inputs: generatedInputs(group, wire) }));
  if (traces === undefined) return made;
  const recorded = wires.map((wire) => ({
    name: `recorded, ${wire}`,
    inputs: recordedInputs(group, readRecordings(join(traces, wire.replace("-", "_")))),
  }));
  return [...made, ...recorded.filter(({ inputs }) => inputs.length > 0)];
}

function checkAnswers({ native, wasm }: Field, policies: Policies, inputs: readonly Input[]): void {
  for (const { name, body } of inputs) {
    for (const policy of NAMES) assertSameAnswers([native, wasm], body, policies[policy], `${name}, ${policy}`);
  }
}

interface Added {
  source: string;
  inputBytes: number;
  /** Microseconds a call, medians. */
  micros: Record<Name, number>;
}

/** Of requests that were seen a moment ago, as each request but for its last turn was. */
async function measureSeen(
  { reduceBody }: BuiltPackage["index"],
  policies: Policies,
  sources: readonly Source[],
  { seconds }: PartOptions,
): Promise<Added[]> {
  const rows: Added[] = [];
  for (const { name, inputs } of sources) {
    const times = emptyTimes();
    const startedAt = performance.now();
    for (let round = 0; round < 5 || performance.now() - startedAt < seconds * 1000; round++) {
      for (const { body } of inputs) {
        for (const policy of NAMES) {
          reduceBody(body, policies[policy]);
          times[policy].push(timed(() => reduceBody(body, policies[policy])) / inputs.length);
        }
      }
      await letMemoryGo();
    }
    rows.push({ source: name, inputBytes: mean(inputs.map(({ body }) => body.length)), micros: mediansOf(times) });
  }
  return rows;
}

/** Of conversations that were never seen: another one in each round, for each policy. */
async function measureUnseen(
  { reduceBody }: BuiltPackage["index"],
  policies: Policies,
  { wires, seconds }: PartOptions,
): Promise<Added[]> {
  const rows: Added[] = [];
  for (const wire of wires) {
    const times = emptyTimes();
    const startedAt = performance.now();
    for (let round = 0; round < 5 || performance.now() - startedAt < seconds * 1000; round++) {
      for (const [at, policy] of NAMES.entries()) {
        const body = generateWireBody(wire, { seed: 1 + round * NAMES.length + at, targetBytes: MB });
        times[policy].push(timed(() => reduceBody(body, policies[policy])));
      }
      await letMemoryGo();
    }
    rows.push({ source: wire, inputBytes: MB, micros: mediansOf(times) });
  }
  return rows;
}

interface Rival {
  source: string;
  comparison: Comparison;
}

/** A new policy each time, so that no smaller form is remembered. */
async function measureRivals(
  { definePolicy }: BuiltPackage["index"],
  { native, wasm }: Field,
  sources: readonly Source[],
  { seconds }: PartOptions,
): Promise<Rival[]> {
  const runnerOf = ({ name, reduce }: Contestant) => ({
    name,
    run: (body: Uint8Array) => reduce(body, definePolicy(SETTINGS.everything)),
  });
  const runners = [runnerOf(native), runnerOf(wasm)] as const;
  const rows: Rival[] = [];
  for (const { name, inputs } of sources) {
    const bodies = inputs.map(({ body }) => body);
    rows.push({ source: name, comparison: await compare(runners, bodies, { seconds, inARow: 4 }) });
  }
  return rows;
}

interface Output {
  text: string;
  chars: number;
  /** What became of it. */
  kind: ToolOutput["kind"];
  charsAfter: number;
  times: Percentiles;
}

/** Each call has another text, as an agent's has. */
async function measureOutputs(
  { reduceToolOutput }: BuiltPackage["index"],
  { seconds }: PartOptions,
): Promise<Output[]> {
  const rows: Output[] = [];
  for (const { name, tool, make } of TOOL_TEXTS) {
    const times: number[] = [];
    const startedAt = performance.now();
    let last = reduceToolOutput(make(OUTPUT_CHARS, 0), { tool });
    for (let call = 1; call < 50 || performance.now() - startedAt < seconds * 1000; call++) {
      const text = make(OUTPUT_CHARS, call);
      times.push(timed(() => (last = reduceToolOutput(text, { tool }))));
      if (call % 10 === 0) await letMemoryGo();
    }
    const { kind, charsBefore, charsAfter } = last;
    rows.push({ text: name, chars: charsBefore, kind, charsAfter, times: percentiles(times) });
  }
  return rows;
}

const emptyTimes = (): Record<Name, number[]> => ({ default: [], lossless: [], everything: [] });
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function mediansOf(times: Record<Name, number[]>): Record<Name, number> {
  return Object.fromEntries(NAMES.map((name) => [name, percentiles(times[name]).p50])) as Record<Name, number>;
}

/** Microseconds of the thread's own time. */
function timed(run: () => unknown): number {
  const before = threadMicros();
  run();
  return threadMicros() - before;
}

const ratioOf = ({ micros }: Added, name: Name): number => micros[name] / micros.default;

function addedTable(seen: readonly Added[], unseen: readonly Added[]): BuiltTable {
  const rowOf = (what: string) => (row: Added) => [
    `${row.source}, ${what}`,
    bytes(row.inputBytes),
    ...NAMES.map((name) => duration(row.micros[name])),
    ...NAMES.slice(1).map((name) => `${ratioOf(row, name).toFixed(2)} ×`),
  ];
  return {
    title: "Reductions at arrival beside the default policy, native, in turns",
    head: ["requests", "input", ...NAMES, "lossless", "everything"],
    rows: [...seen.map(rowOf("seen before")), ...unseen.map(rowOf("never seen"))],
  };
}

function addedTargets(seen: readonly Added[], unseen: readonly Added[]): Target[] {
  const targetOf = (what: string) => (row: Added) => ({
    what: `lossless arrival beside the default policy, ${row.source}, ${what}`,
    reached: ratioOf(row, "lossless"),
    limit: MOST_TIMES_DEFAULT,
    good: "at most" as const,
    unit: "×" as const,
  });
  return [...seen.map(targetOf("seen before")), ...unseen.map(targetOf("never seen"))];
}

function rivalTable(rivals: readonly Rival[]): BuiltTable {
  const medians = ({ comparison }: Rival) => Object.values(comparison.timesMicros).map(({ p50 }) => duration(p50));
  return {
    title: "Everything on at 1 MB: native against WebAssembly, in turns",
    head: ["requests", "native", "wasm", "ratio"],
    rows: rivals.map((row) => [row.source, ...medians(row), `${row.comparison.ratioOfMedians.toFixed(1)} ×`]),
  };
}

function outputTable(outputs: readonly Output[]): BuiltTable {
  return {
    title: "reduceToolOutput, another text each call",
    head: ["text", "chars", "kind", "chars after", "p50", "p95"],
    rows: outputs.map(({ text, chars, kind, charsAfter, times }) => [
      text,
      String(chars),
      kind ?? "–",
      String(charsAfter),
      duration(times.p50),
      duration(times.p95),
    ]),
  };
}

const outputTarget = ({ text, times }: Output): Target => ({
  what: `reduceToolOutput of 100 KB, ${text}`,
  reached: times.p50 / 1000,
  limit: MOST_OUTPUT_MILLIS,
  good: "at most",
  unit: "ms",
});

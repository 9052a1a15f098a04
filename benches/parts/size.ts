// Native against TypeScript, or against WebAssembly, at each size: benny's suites, then both in turns for percentiles and ratios.
import { join } from "node:path";
import type { Wire } from "../../ts/index.js";
import {
  type Answer,
  assertSameAnswers,
  type Field,
  loadContestants,
  POLICY_NAMES,
  type PolicyName,
  pairFor,
} from "../contestants.js";
import {
  generatedInputs,
  INPUT_GROUPS,
  type Input,
  type InputGroup,
  readRecordings,
  recordedInputs,
} from "../inputs.js";
import { type Comparison, compare } from "../measure.js";
import { bytes, duration, type Part, type PartOptions, type Target } from "../part.js";
import { runSizeSuite, type SuiteRow } from "../size.bench.js";
import type { BuiltTable } from "../table.js";

/** One policy over the inputs of one group. */
interface Cell {
  /** Whether there is something to mask. */
  changed: boolean;
  source: string;
  group: string;
  policy: PolicyName;
  inputs: number;
  medianBytes: number;
  /** Output by input, over all inputs. */
  outputShare: number;
  comparison: Comparison;
  targetRatio: number | undefined;
}

interface Source {
  wire: Wire;
  name: string;
  inputsOf(group: InputGroup): Input[];
}

export const measureSizes: Part = async (options) => {
  const field = await loadContestants();
  const contestants = [field.native, field.typescript, field.wasm];
  const sources = findSources(options);
  const suites: Record<string, SuiteRow[]> = {};
  for (const wire of options.wires) Object.assign(suites, await runSuites(field, options, wire));
  const cells: Cell[] = [];
  for (const source of sources) {
    for (const group of INPUT_GROUPS) {
      const inputs = source.inputsOf(group);
      if (inputs.length === 0) continue;
      for (const policy of POLICY_NAMES) {
        for (const cell of splitInputs(field, policy, source.wire, inputs)) {
          cells.push(await measureCell(field, source, group, { policy, ...cell }, options));
        }
      }
    }
  }
  return {
    tables: [suiteTable(suites), ...POLICY_NAMES.map((policy) => tableOf(policy, cells))],
    targets: cells.flatMap(targetsOf),
    data: { contestants: contestants.map(({ name, description }) => ({ name, description })), suites, cells },
  };
};

/** The generator and the recordings of each requested wire. Recordings are in a folder named after their wire. */
function findSources({ traces, wires }: PartOptions): Source[] {
  return wires.flatMap((wire) => {
    const generator: Source = { wire, name: `${wire}, generator`, inputsOf: (group) => generatedInputs(group, wire) };
    if (traces === undefined) return [generator];
    const recordings = readRecordings(join(traces, wire.replace("-", "_")));
    const inputsOf = (group: InputGroup) => recordedInputs(group, recordings);
    return recordings.length === 0 ? [generator] : [generator, { wire, name: `${wire}, recordings`, inputsOf }];
  });
}

async function runSuites(field: Field, options: PartOptions, wire: Wire): Promise<Record<string, SuiteRow[]>> {
  const contestants = pairFor(field, "mask-only", wire);
  const policy = field.policies["mask-only"];
  const suites: Record<string, SuiteRow[]> = {};
  for (const group of INPUT_GROUPS) {
    const [input] = generatedInputs(group, wire);
    if (input === undefined) continue;
    assertSameAnswers(contestants, input.body, policy, input.name);
    const named = { ...input, name: `${wire}, ${group.label}, generator, mask-only` };
    suites[`${wire}, ${group.label}`] = await runSizeSuite(named, contestants, policy, options.seconds);
  }
  return suites;
}

interface CellInputs {
  inputs: readonly Input[];
  answers: readonly Answer[];
  changed: boolean;
}

/** Short recordings often have nothing to mask: TypeScript then only parses, which is another race. */
function splitInputs(field: Field, policy: PolicyName, wire: Wire, inputs: readonly Input[]): CellInputs[] {
  const contestants = pairFor(field, policy, wire);
  const answered = inputs.map((input) => ({
    input,
    answer: assertSameAnswers(contestants, input.body, field.policies[policy], input.name),
  }));
  return [true, false].flatMap((changed) => {
    const chosen = answered.filter(({ answer }) => answer.maskedCount > 0 === changed);
    if (chosen.length === 0) return [];
    return [{ inputs: chosen.map(({ input }) => input), answers: chosen.map(({ answer }) => answer), changed }];
  });
}

async function measureCell(
  field: Field,
  source: Source,
  group: InputGroup,
  { policy: policyName, inputs, answers, changed }: CellInputs & { policy: PolicyName },
  { seconds }: PartOptions,
): Promise<Cell> {
  const policy = field.policies[policyName];
  const [native, rival] = pairFor(field, policyName, source.wire);
  const bodies = inputs.map(({ body }) => body);
  const comparison = await compare(
    [
      { name: native.name, run: (body) => native.reduce(body, policy) },
      { name: rival.name, run: (body) => rival.reduce(body, policy) },
    ],
    bodies,
    { seconds, inARow: callsInARow(group) },
  );
  const sizes = bodies.map((body) => body.length).sort((a, b) => a - b);
  return {
    changed,
    source: changed ? source.name : `${source.name}, nothing to mask`,
    group: group.label,
    policy: policyName,
    inputs: inputs.length,
    medianBytes: sizes[Math.floor(sizes.length / 2)] ?? 0,
    outputShare: outputShare(answers, sizes),
    comparison,
    targetRatio: changed && rival === field.typescript ? group.targetRatio : undefined,
  };
}

/** Small bodies are over before the caches are warm. */
const callsInARow = ({ belowBytes }: InputGroup): number =>
  belowBytes < 50_000 ? 16 : belowBytes < 200_000 ? 8 : belowBytes < 2_000_000 ? 4 : 2;

function outputShare(answers: readonly Answer[], inputBytes: readonly number[]): number {
  const before = inputBytes.reduce((sum, size) => sum + size, 0);
  return answers.reduce((sum, { outputBytes }) => sum + outputBytes, 0) / before;
}

/** The default policy has one target, at 1 MB. */
function targetsOf({ source, group, policy, changed, comparison, targetRatio }: Cell): Target[] {
  const what = `${policy}, ${group}, ${source}`;
  if (targetRatio !== undefined)
    return [{ what, reached: comparison.ratioOfMedians, limit: targetRatio, good: "at least", unit: "×" }];
  if (policy !== "default" || group !== "1 MB" || !changed) return [];
  const median = (comparison.timesMicros.native?.p50 ?? Number.NaN) / 1000;
  return [{ what: `${what}, median`, reached: median, limit: 1.5, good: "at most", unit: "ms" }];
}

function suiteTable(suites: Record<string, SuiteRow[]>): BuiltTable {
  const rows = Object.entries(suites).map(([size, [native, rival]]) => [
    ...[
      size,
      ...[native, rival].map((row) => (row === undefined ? "–" : `${row.opsPerSecond} ± ${row.marginPercent} %`)),
    ],
    rival?.contestant ?? "–",
    `${((native?.opsPerSecond ?? 0) / (rival?.opsPerSecond ?? 0)).toFixed(1)} ×`,
  ]);
  const head = ["wire and size", "native", "rival", "which", "ratio"];
  return { title: "benny, generator, mask-only: calls a second, one contestant after the other", head, rows };
}

function tableOf(policy: PolicyName, cells: readonly Cell[]): BuiltTable {
  return {
    title: `Policy ${policy}: native against a rival, in turns`,
    head: [
      ...["requests", "size", "n", "bytes", "left", "rival", "native p50", "p95", "p99"],
      ...["rival p50", "p95", "p99", "ratio", "of pairs", "target"],
    ],
    rows: cells.filter((cell) => cell.policy === policy).map(rowOf),
  };
}

function rowOf({ source, group, inputs, medianBytes, outputShare, comparison, targetRatio }: Cell): string[] {
  const timings = Object.values(comparison.timesMicros);
  const times = timings.flatMap(({ p50, p95, p99 }) => [p50, p95, p99].map(duration));
  const [, rival = "–"] = Object.keys(comparison.timesMicros);
  return [
    ...[source, group, String(inputs), bytes(medianBytes), `${(100 * outputShare).toFixed(0)} %`, rival, ...times],
    ...[`${comparison.ratioOfMedians.toFixed(1)} ×`, `${comparison.medianPairRatio.toFixed(1)} ×`],
    targetRatio === undefined ? "" : `≥ ${targetRatio} ×`,
  ];
}

// Native against the baseline at each size: benny's suites, then both in turns for percentiles and ratios.
import { join } from "node:path";
import type { Wire } from "../../ts/index.js";
import {
  type Answer,
  assertSameAnswers,
  type Field,
  loadContestants,
  POLICY_NAMES,
  type PolicyName,
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
  name: string;
  inputsOf(group: InputGroup): Input[];
}

export const measureSizes: Part = async (options) => {
  const field = await loadContestants();
  const sources = findSources(options);
  const suites: Record<string, SuiteRow[]> = {};
  for (const wire of options.wires) Object.assign(suites, await runSuites(field, options, wire));
  const cells: Cell[] = [];
  for (const source of sources) {
    for (const group of INPUT_GROUPS) {
      const inputs = source.inputsOf(group);
      if (inputs.length === 0) continue;
      for (const policy of POLICY_NAMES) {
        for (const cell of splitInputs(field, policy, inputs)) {
          cells.push(await measureCell(field, source, group, { policy, ...cell }, options));
        }
      }
    }
  }
  return {
    tables: [suiteTable(suites), ...POLICY_NAMES.map((policy) => tableOf(policy, cells))],
    targets: cells.flatMap(targetsOf),
    data: { contestants: field.contestants.map(({ name, description }) => ({ name, description })), suites, cells },
  };
};

/** The generator and the recordings of each requested wire. Recordings are in a folder named after their wire. */
function findSources({ traces, wires }: PartOptions): Source[] {
  return wires.flatMap((wire) => {
    const generator: Source = { name: `${wire}, generator`, inputsOf: (group) => generatedInputs(group, wire) };
    if (traces === undefined) return [generator];
    const recordings = readRecordings(join(traces, wire.replace("-", "_")));
    const inputsOf = (group: InputGroup) => recordedInputs(group, recordings);
    return recordings.length === 0 ? [generator] : [generator, { name: `${wire}, recordings`, inputsOf }];
  });
}

async function runSuites(
  { contestants, policies }: Field,
  options: PartOptions,
  wire: Wire,
): Promise<Record<string, SuiteRow[]>> {
  const suites: Record<string, SuiteRow[]> = {};
  for (const group of INPUT_GROUPS) {
    const [input] = generatedInputs(group, wire);
    if (input === undefined) continue;
    assertSameAnswers(contestants, input.body, policies["mask-only"], input.name);
    const named = { ...input, name: `${wire}, ${group.label}, generator, mask-only` };
    suites[`${wire}, ${group.label}`] = await runSizeSuite(named, contestants, policies["mask-only"], options.seconds);
  }
  return suites;
}

interface CellInputs {
  inputs: readonly Input[];
  answers: readonly Answer[];
  changed: boolean;
}

/** Short recordings often have nothing to mask: the baseline then only parses, which is another race. */
function splitInputs({ contestants, policies }: Field, policy: PolicyName, inputs: readonly Input[]): CellInputs[] {
  const answered = inputs.map((input) => ({
    input,
    answer: assertSameAnswers(contestants, input.body, policies[policy], input.name),
  }));
  return [true, false].flatMap((changed) => {
    const chosen = answered.filter(({ answer }) => answer.maskedCount > 0 === changed);
    if (chosen.length === 0) return [];
    return [{ inputs: chosen.map(({ input }) => input), answers: chosen.map(({ answer }) => answer), changed }];
  });
}

async function measureCell(
  { contestants, policies }: Field,
  source: Source,
  group: InputGroup,
  { policy: policyName, inputs, answers, changed }: CellInputs & { policy: PolicyName },
  { seconds }: PartOptions,
): Promise<Cell> {
  const policy = policies[policyName];
  const [native, baseline] = contestants;
  const bodies = inputs.map(({ body }) => body);
  const comparison = await compare(
    [
      { name: native.name, run: (body) => native.reduce(body, policy) },
      { name: baseline.name, run: (body) => baseline.reduce(body, policy) },
    ],
    bodies,
    { seconds, inARow: callsInARow(group) },
  );
  const sizes = bodies.map((body) => body.length).sort((a, b) => a - b);
  return {
    source: changed ? source.name : `${source.name}, nothing to mask`,
    group: group.label,
    policy: policyName,
    inputs: inputs.length,
    medianBytes: sizes[Math.floor(sizes.length / 2)] ?? 0,
    outputShare: outputShare(answers, sizes),
    comparison,
    targetRatio: changed ? targetRatio(group, policyName) : undefined,
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
function targetRatio(group: InputGroup, policy: PolicyName): number | undefined {
  if (policy === "mask-only") return group.targetRatio;
  return group.label === "1 MB" ? 15 : undefined;
}

function targetsOf({ source, group, policy, comparison, targetRatio }: Cell): Target[] {
  if (targetRatio === undefined) return [];
  const what = `${policy}, ${group}, ${source}`;
  const ratio: Target = { what, reached: comparison.ratioOfMedians, limit: targetRatio, good: "at least", unit: "×" };
  if (policy !== "default") return [ratio];
  const median = (comparison.timesMicros.native?.p50 ?? Number.NaN) / 1000;
  return [ratio, { what: `${what}, median`, reached: median, limit: 1.5, good: "at most", unit: "ms" }];
}

function suiteTable(suites: Record<string, SuiteRow[]>): BuiltTable {
  const rows = Object.entries(suites).map(([size, [native, baseline]]) => [
    ...[
      size,
      ...[native, baseline].map((row) => (row === undefined ? "–" : `${row.opsPerSecond} ± ${row.marginPercent} %`)),
    ],
    `${((native?.opsPerSecond ?? 0) / (baseline?.opsPerSecond ?? 0)).toFixed(1)} ×`,
  ]);
  const head = ["wire and size", "native", "baseline", "ratio"];
  return { title: "benny, generator, mask-only: calls a second, one contestant after the other", head, rows };
}

function tableOf(policy: PolicyName, cells: readonly Cell[]): BuiltTable {
  return {
    title: `Policy ${policy}: native against the baseline, in turns`,
    head: [
      ...["requests", "size", "n", "bytes", "left", "native p50", "p95", "p99"],
      ...["baseline p50", "p95", "p99", "ratio", "of pairs", "target"],
    ],
    rows: cells.filter((cell) => cell.policy === policy).map(rowOf),
  };
}

function rowOf({ source, group, inputs, medianBytes, outputShare, comparison, targetRatio }: Cell): string[] {
  const times = ["native", "baseline"].flatMap((name) => {
    const timing = comparison.timesMicros[name];
    return timing === undefined ? ["–", "–", "–"] : [timing.p50, timing.p95, timing.p99].map(duration);
  });
  return [
    ...[source, group, String(inputs), bytes(medianBytes), `${(100 * outputShare).toFixed(0)} %`, ...times],
    ...[`${comparison.ratioOfMedians.toFixed(1)} ×`, `${comparison.medianPairRatio.toFixed(1)} ×`],
    targetRatio === undefined ? "" : `≥ ${targetRatio} ×`,
  ];
}

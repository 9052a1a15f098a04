// What each preset keeps of what answers need, and its bill with and without re-reads: session logs, recordings of each wire,
// and Anthropic's of both at the newest models' prices. Nothing is timed.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PolicySummary, SessionRow, Trace } from "../../ts/simulate/index.js";
import { loadRoom, type Rooms } from "../package-under-test.js";
import { type PartOptions, type PartResult, skippedPart } from "../part.js";
import type { BuiltTable } from "../table.js";
import type { Listed } from "./simulate-runs.js";

const PRESETS = ["none", "safe", "balanced", "strong"] as const;
/** Models whose caches and prices count in further rows: reads at 0.05 and 0.025, and bound thinking. */
const MODELS = ["claude-opus-5-5", "claude-fable-5-1"] as const;
/** The preset whose bills are also told by the length of the session, in requests up to these. */
const DEFAULT: (typeof PRESETS)[number] = "balanced";
const LENGTHS = [20, 60, Number.POSITIVE_INFINITY] as const;
/** Of each wire; the rest of a quick run is left out. */
const QUICK_FILES = 5;

type Simulate = Rooms["simulate"];
type Figures = Pick<PolicySummary, "name" | "bill" | "billWithReReads" | "grounding" | "namedAgain" | "kept"> & {
  worst: number;
};

interface Row {
  material: string;
  sessions: number;
  requests: number;
  presets: Figures[];
  /** Of {@link DEFAULT}: sessions of up to so many requests, their bill and with re-reads, and the edits whose text is whole. */
  byLength: { upTo: number | "more"; sessions: number; bill: number; billWithReReads: number; edits: number }[];
}

export async function measureKept({ traces, quick }: PartOptions): Promise<PartResult> {
  const manifest = traces === undefined ? undefined : join(traces, "manifest.json");
  if (traces === undefined || manifest === undefined || !existsSync(manifest))
    return skippedPart("no folder of recordings with a manifest.json; name one with --traces");
  const tamis = await loadRoom("simulate");
  const listed = JSON.parse(readFileSync(manifest, "utf8")) as Listed[];
  const wires = [...new Set(listed.map(({ format }) => format))];
  const filesOf = (wire: string) =>
    listed.filter(({ format }) => format === wire).slice(0, quick ? QUICK_FILES : undefined);
  const rows: Row[] = [];
  const logs = join(dirname(traces), "logs");
  if (existsSync(logs)) rows.push(await rowOf(tamis, "session logs", logsIn(tamis, logs, quick)));
  rows.push(await rowOf(tamis, "recordings", recordingsIn(traces, wires.flatMap(filesOf))));
  for (const wire of wires) rows.push(await rowOf(tamis, `recordings, ${wire}`, recordingsIn(traces, filesOf(wire))));
  const claudeLogs = () => anthropicAlone(logsIn(tamis, logs, quick));
  if (existsSync(logs)) rows.push(await rowOf(tamis, "session logs, anthropic", claudeLogs()));
  for (const model of MODELS) {
    const claude = recordingsIn(traces, filesOf("anthropic"));
    rows.push(await rowOf(tamis, `recordings, anthropic, at ${model}`, claude, model));
    if (existsSync(logs)) rows.push(await rowOf(tamis, `session logs, anthropic, at ${model}`, claudeLogs(), model));
  }
  return { tables: [...rows.map(tableOf), ...rows.map(lengthsOf)], targets: [], data: rows };
}

async function rowOf(
  tamis: Simulate,
  material: string,
  traces: Iterable<Trace> | AsyncIterable<Trace>,
  model?: string,
): Promise<Row> {
  const policies = PRESETS.map((preset) => tamis.maskingPolicy(preset, { preset }));
  const options = { kept: true, grounding: true, ...(model !== undefined && { model }) };
  const { results, sessions, requests } = await tamis.simulate(traces, policies, ["auto"], options);
  const [, ...summaries] = results[0]?.policies ?? [];
  const presets = summaries.map(({ name, bill, billWithReReads, grounding, namedAgain, kept, worst }) => ({
    ...{ name, bill, worst: worst.ratio },
    ...(billWithReReads !== undefined && { billWithReReads }),
    ...(grounding !== undefined && { grounding }),
    ...(namedAgain !== undefined && { namedAgain }),
    ...(kept !== undefined && { kept }),
  }));
  return { material, sessions: sessions.length, requests, presets, byLength: byLength(sessions) };
}

function byLength(sessions: readonly SessionRow[]): Row["byLength"] {
  return LENGTHS.map((upTo, at) => {
    const least = LENGTHS[at - 1] ?? 0;
    const those = sessions.filter(({ requests }) => requests > least && requests <= upTo);
    // The first policy sends everything.
    const bills = those.flatMap(({ bills: [first] }) => {
      const [everything, reduced] = [first?.[0], first?.[PRESETS.indexOf(DEFAULT) + 1]];
      return everything === undefined || reduced === undefined ? [] : [{ everything, reduced }];
    });
    const sum = (of: (one: (typeof bills)[number]) => number) => bills.reduce((total, one) => total + of(one), 0);
    const whole = sum(({ everything }) => everything.cost) || 1;
    return {
      upTo: Number.isFinite(upTo) ? upTo : "more",
      sessions: those.length,
      bill: sum(({ reduced }) => reduced.cost) / whole,
      billWithReReads: sum(({ reduced }) => reduced.costWithReReads ?? reduced.cost) / whole,
      edits:
        sum(({ reduced }) => reduced.kept?.edits.kept ?? 0) / (sum(({ reduced }) => reduced.kept?.edits.all ?? 0) || 1),
    };
  });
}

function* recordingsIn(folder: string, files: readonly Listed[]): Generator<Trace> {
  for (const { file } of files)
    yield { name: file, request: JSON.parse(readFileSync(join(folder, file), "utf8")) as object };
}

async function* logsIn(
  { findLogs, namedPlace, readLogFile }: Simulate,
  folder: string,
  quick: boolean,
): AsyncGenerator<Trace> {
  const seenAnswers = new Set<string>();
  const { files } = findLogs([namedPlace(folder)], true);
  for (const { path } of quick ? files.slice(0, QUICK_FILES) : files)
    for await (const entry of readLogFile(path, seenAnswers)) if ("trace" in entry) yield entry.trace;
}

async function* anthropicAlone(traces: AsyncIterable<Trace>): AsyncGenerator<Trace> {
  for await (const trace of traces) if (trace.wire === "anthropic") yield trace;
}

function tableOf({ material, sessions, requests, presets }: Row): BuiltTable {
  return {
    title: `${material}: ${sessions} sessions, ${requests} requests`,
    head: ["preset", "bill", "with re-reads", "worst", ...KEPT_HEAD],
    rows: presets.map(({ name, bill, billWithReReads = bill, worst, ...rest }) => [
      ...[name, bill.toFixed(3), billWithReReads.toFixed(3), worst.toFixed(2)],
      ...keptCells(rest),
    ]),
  };
}

function lengthsOf({ material, byLength }: Row): BuiltTable {
  return {
    title: `${material}: ${DEFAULT} by requests of the session`,
    head: ["up to", "sessions", "bill", "with re-reads", "edits whole"],
    rows: byLength.map(({ upTo, sessions, bill, billWithReReads, edits }) => [
      ...[String(upTo), String(sessions), bill.toFixed(3), billWithReReads.toFixed(3), edits.toFixed(3)],
    ]),
  };
}

const KEPT_HEAD = [
  ...[
    "edits whole",
    "failed edits",
    "values",
    "error lines",
    "user's words",
    "fetched again",
    "grounding",
    "named again",
  ],
];

function keptCells({
  kept,
  grounding = 1,
  namedAgain = 0,
}: Pick<Figures, "kept" | "grounding" | "namedAgain">): string[] {
  if (kept === undefined) return KEPT_HEAD.map(() => "–");
  const { edits, failedEdits, values, errorLines, roles, fetchedAgain } = kept;
  const share = (one: { all: number; kept: number }) => (one.all === 0 ? 1 : one.kept / one.all);
  const part = (of: number, all: number) => (all === 0 ? 0 : of / all);
  return [
    ...[share(edits), part(failedEdits.failed, failedEdits.all), share(values), share(errorLines), share(roles.user)],
    ...[part(fetchedAgain.again, fetchedAgain.all), grounding, namedAgain],
  ].map((value) => value.toFixed(3));
}

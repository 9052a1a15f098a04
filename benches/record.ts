// What is kept of a run: where, with what and how it was measured, and everything measured.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describeCommit, describeMachine, machineSlug, output } from "./machine.mjs";
import { type Options, type PartName, WIRE_NAMES } from "./options.js";
import { ROOT } from "./package-under-test.js";
import { isMet, type PartResult } from "./part.js";

/** One part, with what belongs to its own run: parts of one day's record may come from several runs. */
interface RecordedPart {
  measuredAt: string;
  commit: string;
  command: string;
  targets: readonly object[];
  data: unknown;
}

export interface BenchRecord {
  machine: { cpu: string; cores: number; memoryGB: number; os: string };
  versions: { tamis: string; node: string; rustc: string | null };
  parts: Partial<Record<PartName, RecordedPart>>;
}

/** @param options.command As it can be typed again; without folders of this machine. */
export function makeRecord(results: ReadonlyMap<PartName, PartResult>, command: string): BenchRecord {
  const measuredAt = new Date().toISOString();
  const commit = describeCommit(ROOT);
  const parts = Object.fromEntries(
    Array.from(results, ([name, { targets, data }]) => {
      const judged = targets.map((target) => ({ ...target, met: isMet(target) }));
      return [name, { measuredAt, commit, command, targets: judged, data }];
    }),
  );
  return { machine: describeMachine(), versions: describeVersions(), parts };
}

/** The command that repeats a run. A folder of recordings is named by its last part. */
export function commandOf({ only, quick, seconds, traces, wires }: Options): string {
  const args = [`--only ${only.join(",")}`, ...(quick ? ["--quick"] : []), `--seconds ${seconds}`];
  if (traces !== undefined) args.push(`--traces ${basename(dirname(traces))}/${basename(traces)}`);
  if (wires.length < WIRE_NAMES.length) args.push(`--wire ${wires.join(",")}`);
  return `npm run bench -- ${args.join(" ")}`;
}

/**
 * Writes to `benches/record/<machine>/<date>.json`; parts already recorded that day and not measured again stay.
 * Returns the path, from the top of the checkout.
 */
export function writeRecord(record: BenchRecord): string {
  const path = join("benches/record", machineSlug(record.machine), `${new Date().toISOString().slice(0, 10)}.json`);
  const file = join(ROOT, path);
  const earlier = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as BenchRecord) : undefined;
  mkdirSync(dirname(file), { recursive: true });
  const merged = { ...record, parts: { ...earlier?.parts, ...record.parts } };
  writeFileSync(file, `${JSON.stringify(merged, null, 2)}\n`);
  return path;
}

function describeVersions(): BenchRecord["versions"] {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  return { tamis: version, node: process.version, rustc: output(ROOT, "rustc", ["--version"]) };
}

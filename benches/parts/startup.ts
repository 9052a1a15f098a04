// What it costs a program to start with the package, and the command to answer. Fresh processes, in turns.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { median } from "../measure.js";
import { ROOT } from "../package-under-test.js";
import type { Part, Target } from "../part.js";

const child = (name: string): string => join(ROOT, "benches/children", name);

export const measureStartup: Part = async ({ quick }) => {
  const rounds = quick ? 5 : 21;
  const times: Millis<number[]> = { importMillis: [], emptyMillis: [], emptyModuleMillis: [], versionMillis: [] };
  for (let round = 0; round < rounds; round++) {
    times.emptyMillis.push(timeProcess([child("empty.cjs")]).millis);
    times.emptyModuleMillis.push(timeProcess([child("empty.mjs")]).millis);
    times.versionMillis.push(timeProcess([join(ROOT, "dist/cli/main.cjs"), "--version"]).millis);
    times.importMillis.push(Number(timeProcess([child("import-time.mjs")]).stdout));
  }
  const medians = {
    importMillis: median(times.importMillis),
    emptyMillis: median(times.emptyMillis),
    emptyModuleMillis: median(times.emptyModuleMillis),
    versionMillis: median(times.versionMillis),
  };
  return {
    tables: [tableOf(medians, times)],
    targets: [
      atMost('import "tamis", inside the process', medians.importMillis, 30),
      atMost("tamis --version, whole process", medians.versionMillis, 60),
    ],
    data: { rounds, medians, times },
  };
};

function timeProcess(args: readonly string[]): { millis: number; stdout: string } {
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const millis = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0) throw new Error(`node ${args.join(" ")} failed: ${stderr}`);
  return { millis, stdout };
}

type Millis<Value> = { importMillis: Value; emptyMillis: Value; emptyModuleMillis: Value; versionMillis: Value };

function tableOf(medians: Millis<number>, times: Millis<number[]>) {
  const row = (what: string, key: keyof Millis<number>, limit: string) => [
    ...[what, millis(medians[key]), millis(Math.min(...times[key])), millis(Math.max(...times[key])), limit],
  ];
  return {
    title: `Start, ${times.emptyMillis.length} fresh processes each`,
    head: ["what", "median", "least", "most", "target"],
    rows: [
      row('import "tamis", inside the process', "importMillis", "≤ 30 ms"),
      row("node with an empty script, whole process", "emptyMillis", ""),
      row("node with an empty module, whole process", "emptyModuleMillis", ""),
      row("tamis --version, whole process", "versionMillis", "≤ 60 ms"),
      ["tamis --version, above an empty script", millis(medians.versionMillis - medians.emptyMillis), "", "", ""],
    ],
  };
}

const millis = (value: number): string => `${value.toFixed(1)} ms`;

const atMost = (what: string, reached: number, limit: number): Target => ({
  what,
  reached,
  limit,
  good: "at most",
  unit: "ms",
});

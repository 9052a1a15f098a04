// libFuzzer on the targets of crates/core/fuzz, an hour each unless `TAMIS_FUZZ_MINUTES` says otherwise. On stable
// Rust, so without a sanitizer: the core's memory safety is checked elsewhere; a panic is what is looked for here.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cargoTool, mapJobs, pathWith, tryRun } from "../support/tools.mjs";

export const name = "fuzz";

const TARGETS = [
  ...["openai_chat", "openai_responses", "anthropic", "gemini", "definitions", "arguments", "arrival", "repeats"],
  ...["chain", "line_numbers", "long_lines", "terminal"].map((kind) => `arrival_${kind}`),
];
const MINUTES = Number(process.env.TAMIS_FUZZ_MINUTES ?? 60);
const LONGEST_BYTES = 4096;

export async function run({ log, root }) {
  const PATH = pathWith(await cargoTool({ root, name: "cargo-fuzz", log }));
  const record = { minutes: MINUTES, sanitizer: "none", targets: {} };
  const total = { passed: 0, failed: 0 };
  const results = await mapJobs(TARGETS, async (target) => {
    const result = await fuzz(target, { root, PATH });
    const { executions, coverage } = result.figures;
    log(`${target}: ${result.crashed ? "FAILED" : "no finding"} in ${executions} executions, ${coverage} edges`);
    return result;
  });
  for (const [index, { crashed, figures }] of results.entries()) {
    total[crashed ? "failed" : "passed"]++;
    record.targets[TARGETS[index]] = figures;
  }
  return { ...total, record };
}

/** Without what was slow: on a busy machine that says more about the machine. */
const findingsIn = (folder) => readdirSync(folder).filter((file) => !file.startsWith("slow-unit-"));

/** Starts from the committed corpus; what libFuzzer adds is thrown away, a finding is shown and stays under artifacts. */
async function fuzz(target, { root, PATH }) {
  const corpus = mkdtempSync(join(tmpdir(), `tamis-fuzz-${target}-`));
  const crate = join(root, "crates/core/fuzz");
  const artifacts = join(crate, "artifacts", target);
  try {
    cpSync(join(root, "crates/core/tests/__fuzz__", target, "corpus"), corpus, { recursive: true });
    mkdirSync(artifacts, { recursive: true });
    const known = findingsIn(artifacts).length;
    const limits = [`-max_total_time=${Math.round(MINUTES * 60)}`, `-max_len=${LONGEST_BYTES}`, "-print_final_stats=1"];
    const args = ["fuzz", "run", "-s", "none", "--fuzz-dir", crate, target, corpus, "--", ...limits];
    const { status, output } = await tryRun("cargo", args, { cwd: crate, env: { PATH } });
    if (status !== 0) console.error(output.slice(-4000));
    const found = (pattern) => Number(output.match(pattern)?.at(-1) ?? Number.NaN);
    const coverage = Number([...output.matchAll(/ cov: (\d+) /g)].at(-1)?.[1] ?? Number.NaN);
    const figures = {
      executions: found(/stat::number_of_executed_units: (\d+)/),
      coverage,
      corpusFiles: readdirSync(corpus).length,
      peakMegabytes: found(/stat::peak_rss_mb: +(\d+)/),
      findings: findingsIn(artifacts).length - known,
    };
    return { crashed: status !== 0, figures };
  } finally {
    rmSync(corpus, { recursive: true, force: true });
  }
}

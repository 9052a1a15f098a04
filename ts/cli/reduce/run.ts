import type { Plan, Report } from "../../contract/report.js";
import { planBody, reduceBody } from "../../reduce/reduce.js";
import { CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { readBody, requireOwnFiles, writeFileAtomic, writeStderr, writeStdout, writeText } from "../shared/io.js";
import { loadPolicy } from "../shared/policy-input.js";
import { colorsFor } from "../shared/terminal.js";
import { runBatch } from "./batch.js";
import type { ReduceFlags } from "./flags.js";

/** `tamis reduce`. Resolves to the exit code; rejects if the command line or the policy is wrong. */
export async function runReduce(file: string | undefined, flags: ReduceFlags): Promise<number> {
  checkFlags(flags);
  const beside = [["--originals", flags.originals] as const, ["--report", flags.report] as const];
  requireOwnFiles([...beside, ["--output", flags.output]]);
  // The body itself may replace its input.
  requireOwnFiles(beside, [file]);
  const policy = loadPolicy(flags);
  const options = {
    tokens: flags.dryRun === true || flags.report !== undefined,
    explain: flags.explain === true,
    ...(flags.wire === undefined ? {} : { wire: flags.wire }),
  };
  const body = await readBody(file);
  const batch = await runBatch(body, policy, flags, (smaller) => writeBody(smaller, flags.output));
  if (batch !== undefined) return batch;
  if (flags.dryRun) {
    const plan = planBody(body, policy, options);
    await writePlan(plan, flags);
    return finish(plan.report, flags);
  }
  const reduction = reduceBody(body, policy, options);
  // Before the body, because with --output that may replace the only copy of what was replaced.
  if (flags.originals !== undefined) {
    const { writeOriginals } = await import("./originals.js");
    writeOriginals(body, reduction, flags.originals);
  }
  await writeBody(reduction.body, flags.output);
  return finish(reduction.report, flags);
}

function checkFlags(flags: ReduceFlags): void {
  const wrong = (message: string) => new CliFailure(WRONG_USAGE, message);
  if (flags.dryRun && flags.output !== undefined) throw wrong("--dry-run writes no body: leave out --output");
  if (flags.dryRun && flags.originals !== undefined) throw wrong("--dry-run replaces nothing: leave out --originals");
  const asks = flags.dryRun || flags.report !== undefined;
  if (flags.json && !asks) throw wrong("--json is for --report or --dry-run: the body itself is always JSON");
  if (flags.explain && !asks) throw wrong("--explain adds to --report or --dry-run: give one of them");
}

async function writeBody(body: Uint8Array, output: string | undefined): Promise<void> {
  if (output === undefined || output === "-") await writeStdout(body);
  else writeFileAtomic(output, body);
}

async function writePlan(plan: Plan, flags: ReduceFlags): Promise<void> {
  const { editToJson, renderPlan, reportToJson } = await import("../shared/render-report.js");
  const json = () => jsonLine({ report: reportToJson(plan.report), edits: plan.edits.map(editToJson) });
  await (flags.json ? writeStdout(json()) : writeText(renderPlan(plan, colorsFor(process.stdout))));
}

/** Writes the report if requested, then the one message that matters. */
async function finish(report: Report, flags: ReduceFlags): Promise<number> {
  if (flags.report === undefined && report.skipped === undefined) return 0;
  const { explainSkip, renderReport, reportToJson } = await import("../shared/render-report.js");
  if (flags.report === "") {
    const text = flags.json ? jsonLine(reportToJson(report)) : renderReport(report, colorsFor(process.stderr));
    await writeStderr(text);
  } else if (flags.report !== undefined) {
    writeFileAtomic(flags.report, jsonLine(reportToJson(report)));
  }
  if (report.skipped === undefined) return 0;
  const what = flags.dryRun ? "nothing to plan" : "written unchanged";
  await writeStderr(`tamis: ${what}: ${explainSkip(report)}\n`);
  return LEFT_ON_PURPOSE.has(report.skipped) ? 0 : FAILED;
}

/** Reasons that are no failure: the policy or the request itself asks for it. */
const LEFT_ON_PURPOSE: ReadonlySet<string> = new Set(["disabled", "server_side_editing"]);

const jsonLine = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

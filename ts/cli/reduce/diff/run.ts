import type { Wire } from "../../../contract/report.js";
import { planBody } from "../../../reduce/reduce.js";
import { FAILED } from "../../shared/failure.js";
import { readBody, writeJson, writeStderr, writeText } from "../../shared/io.js";
import type { PolicyFlags } from "../../shared/options.js";
import { loadPolicy } from "../../shared/policy-input.js";
import { explainSkip, reportToJson } from "../../shared/render-report.js";
import { changeText } from "../../shared/shown-lines.js";
import { type Colors, colorsFor, groupDigits, percent, printable } from "../../shared/terminal.js";
import { collectEdits, type EditedBlock } from "./collect.js";

interface DiffFlags extends PolicyFlags {
  wire?: Wire;
  full?: boolean;
  json?: boolean;
}

/** `tamis reduce --diff`. Resolves to the exit code; rejects if the command line or the policy is wrong. */
export async function runDiff(file: string | undefined, flags: DiffFlags): Promise<number> {
  const policy = loadPolicy(flags);
  const body = await readBody(file);
  const plan = planBody(body, policy, flags.wire === undefined ? {} : { wire: flags.wire });
  const { report } = plan;
  if (report.skipped !== undefined) {
    await writeStderr(`tamis: nothing to compare: ${explainSkip(report)}\n`);
    return report.skipped === "disabled" ? 0 : FAILED;
  }
  const blocks = collectEdits(body, plan);
  if (flags.json) {
    await writeJson({ report: reportToJson(report), edits: blocks });
    return 0;
  }
  const colors = colorsFor(process.stdout);
  const { before, after } = report.bytes ?? { before: 0, after: 0 };
  const total = `${blocks.length} edits, ${groupDigits(before)} → ${groupDigits(after)} bytes (−${percent(before - after, before)})`;
  const shown = blocks.map((block) => `${renderBlock(block, flags.full === true, colors)}\n`);
  await writeText(`${shown.join("")}${blocks.length === 0 ? "Nothing changes." : colors.bold(total)}\n`);
  return 0;
}

function renderBlock(block: EditedBlock, full: boolean, colors: Colors): string {
  const { path, toolName, callId, action, reason } = block;
  const called = `${printable(toolName ?? "unknown", 40)} ${printable(callId ?? "–", 60)}`;
  const header = `${colors.bold(printable(path, 120))}  ${called}  ${colors.dim(`${action}: ${reason}`)}`;
  const now = block.removed ? "(removed with its place in the list)" : textOf(block.after);
  return changeText(header, { came: textOf(block.before), now }, full, colors);
}

/** A text itself, any other value as JSON. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}

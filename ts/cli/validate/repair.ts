import type { Wire } from "../../contract/report.js";
import { type Repair, repairRequest, type Violation, validateRequest } from "../../validate/index.js";
import { CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { readBody, writeFileAtomic, writeStderr, writeStdout, writeText } from "../shared/io.js";
import { printable, terminalJson } from "../shared/terminal.js";

interface RepairFlags {
  wire?: Wire;
  dryRun?: boolean;
  json?: boolean;
  output?: string;
}

/** `tamis validate --repair`. Resolves to the exit code: 1 if something is still wrong. */
export async function runRepair(file: string | undefined, flags: RepairFlags): Promise<number> {
  if (flags.dryRun && flags.output !== undefined) {
    throw new CliFailure(WRONG_USAGE, "--dry-run writes no body: leave out --output");
  }
  const body = await readBody(file);
  const wire = flags.wire === undefined ? {} : { wire: flags.wire };
  const { body: repaired, repairs } = repairRequest(body, wire);
  const left = validateRequest(repaired, wire);
  if (!flags.dryRun) {
    if (flags.output === undefined || flags.output === "-") await writeStdout(repaired);
    else writeFileAtomic(flags.output, repaired);
  }
  const text = flags.json ? `${terminalJson({ repairs, left }, 2)}\n` : toText(repairs, left);
  await (flags.dryRun ? writeText(text) : writeStderr(text));
  return left.length === 0 ? 0 : FAILED;
}

function toText(repairs: readonly Repair[], left: readonly Violation[]): string {
  const done = repairs.map(
    ({ path, message }) => `tamis: repaired ${printable(path, 100)}: ${printable(message, 200)}\n`,
  );
  // What is wrong with the whole body has no path.
  const at = (path: string) => (path === "" ? "" : ` ${printable(path, 100)}`);
  const open = left.map(({ path, rule, message }) => `tamis: left${at(path)}: ${rule} — ${printable(message, 400)}\n`);
  return [...done, ...open].join("");
}

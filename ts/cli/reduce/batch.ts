// `tamis reduce` of a batch: each of its requests, and the file around them as it is.
import type { Policy } from "../../policy/policy.js";
import { type BatchReport, type BatchRequest, reduceBatch } from "../../reduce/batch/reduce-batch.js";
import { CliFailure, FAILED, WRONG_USAGE } from "../shared/failure.js";
import { writeFileAtomic, writeStderr, writeStdout, writeText } from "../shared/io.js";
import { renderTable } from "../shared/table.js";
import { counted, groupDigits, percent, printable } from "../shared/terminal.js";
import type { ReduceFlags } from "./flags.js";

/**
 * Reduces a batch. Resolves to the exit code, 1 only if no request could be read; undefined for what is no batch, of which nothing
 * is written.
 *
 * @param write Writes the smaller batch.
 */
export async function runBatch(
  body: Buffer,
  policy: Policy,
  flags: ReduceFlags,
  write: (body: Uint8Array) => Promise<void>,
): Promise<number | undefined> {
  const { dryRun = false, explain = false, wire } = flags;
  const { body: smaller, report } = reduceBatch(body, policy, { explain, ...(wire === undefined ? {} : { wire }) });
  if (report.form === undefined) return undefined;
  if (flags.originals !== undefined)
    throw new CliFailure(WRONG_USAGE, "--originals is for one request, and this is a batch: leave it out");
  if (!dryRun) await write(smaller);
  await tell(report, flags, dryRun);
  const unread = report.requests.filter(isUnread);
  for (const one of unread.slice(0, MOST_NAMED)) await writeStderr(`tamis: ${await nameSkip(one)}\n`);
  if (unread.length > MOST_NAMED)
    await writeStderr(`tamis: ${unread.length - MOST_NAMED} more requests left as they are\n`);
  return unread.length === report.requests.length ? FAILED : 0;
}

const MOST_NAMED = 20;
const MOST_ROWS = 50;

async function tell(report: BatchReport, { report: to, json }: ReduceFlags, dryRun: boolean): Promise<void> {
  if (to !== undefined && to !== "") return writeFileAtomic(to, await toJson(report));
  if (!dryRun && to === undefined) return;
  const text = json ? await toJson(report) : toText(report);
  if (!dryRun) await writeStderr(text);
  else await (json ? writeStdout(text) : writeText(text));
}

/** Left as it is, and not because the policy or the request asks for it. */
const isUnread = ({ report: { skipped } }: BatchRequest): boolean =>
  skipped !== undefined && skipped !== "disabled" && skipped !== "server_side_editing";

async function nameSkip(one: BatchRequest): Promise<string> {
  const { explainSkip } = await import("../shared/render-report.js");
  return `${nameOf(one)} left as it is: ${explainSkip(one.report)}`;
}

const nameOf = ({ index, id }: BatchRequest): string =>
  `request ${index + 1}${id === undefined ? "" : ` (${printable(id, 60)})`}`;

async function toJson({ requests, ...rest }: BatchReport): Promise<string> {
  const { reportToJson } = await import("../shared/render-report.js");
  const all = requests.map((one) => ({ ...one, report: reportToJson(one.report) }));
  return `${JSON.stringify({ ...rest, requests: all }, null, 2)}\n`;
}

function toText({ requests, bytes, reducedCount, skippedCount }: BatchReport): string {
  const rows = requests.slice(0, MOST_ROWS).map(({ index, id, report }) => {
    const { before = 0, after = 0 } = report.bytes ?? {};
    return [index + 1, printable(id ?? "–", 40), before, after, report.maskedCount, report.skipped ?? ""];
  });
  const more = requests.length > MOST_ROWS ? `  … and ${requests.length - MOST_ROWS} more\n` : "";
  const smaller = percent(bytes.before - bytes.after, bytes.before);
  const sizes = `${groupDigits(bytes.before)} → ${groupDigits(bytes.after)} bytes (${smaller} fewer)`;
  const title = `batch of ${counted(requests.length, "request")}: ${reducedCount} reduced, ${skippedCount} skipped; ${sizes}`;
  return `${title}\n${renderTable(["request", "id", "bytes", "after", "masked", "skipped"], rows)}${more}`;
}

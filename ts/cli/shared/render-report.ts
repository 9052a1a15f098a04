import type { Decision, Edit, Plan, Report, SkipReason } from "../../contract/report.js";
import { renderTable } from "./table.js";
import { type Colors, groupDigits, percent, printable } from "./terminal.js";

const SKIP_TEXT: Record<SkipReason, string> = {
  disabled: "the policy switches reducing off",
  empty: "the body is empty",
  invalid_utf8: "the body is not UTF-8",
  invalid_json: "the body is not JSON",
  no_conversation: "there is no list of messages in it",
  unsupported_wire: "its wire cannot be read, or it mixes several",
  server_side_editing: "the provider clears old tool results itself",
  duplicate_key: "the key of its conversation occurs twice",
  too_large: "it is larger than the limit",
  too_many_messages: "it has more messages than the limit",
  no_backend: "neither the addon nor WebAssembly can be loaded here (tamis doctor says why)",
  internal_error: "a defect in Tamis; please report it",
};

/** Explains in a sentence why a request was passed through, with the machine's word for it. */
export function explainSkip(report: Report): string {
  if (report.skipped === undefined) return "";
  const detail = printable(report.skippedDetail ?? SKIP_TEXT[report.skipped], 300);
  return `${detail} (${report.skipped})`;
}

/** A report as plain data. Names every part, because a backend may decode some of them only when they are read. */
export function reportToJson(report: Report): object {
  return {
    ...pick<Omit<Report, "violations">>(report, REPORT_KEYS),
    decisions: report.decisions.map((one) => pick(one, DECISION_KEYS)),
  };
}

/** An edit as plain data. */
export const editToJson = (edit: Edit): object => pick(edit, EDIT_KEYS);

/** The present parts, in this order. */
function pick<T extends object>(value: T, keys: Record<keyof T, true>): object {
  const entries = Object.keys(keys).map((key) => [key, Reflect.get(value, key)] as const);
  return Object.fromEntries(entries.filter(([, part]) => part !== undefined));
}

// The types make these lists complete: a new part of a report does not compile until it is listed here. Violations
// belong to `tamis validate`.
const REPORT_KEYS: Record<Exclude<keyof Report, "violations">, true> = {
  wire: true,
  model: true,
  delta: true,
  forOriginals: true,
  backend: true,
  changed: true,
  skipped: true,
  skippedDetail: true,
  reductionStage: true,
  invariantStatus: true,
  fits: true,
  bytes: true,
  chars: true,
  tokens: true,
  messageCount: true,
  toolTurnCount: true,
  toolResultCount: true,
  maskedCount: true,
  maskedChars: true,
  clippedCount: true,
  clippedChars: true,
  shortenedCount: true,
  shortenedChars: true,
  dedupedCount: true,
  dedupedChars: true,
  references: true,
  thinkingRemoved: true,
  thinkingRemovedChars: true,
  shortenedArgsCount: true,
  shortenedArgsChars: true,
  shortenedToolsCount: true,
  shortenedToolsChars: true,
  deferredToolsCount: true,
  argsImitated: true,
  headers: true,
  repairedSurrogates: true,
  firstChangedByte: true,
  cache: true,
  cost: true,
  savedCost: true,
  costUnknown: true,
  elapsedMicros: true,
  droppedCount: true,
  phases: true,
  preserved: true,
  notes: true,
  summary: true,
  decisions: true,
};

const DECISION_KEYS: Record<keyof Decision, true> = {
  messageIndex: true,
  blockIndex: true,
  toolName: true,
  callId: true,
  isMedia: true,
  action: true,
  reason: true,
  role: true,
  roleFrom: true,
  charsBefore: true,
  charsAfter: true,
  hash: true,
};

const EDIT_KEYS: Record<keyof Edit, true> = { path: true, span: true, replacement: true, action: true, reason: true };

/** Renders a report for people. Ends with a newline. */
export function renderReport(report: Report, colors: Colors): string {
  const lines = [headline(report, colors)];
  if (report.skipped === undefined) {
    lines.push(`  tool results  ${describeResults(report)}`);
    if (report.shortenedArgsCount) lines.push(`  arguments     ${report.shortenedArgsCount} calls' shortened`);
    if (report.shortenedToolsCount)
      lines.push(
        `  tools         ${report.shortenedToolsCount} definitions smaller by ${groupDigits(report.shortenedToolsChars ?? 0)} chars`,
      );
    if (report.deferredToolsCount)
      lines.push(`  tools         ${report.deferredToolsCount} definitions left to the provider's tool search`);
    if (report.argsImitated)
      lines.push("  arguments     no more are shortened: the model has written a mark of its own");
    if (report.repairedSurrogates) lines.push(`  repaired      ${report.repairedSurrogates} halves of surrogate pairs`);
    if (report.chars) lines.push(`  chars         ${arrow(report.chars)}`);
    if (report.tokens) lines.push(`  tokens        ${arrow(report.tokens)}  (chars / 4, an estimate)`);
    for (const { reason, detail } of report.notes ?? [])
      lines.push(`  note          ${printable(detail ?? reason, 200)}`);
    const waiting = explainWaiting(report);
    if (waiting !== undefined) lines.push(`  waiting       ${waiting}`);
  }
  lines.push(`  backend       ${report.backend}, ${(report.elapsedMicros / 1000).toFixed(2)} ms`);
  const table = report.decisions.length === 0 ? "" : `\n${renderDecisions(report.decisions)}`;
  return `${lines.join("\n")}\n${table}`;
}

function headline(report: Report, colors: Colors): string {
  if (report.skipped !== undefined) return colors.yellow(`not reduced: ${explainSkip(report)}`);
  const { maskedCount, clippedCount, shortenedCount = 0, dedupedCount = 0, shortenedArgsCount = 0 } = report;
  const { repairedSurrogates = 0, shortenedToolsCount = 0 } = report;
  const editCount =
    maskedCount +
    clippedCount +
    shortenedCount +
    dedupedCount +
    shortenedArgsCount +
    shortenedToolsCount +
    repairedSurrogates;
  if (!report.changed && editCount > 0 && report.bytes) {
    return colors.yellow(`observed only, nothing was changed: bytes would go ${arrow(report.bytes)}`);
  }
  if (!report.changed) {
    const what = report.cache?.waitingCount ? "nothing removed yet" : "nothing to reduce";
    return `${what}${report.bytes ? ` in ${groupDigits(report.bytes.before)} bytes` : ""}`;
  }
  return report.bytes ? colors.green(`bytes ${arrow(report.bytes)}`) : colors.green("reduced");
}

/** Why more does not go now; undefined where nothing waits. */
function explainWaiting({ cache }: Report): string | undefined {
  if (!cache?.waitingCount || cache.moved) return undefined;
  const what = `${groupDigits(cache.waitingCount)} results and thinking, about ${groupDigits(cache.waitingTokens ?? 0)} tokens`;
  return cache.waitsForPrompt
    ? `${what}, for the user's next message: the model checks what its thinking was made from`
    : `${what}: to remove them now would cost more of the cache than it saves`;
}

function describeResults(report: Report): string {
  const masked = `${report.maskedCount} of ${report.toolResultCount} masked`;
  const clipped = report.clippedCount > 0 ? `, ${report.clippedCount} errors clipped` : "";
  const shortened = report.shortenedCount ? `, ${report.shortenedCount} shorter from the start` : "";
  const deduped = report.dedupedCount ? `, ${report.dedupedCount} with pointers to what they repeat` : "";
  return `${masked}${clipped}${shortened}${deduped}; ${report.toolTurnCount} tool turns, ${report.messageCount} messages`;
}

function arrow({ before, after }: { before: number; after: number }): string {
  const sign = after > before ? "+" : "−";
  return `${groupDigits(before)} → ${groupDigits(after)}  (${sign}${percent(Math.abs(before - after), before)})`;
}

/** One line per decision: place, tool, action and reason, chars before and after. */
function renderDecisions(decisions: readonly Decision[]): string {
  return renderTable(
    ["message", "tool", "call id", "action", "reason", "chars", "after"],
    decisions.map((decision) => [
      String(decision.messageIndex),
      printable(decision.toolName ?? "unknown", 32),
      printable(decision.callId ?? "–", 32),
      decision.action,
      decision.reason,
      decision.charsBefore,
      decision.charsAfter,
    ]),
  );
}

/** Renders the planned edits as a table with totals. Ends with a newline. Empty if the request was not read. */
export function renderPlan({ edits, report }: Plan, colors: Colors): string {
  if (report.skipped !== undefined) return "";
  const total = report.bytes ? `bytes ${arrow(report.bytes)}` : "";
  if (edits.length === 0) return `No edits. ${total}\n`;
  const summary = `${edits.length} edits: ${describeResults(report)}`;
  return `${renderDecisions(report.decisions)}\n${colors.bold(summary)}\n${total}\n`;
}

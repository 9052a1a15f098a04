// The result for people, at a terminal.
import { type GroupKind, groupSavings, type Savings } from "../../simulate/index.js";
import { renderTable } from "../shared/table.js";
import { colorsFor, counted, groupDigits, percent, printable } from "../shared/terminal.js";

const MOST_ROWS = 40;

/** Dollars with two decimals; with four below a cent. */
export function dollars(value: number): string {
  const [whole = "0", cents = "00"] = Math.abs(value)
    .toFixed(value !== 0 && Math.abs(value) < 0.01 ? 4 : 2)
    .split(".");
  return `${value < 0 ? "-" : ""}$${groupDigits(Number(whole))}.${cents}`;
}

/** A folder's last parts: what people call a project. */
export const shortName = (key: string): string => (key.length <= 48 ? key : `…${key.slice(-47)}`);

/** What was paid, in a sentence. */
export function sentenceOf(savings: Savings): string {
  const { sessions, requests, dollars: paid } = savings;
  const days = sessions.flatMap(({ startedAt }) => (startedAt === undefined ? [] : [startedAt.slice(0, 10)])).sort();
  const [first, last] = [days[0], days.at(-1)];
  const dates = first === last ? ` on ${first}` : ` from ${first} to ${last}`;
  const span = first === undefined ? "" : dates;
  return `${counted(sessions.length, "session")} with ${counted(requests, "request")}${span} cost ${dollars(paid.total)} at the price list.`;
}

/** What to do, in a sentence. */
export function adviceOf({ recommendation: { policy, reason, saved, share } }: Savings): string {
  if (policy === undefined) return `Recommendation: ${reason}.`;
  return `Recommendation: ${policy} (${reason}): ${dollars(saved)} less, ${percent(share, 1)} of everything paid.`;
}

/** How far the replay can be trusted, in a sentence. */
export function trustOf({ agreement: { within, of } }: Savings): string {
  if (of === 0) return "No session has enough bills to hold the replay against.";
  return `The replay agrees within 10 % with the recorded input bill of ${within} of ${counted(of, "session")} with at least 10 bills.`;
}

/** The result as text. Empty if nothing was read. */
export function renderSavings(savings: Savings, { by, missed = false }: { by: GroupKind; missed?: boolean }): string {
  if (savings.sessions.length === 0) return "";
  const colors = colorsFor(process.stdout);
  const head = (text: string) => colors.bold(text);
  return [
    `${head(sentenceOf(savings))}\n${paidFor(savings)}`,
    `${head(`By ${by}`)}\n${groupTable(savings, by)}`,
    `${head("What each policy would have made of the input")}\n${policyTable(savings)}`,
    `${head(adviceOf(savings))}\n${worstOf(savings)}${missed ? sourceTable(savings) : ""}${trustOf(savings)}\n${missed ? missedOf(savings) : ""}`,
  ].join("\n");
}

function paidFor({ dollars: paid, content, estimated }: Savings): string {
  const parts = [
    ["cache reads", paid.cacheRead],
    ["cache writes", paid.cacheWrite],
    ["fresh input", paid.fresh],
    ["output", paid.output],
  ] as const;
  const made = [
    ["system and tools", content.system],
    ["your words", content.words],
    ["tool results", content.results],
    ["thinking", content.thinking],
    ["calls' arguments", content.arguments],
    ["answers", content.answers],
  ] as const;
  const input = paid.total - paid.output;
  const list = (rows: readonly (readonly [string, number])[], whole: number) =>
    rows.map(([name, value]) => `${name} ${dollars(value)} (${percent(value, whole)})`).join(", ");
  const guess =
    estimated.sessions === 0
      ? ""
      : `  ${counted(estimated.sessions, "session")} without a bill: the ${dollars(estimated.dollars)} are the replay's.\n`;
  return `${wrap(`bought: ${list(parts, paid.total)}`)}${wrap(`the input was: ${list(made, input)}`)}${guess}`;
}

function groupTable(savings: Savings, by: GroupKind): string {
  const groups = groupSavings(savings, by);
  const shown = by === "day" ? groups.slice(-MOST_ROWS) : groups.slice(0, MOST_ROWS);
  const rows = shown.map(({ key, sessions, requests, dollars: paid, saved }) => [
    printable(shortName(key), 60),
    sessions,
    requests,
    dollars(paid),
    dollars(saved),
  ]);
  const rest = groups.length - shown.length;
  const more = rest > 0 ? `  ${groupDigits(rest)} more (--json lists all)\n` : "";
  return renderTable([by, "sessions", "requests", "paid", "saved"], rows) + more;
}

function policyTable({ policies }: Savings): string {
  const rows = policies.map(({ name, ratio, saved, dearer, grounding, needed }) => [
    printable(name, 60),
    ratio.toFixed(3),
    dollars(saved),
    dearer,
    grounding === undefined ? "–" : grounding.toFixed(3),
    needed === undefined ? "–" : needed.toFixed(3),
  ]);
  return renderTable(["policy", "input bill", "saved", "dearer", "grounding", "needed"], rows) + wrap(POLICY_LEGEND);
}

/** Explains the columns to people. */
export const POLICY_LEGEND =
  "input bill: of sending everything. dearer: sessions that it makes dearer by more than 2 %. grounding: of the paths, identifiers and numbers in arguments of calls that only tool results had before, the share in the request that the call answers. needed: of the results that it takes out, the share of which one of the next 40 calls names something that its request no longer has. Both say nothing about whether a task succeeds.";

/** By tool: how many words calls name of its results, and the share that stays. */
function sourceTable({ policies, recommendation }: Savings): string {
  const { sources = [] } = policies.find(({ name }) => name === recommendation.policy) ?? {};
  if (sources.length === 0) return "";
  const rows = sources
    .slice(0, MOST_SOURCES)
    .map(({ tool, named, visible }) => [printable(tool || "–", 40), named, (visible / named).toFixed(3)]);
  return `${renderTable(["results of", "named by calls", "still there"], rows)}\n`;
}

const MOST_SOURCES = 8;

function worstOf({ recommendation: { worst } }: Savings): string {
  if (worst.length === 0) return "";
  const rows = worst.map(({ name, ratio, saved }) => [
    printable(shortName(name), 60),
    ratio.toFixed(3),
    dollars(saved),
  ]);
  return renderTable(["sessions that it serves worst", "input bill", "saved"], rows);
}

function missedOf({ sessions, policies, recommendation }: Savings): string {
  const index = policies.findIndex(({ name }) => name === recommendation.policy);
  const lines = sessions.flatMap(({ name, outcomes }) =>
    (outcomes[index]?.grounding?.missed ?? []).map(
      ({ step, tool = "", word }) =>
        [printable(shortName(name), 60), step + 1, printable(tool, 30), printable(word, 80)] as const,
    ),
  );
  if (lines.length === 0) return "";
  return `\n${renderTable(["no longer in the request", "request", "call", "what it names"], lines.slice(0, 200))}`;
}

const wrap = (text: string): string => `${text.replace(/(.{1,110})(?: |$)/g, "  $1\n").trimEnd()}\n`;

// The result for people, at a terminal.
import { dollarText } from "../../base/dollars.js";
import { gapsText } from "../../pricing/index.js";
import {
  type CacheWeights,
  type GroupKind,
  groupSavings,
  type Savings,
  type SavingsGroup,
} from "../../simulate/index.js";
import { AGENTS } from "../agents/command.js";
import { PRESET_CHOICES } from "../shared/preset-choices.js";
import { renderTable } from "../shared/table.js";
import { colorsFor, counted, groupDigits, percent, printable, wrap } from "../shared/terminal.js";
import { cacheAdvice, cacheText, inputOf } from "./cache-text.js";
import { KEPT_LEGEND, keptRow, shareText } from "./kept.js";
import { leanAdvice, type Unused, unusedText } from "./unused.js";

/** The policy of a launch that is given none. */
const DEFAULT_PRESET = "balanced";

const MOST_ROWS = 40;

/** A folder's last parts: what people call a project. */
const shortName = (key: string): string => (key.length <= 48 ? key : `…${key.slice(-47)}`);

/** What was paid, in a sentence. */
function sentenceOf(savings: Savings): string {
  const { sessions, requests } = savings;
  const days = sessions.flatMap(({ startedAt }) => (startedAt === undefined ? [] : [startedAt.slice(0, 10)])).sort();
  const [first, last] = [days[0], days.at(-1)];
  const dates = first === last ? ` on ${first}` : ` from ${first} to ${last}`;
  const span = first === undefined ? "" : dates;
  const why = savings.gaps.logins === undefined ? "without a known price" : "of a login, which has limits and no bill";
  const cost = hasDollars(savings) ? ` cost ${dollarText(savings.dollars.total)} at the price list` : `, ${why}`;
  return `${counted(sessions.length, "session")} with ${counted(requests, "request")}${span}${cost}.`;
}

/** Whether any price is known: else every dollar shown would be a 0 that nobody knows. */
export const hasDollars = ({ dollars: paid, unpriced, gaps }: Savings): boolean =>
  paid.total > 0 || (unpriced.length === 0 && gaps.logins === undefined);

/** What the dollars lack, in a sentence; undefined where they lack nothing. */
export function lackOf({ gaps }: Savings): string | undefined {
  const text = gapsText(gaps, (name) => printable(name, 60));
  if (text === undefined) return undefined;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${gaps.unpriced.length > 0 ? " (--prices FILE)" : ""}.`;
}

/** How policies are compared where not every price is known, in a sentence; undefined where all are. */
function weightsOf({ weights, sessions }: Savings): string | undefined {
  if (weights === "dollars") return undefined;
  const all = new Set(sessions.flatMap(({ weighedAs }) => (weighedAs === undefined ? [] : [weightText(weighedAs)])));
  const more = all.size > MOST_WEIGHTS ? ` and ${all.size - MOST_WEIGHTS} more` : "";
  const shown = [...all].slice(0, MOST_WEIGHTS).join("; ");
  return `Policies are compared by the input bill in tokens of fresh input, which needs no price: ${shown}${more}.`;
}

const MOST_WEIGHTS = 4;

const weightText = ({ cache, read, write, isKnown }: CacheWeights): string =>
  `cache reads at ${read} and writes at ${write} (${isKnown ? "" : "assumed, as of "}${printable(cache, 60)})`;

/** What it would have been, in a sentence, and the command that makes it so. */
function adviceOf(savings: Savings): string[] {
  const { policy, reason, saved, share, ratio } = savings.recommendation;
  if (policy === undefined) return [`Recommendation: ${reason}.`];
  const bill = `With ${policy} the input bill would have been ${percent(ratio, 1)} of that of sending everything`;
  const less = `With ${policy} they would have cost ${dollarText(savings.dollars.total - saved)}: ${dollarText(saved)} less, ${percent(share, 1)} of everything paid`;
  const known = savings.weights === "tokens" ? `${bill}; ${dollarText(saved)} less where prices are known` : less;
  return [`${hasDollars(savings) ? known : bill} (${reason}).`, `Run: ${commandFor(policy, savings)}`];
}

/** The command to run: the launch of the agent that cost most, with a policy. */
function commandFor(policy: string, savings: Savings): string {
  const [dearest] = groupSavings(savings, "agent");
  const [agent] = Object.entries(AGENTS).find(([, name]) => name === dearest?.key) ?? [];
  const flag = policy === DEFAULT_PRESET ? "" : ` ${flagOf(policy)}`;
  return agent === undefined ? `tamis run${flag} -- COMMAND` : `tamis ${agent}${flag}`;
}

/** What chooses a policy at a launch. */
const flagOf = (policy: string): string =>
  (PRESET_CHOICES as readonly string[]).includes(policy) ? `--preset ${policy}` : `--config ${policy}`;

/** How far the replay can be trusted, in a sentence. */
function trustOf({ agreement: { within, of } }: Savings): string {
  if (of === 0) return "No session has enough bills to hold the replay against.";
  return `The replay agrees within 10 % with the recorded input bill of ${within} of ${counted(of, "session")} with at least 10 bills.`;
}

/** What is shown beside the usual. */
interface Shown {
  by?: GroupKind;
  missed?: boolean;
  /** Tools that no session called, by agent. */
  unused?: readonly Unused[];
}

/** The result as text, the answer first. Empty if nothing was read. */
export function renderSavings(savings: Savings, { by, missed = false, unused = [] }: Shown): string {
  if (savings.sessions.length === 0) return "";
  const colors = colorsFor(process.stdout);
  const head = (text: string) => colors.bold(text);
  return [
    `${[sentenceOf(savings), ...adviceOf(savings), ...leanAdvice(savings, unused), ...cacheAdvice(savings)].map((line) => head(line)).join("\n")}\n`,
    paidFor(savings),
    ...(by === undefined ? [] : [`${head(`By ${by}`)}\n${groupTable(savings, by)}`]),
    unusedText(unused, head),
    cacheText(savings, head),
    `${head("What each policy would have made of the input")}\n${policyTable(savings)}`,
    `${worstOf(savings)}${missed ? keptTable(savings) + sourceTable(savings) : ""}${trustOf(savings)}\n${missed ? missedOf(savings) : ""}`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function paidFor(savings: Savings): string {
  const { dollars: paid, content, estimated } = savings;
  const lack = lackOf(savings);
  const note = lack === undefined ? "" : wrap(lack);
  if (!hasDollars(savings)) return note;
  const parts = [
    ["cache reads", paid.cacheRead],
    ["cache writes", paid.cacheWrite],
    ["fresh input", paid.fresh],
    ["output", paid.output],
    ...(paid.other === 0 ? [] : [["searches and other models", paid.other] as const]),
  ] as const;
  const made = [
    ["system and tools", content.system],
    ["your words", content.words],
    ["tool results", content.results],
    ["thinking", content.thinking],
    ["calls' arguments", content.arguments],
    ["answers", content.answers],
  ] as const;
  const input = inputOf(paid);
  const list = (rows: readonly (readonly [string, number])[], whole: number) =>
    rows.map(([name, value]) => `${name} ${dollarText(value)} (${percent(value, whole)})`).join(", ");
  const guess =
    estimated.sessions === 0
      ? ""
      : `  ${counted(estimated.sessions, "session")} without a bill: the ${dollarText(estimated.dollars)} are the replay's.\n`;
  const unlogged = savings.sessions.some(({ agent }) => agent === "Gemini CLI") ? wrap(UNLOGGED) : "";
  return `${wrap(`bought: ${list(parts, paid.total)}`)}${wrap(`the input was: ${list(made, input)}`)}${guess}${unlogged}${note}`;
}

/** Measured with Gemini CLI 0.61 over 20 and 60 turns, 29 November 2026. */
const UNLOGGED =
  "Gemini CLI logs no requests of its own, such as checks for loops: 0.6 % of the bill of 20 turns, 2.3 % of 60";

function groupTable(savings: Savings, by: GroupKind): string {
  const groups = groupSavings(savings, by);
  const shown = by === "day" ? groups.slice(-MOST_ROWS) : groups.slice(0, MOST_ROWS);
  const hasUnpriced = groups.some(({ unpriced }) => unpriced > 0);
  const rows = shown.map((group) => [
    printable(shortName(group.key), 60),
    group.sessions,
    group.requests,
    ...(hasUnpriced ? [group.unpriced] : []),
    paidIn(group),
    savedIn(group),
  ]);
  const rest = groups.length - shown.length;
  const more = rest > 0 ? `  ${groupDigits(rest)} more (--json lists all)\n` : "";
  const head = [by, "sessions", "requests", ...(hasUnpriced ? ["no price"] : []), "paid", savedTitle(savings)];
  return renderTable(head, rows) + more;
}

/** The heading of what the recommended policy saves. */
const savedTitle = ({ recommendation }: Savings): string =>
  recommendation.policy === undefined ? "saved" : `saved by ${printable(recommendation.policy, 40)}`;

/** Dollars of a row; a dash where none of its requests has a price. */
const paidIn = ({ requests, unpriced, dollars: paid }: SavingsGroup): string =>
  unpriced > 0 && unpriced >= requests ? "–" : dollarText(paid);
const savedIn = ({ requests, unpriced, saved }: SavingsGroup): string =>
  unpriced > 0 && unpriced >= requests ? "–" : dollarText(saved);

function policyTable(savings: Savings): string {
  const rows = savings.policies.map(({ name, ratio, saved, dearer, kept, withReReads, contextLasts }) => [
    nameOf(name),
    ratio.toFixed(3),
    hasDollars(savings) ? dollarText(saved) : "–",
    withReReads === undefined ? "–" : withReReads.ratio.toFixed(3),
    hasDollars(savings) && withReReads !== undefined ? dollarText(withReReads.saved) : "–",
    shareText(kept?.edits),
    lastsText(contextLasts),
    dearer,
  ]);
  const weights = weightsOf(savings);
  return renderTable(POLICY_HEAD, rows) + wrap(POLICY_LEGEND) + (weights === undefined ? "" : wrap(weights));
}

const nameOf = (name: string): string =>
  printable(name === DEFAULT_PRESET ? `${flagOf(name)} (default)` : flagOf(name), 60);

/** How often as long a context lasts. */
const lastsText = (times: number | undefined): string => (times === undefined ? "–" : `${times.toFixed(2)} ×`);

/** The columns of the policies' table. */
const POLICY_HEAD = [
  "policy",
  "input bill",
  "saved",
  "with re-reads",
  "saved",
  "edits whole",
  "context lasts",
  "dearer",
];

/** Explains the columns to people. */
const POLICY_LEGEND =
  "policy: what chooses it at a launch (tamis claude, codex, gemini, opencode, run). input bill: of sending everything. with re-reads: the same if each edit whose quoted lines are gone costs one more request with a result of 3,000 tokens, which every later request reads. edits whole: of the edits whose quoted lines all stood in earlier results and calls, the share whose lines all stand in the request that the edit answers. context lasts: how often as long until it is full, in the median of sessions with 30 requests or more. dearer: sessions that it makes dearer by more than 2 %. None of them says whether a task succeeds.";

function keptTable({ policies }: Savings): string {
  const rows = policies.map((policy) => [nameOf(policy.name), ...Object.values(keptRow(policy))]);
  const [first] = policies;
  if (first === undefined) return "";
  return `${renderTable(["what is kept", ...Object.keys(keptRow(first))], rows)}${wrap(KEPT_LEGEND)}\n`;
}

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

function worstOf(savings: Savings): string {
  const { worst } = savings.recommendation;
  if (worst.length === 0) return "";
  const rows = worst.map(({ name, ratio, saved }) => [
    printable(shortName(name), 60),
    ratio.toFixed(3),
    hasDollars(savings) ? dollarText(saved) : "–",
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

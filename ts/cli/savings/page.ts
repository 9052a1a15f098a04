// One page that needs nothing else: no script, nothing loaded. Text that comes from logs is names only, and escaped.
import { dollarText } from "../../base/dollars.js";
import { groupSavings, type Savings, type SavingsGroup, type SessionTurn } from "../../simulate/index.js";
import { escapeHtml } from "../shared/html.js";
import { htmlPage } from "../shared/html-page.js";
import { pageTable } from "../shared/page-table.js";
import { counted, groupDigits, percent } from "../shared/terminal.js";
import { type CacheTable, cacheAdvice, cacheReport, inputOf, NO_MISSES } from "./cache-text.js";
import { KEPT_LEGEND, keptRow, shareText } from "./kept.js";
import {
  adviceOf,
  hasDollars,
  lackOf,
  lastsText,
  POLICY_HEAD,
  POLICY_LEGEND,
  paidIn,
  savedIn,
  sentenceOf,
  shortName,
  trustOf,
  weightsOf,
} from "./text.js";
import { leanAdvice, UNUSED_HEAD, type Unused, unusedLegend, unusedRows, unusedTitle } from "./unused.js";

/** A session, opened turn by turn. */
export interface Opened {
  name: string;
  turns: readonly SessionTurn[];
}

/** The result as an HTML page. */
export function renderSavingsPage(
  savings: Savings,
  opened: Opened | undefined,
  unused: readonly Unused[] = [],
): string {
  const content = `${lead(savings, unused)}
${spent(savings)}
${bars("By day", groupSavings(savings, "day").slice(-MOST_DAYS))}
${bars("By project", groupSavings(savings, "project").slice(0, MOST_ROWS))}
${bars("By agent", groupSavings(savings, "agent").slice(0, MOST_ROWS))}
${neverCalled(unused)}
${policies(savings)}
${caches(savings)}
${worst(savings)}
${opened === undefined ? "" : openedSession(opened)}
${skippedFiles(savings)}`;
  return htmlPage("What your agents' sessions cost", content);
}

const MOST_DAYS = 31;
const MOST_ROWS = 12;
const MOST_TURNS = 400;

function lead(savings: Savings, unused: readonly Unused[]): string {
  const { dollars: paid, recommendation } = savings;
  const { policy, saved, share } = recommendation;
  const lack = [lackOf(savings), weightsOf(savings)].flatMap((one) => (one === undefined ? [] : [escapeHtml(one)]));
  lack.push(...leanAdvice(savings, unused).map((line) => escapeHtml(line)));
  const notes = lack.length === 0 ? "" : `\n<p class="note">${lack.join(" ")}</p>`;
  if (savings.weights === "tokens")
    return `<h1>${escapeHtml(sentenceOf(savings))}</h1>
<p>${advice(savings)} ${escapeHtml(trustOf(savings))}</p>${notes}`;
  const what =
    policy === undefined
      ? `Your agents' sessions cost <b>${dollarText(paid.total)}</b>, and no policy would have made that much less.`
      : `Your agents' sessions cost <b>${dollarText(paid.total)}</b>. With <b>${escapeHtml(policy)}</b> they would have cost <b>${dollarText(paid.total - saved)}</b>: ${dollarText(saved)} or ${percent(share, 1)} less.`;
  return `<h1>${what}</h1>
<p>${escapeHtml(sentenceOf(savings))} ${advice(savings)} ${escapeHtml(trustOf(savings))}</p>${notes}`;
}

/** The answer, and the command as code. */
function advice(savings: Savings): string {
  const [answer = "", command] = adviceOf(savings);
  return `${escapeHtml(answer)}${command === undefined ? "" : ` <code>${escapeHtml(command)}</code>.`}`;
}

function spent(savings: Savings): string {
  if (!hasDollars(savings)) return "";
  const { dollars: paid, content } = savings;
  const input = inputOf(paid);
  const bought: Part[] = [
    ["cache reads", paid.cacheRead],
    ["cache writes", paid.cacheWrite],
    ["fresh input", paid.fresh],
    ["output", paid.output],
    ...(paid.other === 0 ? [] : [["searches and other models", paid.other] as const]),
  ];
  const made: Part[] = [
    ["system and tools", content.system],
    ["your words", content.words],
    ["tool results", content.results],
    ["thinking", content.thinking],
    ["arguments of calls", content.arguments],
    ["answers", content.answers],
  ];
  return `<section class="pair"><div><h2>What was bought</h2>${partList(bought, paid.total)}</div>
<div><h2>What the input was</h2>${partList(made, input)}</div></section>`;
}

type Part = readonly [name: string, dollars: number];

function partList(parts: readonly Part[], whole: number): string {
  const rows = parts.map(([name, value], index) =>
    row(name, `${dollarText(value)} · ${percent(value, whole)}`, value, whole, index),
  );
  return `<ul class="bars">${rows.join("\n")}</ul>`;
}

/** A name, a number and a bar, each with room of its own. */
function row(name: string, told: string, value: number, whole: number, color: number, part = 0): string {
  const width = (amount: number) => (whole <= 0 ? 0 : Math.max(0, Math.min(100, (100 * amount) / whole))).toFixed(2);
  const inner = part > 0 ? `<i class="saved" style="width:${width(part)}%"></i>` : "";
  return `<li><span class="name">${escapeHtml(name)}</span><span class="told">${escapeHtml(told)}</span><span class="bar"><i class="c${color % 6}" style="width:${width(value - part)}%"></i>${inner}</span></li>`;
}

function bars(title: string, groups: readonly SavingsGroup[]): string {
  if (groups.length === 0) return "";
  const most = Math.max(...groups.map((group) => group.dollars));
  const rows = groups.map((group) => {
    const { key, dollars: paid, saved, requests, unpriced } = group;
    const without = unpriced === 0 ? "" : `, ${groupDigits(unpriced)} without a price`;
    const told = `${paidIn(group)} · ${savedIn(group)} saved · ${counted(requests, "request")}${without}`;
    return row(shortName(key), told, paid, most, 0, saved);
  });
  return `<section><h2>${title}</h2><ul class="bars">${rows.join("\n")}</ul><p class="note">Striped: what the recommended policy would have saved.</p></section>`;
}

function neverCalled(unused: readonly Unused[]): string {
  const sections = unused.map((one) => {
    const title = escapeHtml(unusedTitle(one));
    const rows = unusedRows(one).map((row) => row.map((cell) => escapeHtml(cell)));
    return `<section><h2>${title}</h2>${pageTable(UNUSED_HEAD, rows, title)}
<p class="note">${escapeHtml(unusedLegend(one))}</p></section>`;
  });
  return sections.join("\n");
}

function policies(savings: Savings): string {
  const { policies: results, recommendation } = savings;
  const rows = results.map(({ name, about, ratio, saved, dearer, kept, withReReads, contextLasts }) => [
    `${name === recommendation.policy ? "<b>" : ""}${escapeHtml(name)}${name === recommendation.policy ? "</b>" : ""}<small>${escapeHtml(about)}</small>`,
    ratio.toFixed(3),
    hasDollars(savings) ? dollarText(saved) : "–",
    withReReads === undefined ? "–" : withReReads.ratio.toFixed(3),
    hasDollars(savings) && withReReads !== undefined ? dollarText(withReReads.saved) : "–",
    shareText(kept?.edits),
    lastsText(contextLasts),
    groupDigits(dearer),
  ]);
  const [first] = results;
  const heads = first === undefined ? [] : Object.keys(keptRow(first));
  const keptRows = results.map((policy) => [escapeHtml(policy.name), ...Object.values(keptRow(policy))]);
  return `<section><h2>What each policy would have made of the input</h2>
${pageTable(POLICY_HEAD, rows, "Policies")}
<p class="note">${escapeHtml(POLICY_LEGEND)}</p>
${pageTable(["what is kept", ...heads], keptRows, "What is kept")}
<p class="note">${escapeHtml(KEPT_LEGEND)}</p></section>`;
}

/** The same tables and sentences as on a terminal. */
function caches(savings: Savings): string {
  const report = cacheReport(savings);
  if (report === undefined) return "";
  const tableOf = ({ head, rows }: CacheTable, label: string) => {
    const cells = (row: CacheTable["rows"][number]) =>
      row.map((cell) => escapeHtml(typeof cell === "number" ? groupDigits(cell) : cell));
    return pageTable(head, rows.map(cells), label);
  };
  const sections = report.groups.map(({ title, misses, lifetimes }) => {
    const lost = misses === undefined ? `<p>${NO_MISSES}</p>` : tableOf(misses, "What the cache lost");
    return `<h2>${escapeHtml(title)}</h2>\n${lost}${lifetimes === undefined ? "" : `\n${tableOf(lifetimes, "Other lifetimes")}`}`;
  });
  const advised = cacheAdvice(savings).map((line) => `<p>${escapeHtml(line)}</p>`);
  const notes = report.notes.flatMap((note) => (note === "" ? [] : [`<p class="note">${escapeHtml(note)}</p>`]));
  return `<section>${[...sections, ...advised, ...notes].join("\n")}</section>`;
}

function worst(savings: Savings): string {
  const { recommendation, sessions } = savings;
  if (recommendation.worst.length === 0) return "";
  const rows = recommendation.worst.map(({ name, ratio, saved }) => {
    const session = sessions.find((one) => one.name === name);
    return [
      escapeHtml(shortName(name)),
      escapeHtml(session?.model ?? ""),
      groupDigits(session?.requests ?? 0),
      ratio.toFixed(3),
      hasDollars(savings) ? dollarText(saved) : "–",
    ];
  });
  return `<section><h2>Sessions that it serves worst</h2>${pageTable(["session", "model", "requests", "input bill", "saved"], rows, "Worst sessions")}</section>`;
}

function openedSession({ name, turns }: Opened): string {
  const most = Math.max(1, ...turns.map(({ tokens }) => tokens));
  const shown = turns.slice(0, MOST_TURNS);
  const items = shown.map((turn) => {
    const told = `${groupDigits(turn.tokens)} → ${groupDigits(turn.reduced)} tokens`;
    const gone = turn.gone.map(
      ({ tool, from, tokens }) =>
        `<li>${escapeHtml(tool || "a result")} of request ${from + 1}: ${groupDigits(tokens)} tokens</li>`,
    );
    const missed = turn.missed.map(({ tool = "", word }) => `<li>${escapeHtml(tool)} names ${escapeHtml(word)}</li>`);
    const detail = [
      gone.length > 0
        ? `<details><summary>${groupDigits(gone.length)} results go</summary><ul>${gone.join("")}</ul></details>`
        : "",
      missed.length > 0
        ? `<details><summary>no longer there: ${groupDigits(missed.length)}</summary><ul>${missed.join("")}</ul></details>`
        : "",
    ].join("");
    const bar = row(`request ${turn.step + 1}`, told, turn.tokens, most, 0, turn.tokens - turn.reduced);
    return detail === "" ? bar : bar.replace(/<\/li>$/, `<span class="detail">${detail}</span></li>`);
  });
  const more =
    turns.length > shown.length ? `<p class="note">${groupDigits(turns.length - shown.length)} more requests.</p>` : "";
  return `<section><h2>One session, turn by turn</h2>
<p class="path">${escapeHtml(name)}</p>
<ul class="bars turns">${items.join("\n")}</ul>${more}
<p class="note">Striped: tokens that the recommended policy leaves out of the request.</p></section>`;
}

const MOST_SKIPPED = 50;

function skippedFiles({ skipped }: Savings): string {
  if (skipped.length === 0) return "";
  const items = skipped
    .slice(0, MOST_SKIPPED)
    .map(
      ({ name, line, reason }) =>
        `<li>${escapeHtml(line === undefined ? name : `${name}:${line}`)}: ${escapeHtml(reason)}</li>`,
    );
  const rest = skipped.length - items.length;
  return `<section><h2>Not read</h2><ul class="path">${items.join("\n")}</ul>${rest > 0 ? `<p class="note">${groupDigits(rest)} more.</p>` : ""}</section>`;
}

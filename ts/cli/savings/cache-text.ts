// What caches lost, and other lifetimes, for people.
import { dollarText } from "../../base/dollars.js";
import type { CacheGroup, Dollars, LifetimeAdvice, MissCause, Savings, SessionCache } from "../../simulate/index.js";
import { renderTable } from "../shared/table.js";
import { counted, percent, printable, wrap } from "../shared/terminal.js";

/** Causes in a few words. */
export const MISS_WORDS: Readonly<Record<MissCause, string>> = {
  timeout: "expired while idle",
  compaction: "history became a summary",
  model: "another model",
  tool_list: "tools changed",
  system: "system prompt changed",
  parameters: "other settings changed",
  client_edit: "agent edited the history",
  our_move: "Tamis masked more results",
  unmarked: "nothing marked for the cache",
  short: "too short for the cache",
  unknown: "no cause in the log",
};

/** The lifetime to ask for, and by what means; none where no other saves enough. */
export function cacheAdvice(savings: Savings): string[] {
  const { changes, saved } = savings.cache.recommendation;
  if (changes.length === 0) return [];
  const less = `${dollarText(saved)} less, ${sharesOf(saved, savings)}`;
  const isLaunched = changes.some(({ agent, seconds }) => agent === CLAUDE_CODE && seconds === HOUR);
  return [`Cache: with ${changesText(changes)}, ${less}.`, ...(isLaunched ? [BY_LAUNCH] : [])];
}

const BY_LAUNCH =
  "tamis claude sets it by itself for a key's requests, if five sessions say so; without Tamis it is your setting.";

const sharesOf = (value: number, savings: Savings): string =>
  `${percent(value, inputOf(savings.dollars))} of the input bill, ${percent(value, savings.dollars.total)} of everything paid`;

export const inputOf = ({ total, output, other }: Dollars): number => total - output - other;

/** Claude Code has a setting for each (2.1.243 and later). */
function changesText(changes: LifetimeAdvice["changes"]): string {
  const settings = changes
    .filter(({ agent }) => agent === CLAUDE_CODE)
    .map(({ isSubAgent, seconds }) => {
      const setting = isSubAgent ? "subagentPromptCacheTtl" : "promptCacheTtl";
      return `"${setting}": "${seconds === HOUR ? "1h" : "5m"}"`;
    });
  const others = changes
    .filter(({ agent }) => agent !== CLAUDE_CODE)
    .map((change) => `the cache of ${nameOf(change)} kept for ${spanOf(change.seconds)}`);
  const inSettings = settings.length === 0 ? [] : [`${settings.join(" and ")} in Claude Code's settings.json`];
  return [...inSettings, ...others].join(", and ");
}

const CLAUDE_CODE = "Claude Code";
const HOUR = 3_600;
const spanOf = (seconds: number): string => (seconds === HOUR ? "1 hour" : "5 min");
const nameOf = ({ agent, isSubAgent }: Pick<CacheGroup, "agent" | "isSubAgent">): string =>
  `${printable(agent, 40)}${isSubAgent ? ", sub-agents" : ""}`;

/** What the cache lost; empty where no two requests of a session have bills. */
export function cacheText(savings: Savings, head: (text: string) => string): string {
  const { groups, compared, recommendation } = savings.cache;
  if (compared === 0) return "";
  const tables = groups.map((group) => {
    const title = head(`What the cache lost${groups.length > 1 ? ` (${nameOf(group)})` : ""}`);
    return [`${title}\n${missTable(group, savings)}`, ...lifetimeTable(group, savings)].join("\n");
  });
  const hasChoice = groups.some(({ lifetimes }) => lifetimes !== undefined && lifetimes.billed > 0);
  const leave = hasChoice && recommendation.changes.length === 0 ? wrap(LEAVE, COLUMNS) : "";
  const legend = wrap(`${COST_LEGEND}${hasChoice ? ` ${LIFETIME_LEGEND}` : ""}`, COLUMNS);
  return `${tables.join("\n")}${leave}${legend}${clockText(savings.cache)}`;
}

/** Chars of a line of what explains a table. */
export const COLUMNS = 76;
const LEAVE = "Cache: leave its lifetime as it is; no other saves 1 % of everything paid.";
const COST_LEGEND =
  "cost: what tokens that were sent before cost more than reading them from the cache; tamis why --cache lists each miss.";
const LIFETIME_LEGEND =
  "kept for: the same requests, with the same time between them. renewals: if the gateway had read idle entries again just before they expire, where it expects that to pay (keep_alive_usd, for API keys); those after each session's last request are in the bill.";

function missTable({ causes }: CacheGroup, savings: Savings): string {
  if (causes.length === 0) return "  Nothing: each request found what the one before had sent.\n";
  const rows = causes.map(({ cause, requests, lostTokens, dollars: cost, unpriced }) => {
    const isUnknown = unpriced === requests;
    const share = isUnknown ? "–" : percent(cost, inputOf(savings.dollars));
    return [MISS_WORDS[cause], requests, lostTokens, isUnknown ? "–" : dollarText(cost), share];
  });
  return renderTable(["cause", "misses", "tokens sent again", "cost", "of the input bill"], rows);
}

/** None where there is no choice. */
function lifetimeTable({ lifetimes }: CacheGroup, savings: Savings): string[] {
  // All of a login: nothing is billed, and the login has an hour.
  if (lifetimes === undefined || lifetimes.billed === 0) return [];
  const { billed, options } = lifetimes;
  const shown = options.filter(({ seconds, renewals }, index) => {
    const [before] = options.slice(index - 1, index);
    return index === 0 || before?.seconds !== seconds || before.renewals !== renewals;
  });
  const rows = shown.map(({ seconds, renewals, dollars: cost }) => {
    const saved = billed - cost;
    return [
      `${spanOf(seconds)}${renewalText(renewals)}`,
      dollarText(cost),
      dollarText(saved),
      percent(saved, inputOf(savings.dollars)),
      percent(saved, savings.dollars.total),
    ];
  });
  const asBilled = ["as billed", dollarText(billed), "", "", ""];
  const head = ["kept for", "input bill", "saved", "of the input bill", "of everything paid"];
  return [renderTable(head, [asBilled, ...rows])];
}

const renewalText = (renewals: number): string => (renewals === 0 ? "" : `, ${counted(renewals, "renewal")}`);

/** Requests that say nothing about expiry, in lines; empty where there are none. */
export function clockText({ untimed, backwards }: Pick<SessionCache, "untimed" | "backwards">): string {
  const parts = [
    ...(untimed === 0 ? [] : [`are missing (${counted(untimed, "request")})`]),
    ...(backwards === 0 ? [] : [`go back (${counted(backwards, "request")})`]),
  ];
  return parts.length === 0 ? "" : wrap(`No expiry is seen where times ${parts.join(" or ")}.`, COLUMNS);
}

// What stands in front of every request and was never called: an agent's optional tools and MCP servers.

import {
  agentOfLog,
  LEAST_SESSIONS,
  leanItems,
  newestVersion,
  optionalTools,
  type PrefixAgent,
  PrefixSum,
  type PrefixUsage,
  type Surroundings,
  versionFacts,
} from "../../agents/index.js";
import { DAY_MS } from "../../base/clock.js";
import { dollarText } from "../../base/dollars.js";
import { getOrInsert } from "../../base/maps.js";
import type { PriceOverrides } from "../../pricing/index.js";
import type { LoggedSession, Savings } from "../../simulate/index.js";
import { leanSessions } from "../run/lean.js";
import { renderTable } from "../shared/table.js";
import { counted, groupDigits, percent, printable, wrap } from "../shared/terminal.js";
import { COLUMNS } from "./cache-text.js";

/** A tool or a server that no session called. */
export interface UnusedItem {
  /** The tool's name, or `mcp:` and the server's. */
  name: string;
  /** Its definitions in the newest version, in estimated tokens; absent where no log says it. */
  tokens?: number | undefined;
  /** Sessions that could have called it. */
  sessions: number;
  /** What its definitions cost in these sessions, in US dollars; absent where it is not known. */
  dollars?: number | undefined;
}

/** What one agent sent and never called. */
export interface Unused {
  /** The command's name: `tamis AGENT --lean`. */
  agent: PrefixAgent;
  /** Sessions that had the agent's own tools among them; all, where there is none. */
  sessions: number;
  /** From their first to their last request, in days. */
  days: number;
  items: UnusedItem[];
  /** What a thousand tokens in front of every request cost, in US dollars. */
  thousandTokens: number;
  /** All items with known sizes together: estimated tokens, and US dollars in these sessions. */
  tokens: number;
  dollars: number;
  /** The same in 30 days; absent where the sessions cover less than a week. */
  dollarsAMonth?: number;
}

const MONTH_DAYS = 30;
/** A shorter time says nothing of a month. */
const LEAST_DAYS = 7;
/** Below this share of everything paid it is not worth a word at the top. */
const LEAST_SHARE = 0.01;

/** Adds up sessions by agent, but for those that were started with `--lean`: they show nothing of what it leaves out. */
export class PrefixSums {
  readonly #sums = new Map<PrefixAgent, PrefixSum>();
  readonly #lean = leanSessions();

  /** @param since in milliseconds since 1970. @param prices Own prices. */
  constructor(
    private readonly since: number | undefined,
    private readonly prices: PriceOverrides | undefined,
  ) {}

  /** @param isPriced Whether it has a bill */
  add(session: LoggedSession, isPriced: boolean): void {
    const agent = agentOfLog(session.agent);
    if (agent === undefined || this.#lean.has(session.sessionId ?? "")) return;
    const sum = getOrInsert(this.#sums, agent, () => new PrefixSum(this.since, this.prices));
    sum.add(session, isPriced);
  }

  /** @param around Where the user's settings are; undefined: only the agents' own tools are looked at. */
  unused(around: Surroundings | undefined): Unused[] {
    return [...this.#sums].flatMap(([agent, { usage }]) => unusedOf(agent, usage, around));
  }
}

function unusedOf(agent: PrefixAgent, usage: PrefixUsage, around: Surroundings | undefined): Unused[] {
  const all = around === undefined ? optionalTools(agent, usage) : leanItems(agent, around, usage);
  const items = all.flatMap(({ name, calls, tokens, sessions, dollars: cost = 0 }): UnusedItem[] =>
    calls > 0 || sessions === 0 ? [] : [{ name, tokens, sessions, ...(cost > 0 && { dollars: cost }) }],
  );
  if (items.length === 0) return [];
  const { thousandTokens } = usage;
  const days = daysOf(agent, usage);
  const cost = items.reduce((sum, item) => sum + (item.dollars ?? 0), 0);
  const sessions = Math.max(...items.map((item) => item.sessions));
  return [
    {
      ...{ agent, sessions, days, items, thousandTokens },
      tokens: items.reduce((sum, item) => sum + (item.tokens ?? 0), 0),
      dollars: cost,
      ...(days >= LEAST_DAYS && { dollarsAMonth: (cost * MONTH_DAYS) / days }),
    },
  ];
}

/** Of the versions with optional tools; of all where there is none. */
function daysOf(agent: PrefixAgent, { versions }: PrefixUsage): number {
  const found = [...versions].map(([version, { span }]) => ({ span, isMeant: hasTools(agent, version) }));
  const meant = found.some(({ isMeant }) => isMeant) ? found.filter(({ isMeant }) => isMeant) : found;
  const times = meant.flatMap(({ span }) => span ?? []);
  return times.length === 0 ? 0 : Math.ceil((Math.max(...times) - Math.min(...times)) / DAY_MS);
}

const hasTools = (agent: PrefixAgent, version: string): boolean => versionFacts(agent, version) !== undefined;

/** The command that leaves them out, for each agent where that saves enough of everything paid. */
export function leanAdvice(savings: Savings, unused: readonly Unused[]): string[] {
  return unused.flatMap((one) => {
    const { agent, sessions, tokens, dollars: cost } = one;
    if (sessions < LEAST_SESSIONS || cost < LEAST_SHARE * savings.dollars.total || cost === 0) return [];
    const share = percent(cost, savings.dollars.total);
    const names = one.items.flatMap(({ name, tokens: known }) => (known === undefined ? [] : [name])).join(", ");
    return [
      `Tools: tamis ${agent} --lean leaves out ${names}, which no session called (about ${groupDigits(tokens)} tokens of every request in ${newestVersion(agent).version}): ${costOf(one, cost)} less, ${share} of everything paid.`,
    ];
  });
}

/** Dollars a month, or in these sessions where they cover less than a week. */
const costOf = ({ days, dollarsAMonth }: Unused, cost: number): string =>
  dollarsAMonth === undefined ? dollarText(cost) : `${dollarText((cost * MONTH_DAYS) / days)} a month`;

/** A table for each agent. Empty where there is none. */
export const unusedText = (unused: readonly Unused[], head: (text: string) => string): string =>
  unused
    .map((one) => {
      const title = head(`Tools that ${one.agent} never called in ${counted(one.sessions, "session")}`);
      const table = renderTable(["never called", "tokens of every request", "cost"], rowsOf(one));
      return `${title}\n${table}${wrap(legendOf(one), COLUMNS)}`;
    })
    .join("\n");

const rowsOf = (one: Unused): string[][] =>
  one.items.map(({ name, tokens, dollars: cost }) => [
    printable(name, 60),
    tokens === undefined ? "in no log" : groupDigits(tokens),
    cost === undefined ? perThousand(one) : costOf(one, cost),
  ]);

const perThousand = (one: Unused): string =>
  one.thousandTokens === 0 ? "–" : `${costOf(one, one.thousandTokens)} for each 1,000 tokens`;

function legendOf({ agent }: Unused): string {
  const { version, date } = newestVersion(agent);
  return `Tokens are those of version ${version} (${date}); costs are those of each session's own version. Requests of sub-agents are not counted. tamis ${agent} --lean leaves out what was never called, a server after ${LEAST_SESSIONS} sessions.`;
}

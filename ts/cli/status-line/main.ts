// `tamis status-line`: starts again and again while an agent works, so it loads little and only reads.

import { existsSync, readFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { groupDigits } from "../../base/counts.js";
import { dollarText } from "../../base/dollars.js";
import { NodeDatabase, nodeSqlite } from "../../base/node-sqlite.js";
import { hookLog, ledgerFile, pauseFile } from "../../ledger/place.js";
import { parseRecord } from "../../text/json-value.js";

/** An agent waits for the line. */
const BUSY_TIMEOUT_MS = 200;

/** What is summed over the requests of a session. */
const SUMS = {
  requests: "SUM(surface = 'gateway')",
  unpriced: "SUM(input IS NOT NULL AND (cost IS NULL OR otherCost IS NULL))",
  cost: "SUM(CASE WHEN otherCost IS NOT NULL THEN cost END)",
  otherCost: "SUM(CASE WHEN cost IS NOT NULL THEN otherCost END)",
  /** What counts against a login's limits, in tokens of fresh input. */
  weight: "SUM(CASE WHEN otherWeight IS NOT NULL THEN weight END)",
  otherWeight: "SUM(CASE WHEN weight IS NOT NULL THEN otherWeight END)",
  input: "SUM(input)",
  cached: "SUM(cached)",
  otherInput: "SUM(COALESCE(otherInput, input))",
  /** Estimated tokens that hooks removed. */
  removed: "SUM(CASE WHEN surface = 'hook' THEN tokensBefore - tokensAfter ELSE 0 END)",
  /** Requests that were refused for their thinking, and sent again. */
  recovered: "SUM(recovered)",
};

type Sums = Record<keyof typeof SUMS, number>;

const sumsBy = (sums: typeof SUMS): string => {
  const columns = Object.entries(sums).map(([name, sql]) => `${sql} AS ${name}`);
  return `SELECT ${columns.join(", ")} FROM tamis_ledger_1 WHERE session = ? AND refused IS NULL`;
};

/** What the newest request says of the cache and the login. */
interface Newest {
  at: number;
  ms: number | null;
  subscription: string | null;
  cached: number | null;
  written: number | null;
}

const NEWEST = `SELECT at, ms, subscription, cached, written FROM tamis_ledger_1
  WHERE session = ? AND surface = 'gateway' AND refused IS NULL ORDER BY at DESC LIMIT 1`;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** What Claude Code says of a session, as far as the line has it. */
interface Told {
  session_id?: unknown;
  prompt_cache?: { last_miss_cause?: unknown };
  rate_limits?: { five_hour?: { used_percentage?: unknown }; seven_day?: { used_percentage?: unknown } };
}

interface Shown extends Sums {
  paused: boolean;
  /** It has a login, so money says nothing. */
  isLogin: boolean;
  /** Minutes until the provider forgets the conversation; 0: it has. Undefined where that is not known, or of another day. */
  cacheMinutes: number | undefined;
  /** Why the cache last had not its beginning, as Claude Code says. */
  missed: string | undefined;
  /** Percent of the login's five hours and of its week that are used up. */
  windowPercent: number | undefined;
  weekPercent: number | undefined;
}

/** Prints the line; whatever goes wrong, an empty one. */
export async function runStatusLine({ json = false }: { json?: boolean } = {}): Promise<void> {
  let line = "";
  try {
    const told = JSON.parse(readFileSync(0, "utf8")) as Told;
    if (typeof told.session_id === "string")
      line = (json ? JSON.stringify : textOf)(await shownOf(told, told.session_id));
  } catch {
    // The agent shows nothing rather than an error of ours.
  }
  try {
    writeSync(1, `${line}\n`);
  } catch {
    // The reader is gone.
  }
}

async function shownOf({ prompt_cache: cache, rate_limits: limits }: Told, session: string): Promise<Shown> {
  const { sums: read, newest } = existsSync(ledgerFile()) ? await fromLedger(session) : { sums: {}, newest: undefined };
  const { last_miss_cause: cause } = cache ?? {};
  const wholeOf = (used: unknown) => (typeof used === "number" ? Math.round(used) : undefined);
  return {
    ...sumsOf(session, read),
    paused: existsSync(pauseFile() ?? ""),
    isLogin: typeof newest?.subscription === "string",
    cacheMinutes: newest && minutesLeft(newest),
    missed: typeof cause === "string" && cause !== "" ? cause.replace(/[^\w .-]+/g, " ").slice(0, 40) : undefined,
    windowPercent: wholeOf(limits?.five_hour?.used_percentage),
    weekPercent: wholeOf(limits?.seven_day?.used_percentage),
  };
}

/** Each answer of Claude begins the cache's time anew: an hour with Claude's login or where the launch asks for that, else five minutes. */
function minutesLeft({ at, ms, subscription, cached, written }: Newest): number | undefined {
  if (Number(cached) + Number(written) === 0) return undefined;
  const { ENABLE_PROMPT_CACHING_1H: hour, FORCE_PROMPT_CACHING_5M: minutes } = process.env;
  const isHour = minutes !== "1" && (hour === "1" || subscription === "claude");
  const passed = (Date.now() - at - Number(ms)) / MINUTE_MS;
  if (passed > DAY_MINUTES) return undefined;
  return Math.max(0, Math.ceil((isHour ? 60 : 5) - passed));
}

function sumsOf(session: string, read: Readonly<Record<string, unknown>>): Sums {
  const sums = Object.fromEntries(Object.keys(SUMS).map((name) => [name, Number(read[name] ?? 0)])) as Sums;
  sums.removed += fromHooks(session);
  return sums;
}

async function fromLedger(session: string): Promise<{ sums: Record<string, unknown>; newest: Newest | undefined }> {
  const sum = (sums: typeof SUMS) => ({ sql: sumsBy(sums), args: [session] });
  const client = await openLedger();
  // An earlier version may have made the ledger.
  const asked = async () => client.execute(sum(SUMS));
  const { rows } = await asked().catch(() => client.execute(sum({ ...SUMS, recovered: "0" })));
  const last = async () => client.execute({ sql: NEWEST, args: [session] });
  const newest = await last().catch(() => ({ rows: [] }));
  client.close();
  return { sums: { ...rows[0] }, newest: newest.rows[0] as unknown as Newest | undefined };
}

async function openLedger() {
  const sqlite = nodeSqlite();
  if (sqlite !== undefined) return new NodeDatabase(sqlite, ledgerFile(), BUSY_TIMEOUT_MS);
  // The part of the package that opens files alone: the whole takes twice the time.
  const { createClient } = await import("@libsql/client/sqlite3");
  return createClient({ url: pathToFileURL(ledgerFile()).href });
}

/** What no ledger has taken in yet. */
function fromHooks(session: string): number {
  if (!existsSync(hookLog())) return 0;
  let removed = 0;
  for (const line of readFileSync(hookLog(), "utf8").split("\n")) {
    if (!line.includes(session)) continue;
    const { session: own, tokensBefore, tokensAfter } = parseRecord(line) ?? {};
    if (own === session) removed += Number(tokensBefore) - Number(tokensAfter) || 0;
  }
  return removed;
}

function textOf({ paused, isLogin, cacheMinutes, missed, windowPercent, weekPercent, ...sums }: Shown): string {
  const { requests, unpriced, cost, otherCost, input, cached, otherInput, removed, recovered } = sums;
  const parts: string[] = paused ? ["paused"] : [];
  if (requests > 0 && isLogin && sums.otherWeight > 0) parts.push(shareText(sums.weight, sums.otherWeight));
  else if (requests > 0 && !isLogin && otherCost > 0)
    parts.push(moneyText(otherCost - cost, otherCost) + without(unpriced));
  else if (requests > 0) parts.push(tokensText(otherInput - input));
  if (isLogin && windowPercent !== undefined) parts.push(`5 hours ${windowPercent} % used`);
  if (isLogin && weekPercent !== undefined) parts.push(`week ${weekPercent} % used`);
  if (input > 0) parts.push(`cache ${((100 * cached) / input).toFixed(0)} %`);
  if (cacheMinutes !== undefined) parts.push(cacheMinutes === 0 ? "cache cold" : `cache ${cacheMinutes} min`);
  if (missed !== undefined) parts.push(`last miss: ${missed}`);
  if (removed > 0) parts.push(`${groupDigits(removed)} tokens left out of tools' outputs`);
  if (recovered > 0) parts.push(`${groupDigits(recovered)} refused and sent again`);
  return parts.length === 0 ? "" : fitted(`tamis: ${parts.join(", ")}`);
}

const tokensText = (saved: number): string =>
  saved < 0 ? `${groupDigits(-saved)} more input tokens` : `${groupDigits(saved)} input tokens saved`;

/** Of the columns that Claude Code says its terminal has, as many are not the line's. */
const MARGIN_COLUMNS = 4;

/** In lines that the agent does not cut: between parts, and between words where a part alone is too wide. */
function fitted(text: string): string {
  const room = Number(process.env.COLUMNS) - MARGIN_COLUMNS;
  if (!(room > 0)) return text;
  const lines: string[] = [];
  for (const part of text.split(/(?<=, )/))
    for (const piece of part.trimEnd().length > room ? part.split(/(?<= )/) : [part]) {
      const longer = `${lines.at(-1) ?? ""}${piece}`;
      if (lines.length > 0 && longer.trimEnd().length <= room) lines[lines.length - 1] = longer;
      else lines.push(piece);
    }
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** A login has limits and no bill. */
function shareText(weight: number, otherWeight: number): string {
  const share = 1 - weight / otherWeight;
  return `${Math.abs(100 * share).toFixed(0)} % ${share < 0 ? "more" : "less"} of your limits`;
}

const without = (unpriced: number): string =>
  unpriced === 0 ? "" : `, without ${unpriced} request${unpriced === 1 ? "" : "s"} of unknown price`;

function moneyText(saved: number, all: number): string {
  const amount = Math.abs(saved);
  const share = ((100 * amount) / all).toFixed(0);
  return `${dollarText(amount)} ${saved < 0 ? "dearer" : "saved"} (${share} %)`;
}

// `tamis status-line`: starts again and again while an agent works, so it loads little and only reads.

import { existsSync, readFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { dollarText } from "../../base/dollars.js";
import { NodeDatabase, nodeSqlite } from "../../base/node-sqlite.js";
import { hookLog, ledgerFile, pauseFile } from "../../ledger/place.js";

/** An agent waits for the line. */
const BUSY_TIMEOUT_MS = 200;

/** Sums of one session. */
interface Sums {
  requests: number;
  unpriced: number;
  cost: number;
  otherCost: number;
  input: number;
  cached: number;
  otherInput: number;
  /** Estimated tokens that hooks removed. */
  removed: number;
  /** Requests that were refused for their thinking, and sent again. */
  recovered: number;
}

/** @param recovered The sum of that column; 0 for a ledger that has none */
const sumsBy = (recovered: string) => `SELECT
  SUM(surface = 'gateway') AS requests,
  SUM(input IS NOT NULL AND (cost IS NULL OR otherCost IS NULL)) AS unpriced,
  SUM(CASE WHEN otherCost IS NOT NULL THEN cost END) AS cost,
  SUM(CASE WHEN cost IS NOT NULL THEN otherCost END) AS otherCost,
  SUM(input) AS input, SUM(cached) AS cached, SUM(COALESCE(otherInput, input)) AS otherInput,
  SUM(CASE WHEN surface = 'hook' THEN tokensBefore - tokensAfter ELSE 0 END) AS removed,
  ${recovered} AS recovered
  FROM tamis_ledger_1 WHERE session = ? AND refused IS NULL`;

/** Prints the line; whatever goes wrong, an empty one. */
export async function runStatusLine({ json = false }: { json?: boolean } = {}): Promise<void> {
  let line = "";
  try {
    const { session_id: session } = JSON.parse(readFileSync(0, "utf8")) as { session_id?: unknown };
    if (typeof session === "string") {
      const sums = { ...(await sumsOf(session)), paused: existsSync(pauseFile() ?? "") };
      line = (json ? JSON.stringify : textOf)(sums);
    }
  } catch {
    // The agent shows nothing rather than an error of ours.
  }
  try {
    writeSync(1, `${line}\n`);
  } catch {
    // The reader is gone.
  }
}

async function sumsOf(session: string): Promise<Sums> {
  const read = existsSync(ledgerFile()) ? await fromLedger(session) : {};
  const numbers = Object.fromEntries(Object.entries(read).map(([name, value]) => [name, Number(value ?? 0)]));
  const none = {
    requests: 0,
    unpriced: 0,
    cost: 0,
    otherCost: 0,
    input: 0,
    cached: 0,
    otherInput: 0,
    removed: 0,
    recovered: 0,
  };
  const sums: Sums = { ...none, ...numbers };
  sums.removed += fromHooks(session);
  return sums;
}

async function fromLedger(session: string): Promise<object> {
  const sum = (recovered: string) => ({ sql: sumsBy(recovered), args: [session] });
  const client = await openLedger();
  // An earlier version may have made the ledger.
  const asked = async () => client.execute(sum("SUM(recovered)"));
  const { rows } = await asked().catch(() => client.execute(sum("0")));
  client.close();
  return { ...rows[0] };
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
    const entry = JSON.parse(line) as { session?: string; tokensBefore: number; tokensAfter: number };
    if (entry.session === session) removed += entry.tokensBefore - entry.tokensAfter;
  }
  return removed;
}

function textOf({ paused, ...sums }: Sums & { paused: boolean }): string {
  const { requests, unpriced, cost, otherCost, input, cached, otherInput, removed, recovered } = sums;
  const parts: string[] = paused ? ["paused"] : [];
  if (requests > 0 && otherCost > 0) parts.push(moneyText(otherCost - cost, otherCost) + without(unpriced));
  else if (requests > 0) parts.push(`${groups(otherInput - input)} input tokens saved`);
  if (input > 0) parts.push(`cache ${((100 * cached) / input).toFixed(0)} %`);
  if (removed > 0) parts.push(`${groups(removed)} tokens left out of tools' outputs`);
  if (recovered > 0) parts.push(`${groups(recovered)} refused and sent again`);
  return parts.length === 0 ? "" : `tamis: ${parts.join(", ")}`;
}

const without = (unpriced: number): string =>
  unpriced === 0 ? "" : `, without ${unpriced} request${unpriced === 1 ? "" : "s"} of unknown price`;

function moneyText(saved: number, all: number): string {
  const amount = Math.abs(saved);
  const share = ((100 * amount) / all).toFixed(0);
  return `${dollarText(amount)} ${saved < 0 ? "dearer" : "saved"} (${share} %)`;
}

const groups = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");

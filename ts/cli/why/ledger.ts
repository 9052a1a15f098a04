import { DAY_MS } from "../../base/clock.js";
import { type LedgerEntry, type LedgerSum, ledgerFile, sumOf } from "../../ledger/index.js";
import { gapsText } from "../../pricing/index.js";
import { dollars } from "../run/end-lines.js";
import { writeJson, writeStdout, writeText } from "../shared/io.js";
import { openLedger, readLedger } from "../shared/ledger.js";
import { renderTable } from "../shared/table.js";
import { percent, printable } from "../shared/terminal.js";

/** `tamis why --ledger`. */
export async function showLedger({ days, json = false }: { days?: number; json?: boolean }): Promise<number> {
  const since = days === undefined ? undefined : Date.now() - days * DAY_MS;
  const { requests: entries } = await readLedger({ since });
  if (json) {
    for (const entry of entries) await writeStdout(`${JSON.stringify(entry)}\n`);
    return 0;
  }
  if (entries.length === 0) await writeText(`the ledger is empty (${ledgerFile()})\n`);
  else await writeText(`${ledgerTable(entries)}${lackLine(entries)}\n${ledgerFile()}\n`);
  return 0;
}

/** `tamis why --ledger --clear`. */
export async function clearLedger({ json }: { json?: boolean }): Promise<number> {
  const ledger = await openLedger();
  const count = (await ledger?.clear()) ?? 0;
  ledger?.close();
  await (json ? writeJson({ forgotten: count }) : writeText(`${count} entries forgotten\n`));
  return 0;
}

/** One row for each agent and way of treating requests. */
function ledgerTable(entries: readonly LedgerEntry[]): string {
  const groups = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    const key = `${entry.agent}\n${entry.surface === "hook" ? "hook" : entry.mode}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const rows = [...groups].map(([key, group]) => [
    ...key.split("\n").map((part) => printable(part)),
    ...cellsOf(sumOf(group)),
  ]);
  return renderTable(
    ["agent", "mode", "requests", "input", "from cache", "output", "billed", "other way", "refused", "sent again"],
    rows,
  );
}

/** What the dollars lack. Hooks send no requests. */
function lackLine(entries: readonly LedgerEntry[]): string {
  const sum = sumOf(entries.filter(({ surface }) => surface === "gateway"));
  const text = gapsText(sum, (name) => printable(name, 60));
  return text === undefined ? "" : `  ${text}\n`;
}

function cellsOf(sum: LedgerSum): (string | number)[] {
  const { requests, refused, recovered, input, cached, output, cost, otherCost } = sum;
  const money = (amount: number | undefined) => (amount === undefined ? "unknown" : dollars(amount));
  return [requests - refused, input, percent(cached, input), output, money(cost), money(otherCost), refused, recovered];
}

import { DAY_MS } from "../../base/clock.js";
import { dollarText } from "../../base/dollars.js";
import { groupedBy } from "../../base/maps.js";
import { type LedgerEntry, type LedgerSum, ledgerFile, sumOf } from "../../ledger/index.js";
import { gapsText } from "../../pricing/index.js";
import { writeJson, writeStdout, writeText } from "../shared/io.js";
import { openLedger, readLedger } from "../shared/ledger.js";
import { renderTable } from "../shared/table.js";
import { groupDigits, percent, printable } from "../shared/terminal.js";
import type { LedgerFlags, LedgerGroup } from "./ledger-groups.js";

/** `tamis why --ledger`. */
export async function showLedger({ days, json = false, by }: LedgerFlags): Promise<number> {
  const since = days === undefined ? undefined : Date.now() - days * DAY_MS;
  const { requests: entries } = await readLedger({ since });
  if (json && by !== undefined) {
    await writeJson(sumsBy(entries, by).map(([name, sum]) => ({ [by]: name, ...sum })));
    return 0;
  }
  if (json) {
    for (const entry of entries) await writeStdout(`${JSON.stringify(entry)}\n`);
    return 0;
  }
  if (entries.length === 0) await writeText(`the ledger is empty (${ledgerFile()})\n`);
  else await writeText(`${ledgerTable(entries, by)}${lackLine(entries)}\n${ledgerFile()}\n`);
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

/** One row for each of what it is added up by, the dearest first; by agent one for each way of treating requests, too. */
function ledgerTable(entries: readonly LedgerEntry[], by: LedgerGroup | undefined): string {
  const rows = sumsBy(entries, by).map(([name, sum]) => [
    ...name.split("\n").map((part) => printable(part)),
    ...cellsOf(sum),
  ]);
  const all = rows.length > 1 && by !== undefined ? [["all", ...cellsOf(sumOf(entries))]] : [];
  return renderTable([...(by === undefined ? ["agent", "mode"] : [by]), ...SUMS], [...rows, ...all]);
}

const SUMS = ["requests", "input", "from cache", "output", "billed", "other way", "refused", "sent again"];

/** Sums by name, the dearest first; without a group by agent and by the way of treating requests, on two lines. */
function sumsBy(entries: readonly LedgerEntry[], by: LedgerGroup | undefined): [string, LedgerSum][] {
  const groups = groupedBy(entries, (entry) =>
    by === undefined ? `${entry.agent}\n${entry.surface === "hook" ? "hook" : entry.mode}` : nameOf(entry, by),
  );
  const sums = [...groups].map(([name, group]): [string, LedgerSum] => [name, sumOf(group)]);
  if (by === undefined) return sums;
  if (by === "day") return sums.sort(([a], [b]) => a.localeCompare(b));
  return sums.sort(([, one], [, two]) => (two.cost ?? 0) - (one.cost ?? 0));
}

function nameOf({ at, virtualKey, ...entry }: LedgerEntry, by: LedgerGroup): string {
  if (by === "day") return new Date(at).toISOString().slice(0, 10);
  return (by === "key" ? virtualKey : entry[by]) ?? "none";
}

/** What the dollars lack. Hooks send no requests. */
function lackLine(entries: readonly LedgerEntry[]): string {
  const sum = sumOf(entries.filter(({ surface }) => surface === "gateway"));
  const text = gapsText(sum, (name) => printable(name, 60));
  return text === undefined ? "" : `  ${text}\n`;
}

function cellsOf(sum: LedgerSum): (string | number)[] {
  const { requests, refused, recovered, input, cached, output, cost, otherCost, weight, otherWeight } = sum;
  // Outputs of hooks, and answers whose bill nobody understands.
  if (requests - refused === sum.unbilled) return [requests - refused, ...Array(5).fill("–"), refused, recovered];
  // A login has no bill: its limits weigh tokens about as prices do.
  const none = (tokens: number) => (sum.unpriced.length > 0 ? "unknown" : `${groupDigits(Math.round(tokens))} tokens`);
  const billed = cost === undefined ? none(weight) : dollarText(cost);
  const other = otherCost === undefined ? none(otherWeight) : dollarText(otherCost);
  return [requests - refused, input, percent(cached, input), output, billed, other, refused, recovered];
}

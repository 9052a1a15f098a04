import { DAY_MS } from "../../base/clock.js";
import { dollarText } from "../../base/dollars.js";
import { getOrInsert } from "../../base/maps.js";
import { type LedgerEntry, type LedgerSum, LedgerSummer, ledgerFile, SUMMED } from "../../ledger/index.js";
import { gapsText } from "../../pricing/index.js";
import { writeJson, writeStdout, writeText } from "../shared/io.js";
import { openLedger, readLedger } from "../shared/ledger.js";
import { renderTable } from "../shared/table.js";
import { groupDigits, percent, printable } from "../shared/terminal.js";
import type { LedgerFlags, LedgerGroup } from "./ledger-groups.js";

/** `tamis why --ledger`. */
export async function showLedger({ days, json = false, by }: LedgerFlags): Promise<number> {
  const since = days === undefined ? undefined : Date.now() - days * DAY_MS;
  if (json && by === undefined) {
    await readLedger(async (ledger) => {
      for await (const page of ledger.pages({ since }))
        await writeStdout(page.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    });
    return 0;
  }
  const sums = new LedgerSums(by);
  await readLedger(async (ledger) => {
    for await (const page of ledger.pages({ since }, READ)) for (const entry of page) sums.add(entry);
  });
  if (json) await writeJson(sums.rows().map(([name, sum]) => ({ [by ?? "name"]: name, ...sum })));
  else if (sums.rows().length === 0) await writeText(`the ledger is empty (${ledgerFile()})\n`);
  else await writeText(`${ledgerTable(sums, by)}${lackLine(sums)}\n${ledgerFile()}\n`);
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
function ledgerTable(sums: LedgerSums, by: LedgerGroup | undefined): string {
  const rows = sums.rows().map(([name, sum]) => [...name.split("\n").map((part) => printable(part)), ...cellsOf(sum)]);
  const all = rows.length > 1 && by !== undefined ? [["all", ...cellsOf(sums.all.sum())]] : [];
  return renderTable([...(by === undefined ? ["agent", "mode"] : [by]), ...COLUMNS], [...rows, ...all]);
}

const COLUMNS = ["requests", "input", "from cache", "output", "billed", "other way", "refused", "sent again"];

const READ = [...SUMMED, "at", "agent", "mode", "surface", "virtualKey", "user", "team", "project", "policy"] as const;
type ReadEntry = Pick<LedgerEntry, (typeof READ)[number]>;

/** Sums by name; without a group by agent and by the way of treating requests, on two lines. */
class LedgerSums {
  readonly all = new LedgerSummer();
  /** Hooks send no requests. */
  readonly sent = new LedgerSummer();
  readonly #by: LedgerGroup | undefined;
  readonly #groups = new Map<string, LedgerSummer>();

  constructor(by: LedgerGroup | undefined) {
    this.#by = by;
  }

  add(entry: ReadEntry): void {
    const { agent, surface, mode } = entry;
    const name = this.#by === undefined ? `${agent}\n${surface === "hook" ? "hook" : mode}` : nameOf(entry, this.#by);
    this.all.add(entry);
    if (surface === "gateway") this.sent.add(entry);
    getOrInsert(this.#groups, name, () => new LedgerSummer()).add(entry);
  }

  /** Days in their order, everything else the dearest first. */
  rows(): [string, LedgerSum][] {
    const rows = [...this.#groups].map(([name, summer]): [string, LedgerSum] => [name, summer.sum()]);
    if (this.#by === undefined) return rows;
    if (this.#by === "day") return rows.sort(([a], [b]) => a.localeCompare(b));
    return rows.sort(([, one], [, two]) => (two.cost ?? 0) - (one.cost ?? 0));
  }
}

function nameOf({ at, virtualKey, ...entry }: ReadEntry, by: LedgerGroup): string {
  if (by === "day") return new Date(at).toISOString().slice(0, 10);
  return (by === "key" ? virtualKey : entry[by]) ?? "none";
}

/** What the dollars lack. */
function lackLine({ sent }: LedgerSums): string {
  const text = gapsText(sent.sum(), (name) => printable(name, 60));
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

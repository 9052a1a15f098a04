import { DAY_MS } from "../../base/clock.js";
import { compareHoldout, explain, type LedgerEntries, type LedgerEntry, ledgerFile } from "../../ledger/index.js";
import { CliFailure, FAILED } from "../shared/failure.js";
import { writeStdout, writeText } from "../shared/io.js";
import { readLedger } from "../shared/ledger.js";
import { printable } from "../shared/terminal.js";
import { comparisonText } from "./holdout-text.js";
import { findOriginals, type PlacedRow } from "./originals.js";
import { whyText } from "./text.js";

/** The options of `tamis why`. */
export interface WhyFlags {
  holdout?: boolean;
  days?: number;
  json?: boolean;
}

/** `tamis why`. @throws CliFailure where the ledger has no such session */
export async function runWhy(session: string | undefined, { holdout, days, json }: WhyFlags): Promise<number> {
  const since = days === undefined ? undefined : Date.now() - days * DAY_MS;
  const entries = await readLedger({ since });
  if (holdout) {
    const comparison = compareHoldout(entries);
    await (json ? writeStdout(`${JSON.stringify(comparison)}\n`) : writeText(comparisonText(comparison)));
    return 0;
  }
  const { id, ...chosen } = sessionIn(entries, session);
  const { results, rules, imitations } = explain(chosen);
  const originals = findOriginals(
    results.map(({ call }) => call),
    id,
    chosen.requests[0]?.at ?? 0,
  );
  const placed: PlacedRow[] = results.map((row) => ({ ...row, original: originals.get(row.call) }));
  const found = { session: id, agent: chosen.requests[0]?.agent, mode: chosen.requests[0]?.mode, rules, imitations };
  if (json) await writeStdout(`${JSON.stringify({ ...found, results: placed })}\n`);
  else await writeText(whyText({ ...found, results: placed, requests: chosen.requests }));
  return 0;
}

function sessionIn({ requests, calls, results }: LedgerEntries, wanted: string | undefined) {
  const idOf = ({ session, run }: Pick<LedgerEntry, "session" | "run">) => session ?? run;
  const isMeant = (entry: Pick<LedgerEntry, "session" | "run">) =>
    wanted === undefined || entry.run.startsWith(wanted) || entry.session?.startsWith(wanted) === true;
  const newest = requests.findLast((entry) => entry.surface === "gateway" && isMeant(entry));
  if (newest === undefined) {
    const which = wanted === undefined ? "no session" : `no session ${JSON.stringify(printable(wanted))}`;
    throw new CliFailure(FAILED, `the ledger has ${which} that went through a gateway (${ledgerFile()})`);
  }
  const id = idOf(newest);
  const isRun = wanted !== undefined && newest.run.startsWith(wanted);
  const isOfIt = (entry: Pick<LedgerEntry, "session" | "run">) =>
    isRun ? entry.run === newest.run : idOf(entry) === id;
  return { id, requests: requests.filter(isOfIt), calls: calls.filter(isOfIt), results: results.filter(isOfIt) };
}

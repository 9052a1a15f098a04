import { DAY_MS } from "../../base/clock.js";
import {
  compareHoldout,
  explain,
  type Ledger,
  type LedgerEntries,
  type LedgerEntry,
  ledgerFile,
} from "../../ledger/index.js";
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
  if (holdout) {
    const drawn = await readLedger((ledger) => ledger.all({ since, drawn: true }));
    const comparison = compareHoldout(drawn ?? NOTHING);
    await (json ? writeStdout(`${JSON.stringify(comparison)}\n`) : writeText(comparisonText(comparison)));
    return 0;
  }
  const { id, ...chosen } = (await readLedger((ledger) => sessionIn(ledger, session, since))) ?? noSession(session);
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

const NOTHING: LedgerEntries = { requests: [], calls: [], results: [] };

/** The newest session, or the newest whose run or own name begins as is wanted; undefined if there is none. */
async function sessionIn(ledger: Ledger, wanted: string | undefined, since: number | undefined) {
  const newest = await ledger.newest(wanted ?? "", since);
  if (newest === undefined) return undefined;
  const isRun = wanted !== undefined && newest.run.startsWith(wanted);
  const id = newest.session ?? newest.run;
  const isOfIt = ({ run, session }: Pick<LedgerEntry, "session" | "run">) =>
    isRun ? run === newest.run : (session ?? run) === id;
  const { requests, calls, results } = await ledger.all({ since, session: isRun ? newest.run : id });
  return { id, requests: requests.filter(isOfIt), calls: calls.filter(isOfIt), results: results.filter(isOfIt) };
}

function noSession(wanted: string | undefined): never {
  const which = wanted === undefined ? "no session" : `no session ${JSON.stringify(printable(wanted))}`;
  throw new CliFailure(FAILED, `the ledger has ${which} that went through a gateway (${ledgerFile()})`);
}

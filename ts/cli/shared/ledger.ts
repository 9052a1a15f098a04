import { existsSync } from "node:fs";
import { loginsBy } from "../../agents/index.js";
import { homeFolder } from "../../base/home-folder.js";
import { addTo } from "../../base/maps.js";
import { hookLog, Ledger, ledgerFile, requireLedger } from "../../ledger/index.js";

/** What is read from the ledger; undefined where there is no file. @throws TamisError `PEER_MISSING`, `STORE_UNUSABLE` */
export async function readLedger<T>(read: (ledger: Ledger) => Promise<T>): Promise<T | undefined> {
  const ledger = await openLedger();
  try {
    return ledger && (await read(ledger));
  } finally {
    ledger?.close();
  }
}

/** The ledger; undefined where there is no file, and one could be read. @throws TamisError `PEER_MISSING`, `STORE_UNUSABLE` */
export async function openLedger(): Promise<Ledger | undefined> {
  await requireLedger();
  const [file, hooks] = [ledgerFile(), hookLog()];
  return existsSync(file) || existsSync(hooks) ? Ledger.open(file, { hooks }) : undefined;
}

/**
 * When Tamis moved the boundary of masking, in milliseconds since 1970, by the agent's own name of the session. Empty where no ledger
 * can be read, which is not asked for.
 */
export async function movesIn(since: number | undefined): Promise<Map<string, number[]>> {
  const moves = new Map<string, number[]>();
  const known = await readLedger((ledger) => ledger.moves(since)).catch(() => undefined);
  for (const { session, at } of known ?? []) addTo(moves, session, at);
  return moves;
}

/**
 * What says whether a login pays a session of a log.
 *
 * @param isNamed Whether the logs may be from elsewhere, of which the agents' files here say nothing.
 */
export async function loginsIn(isNamed: boolean): Promise<ReturnType<typeof loginsBy>> {
  const payers = await readLedger((ledger) => ledger.payers()).catch(() => undefined);
  return loginsBy(payers ?? new Map(), isNamed ? undefined : { env: process.env, home: homeFolder() });
}

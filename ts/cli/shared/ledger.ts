import { existsSync } from "node:fs";
import { loginsBy } from "../../agents/index.js";
import { homeFolder } from "../../base/home-folder.js";
import { addTo } from "../../base/maps.js";
import {
  hookLog,
  Ledger,
  type LedgerEntries,
  type LedgerQuery,
  ledgerFile,
  requireLedger,
} from "../../ledger/index.js";

/** Entries of the ledger; none where there is no file. @throws TamisError `PEER_MISSING`, `STORE_UNUSABLE` */
export async function readLedger(query: LedgerQuery): Promise<LedgerEntries> {
  const ledger = await openLedger();
  const entries = (await ledger?.all(query)) ?? { requests: [], calls: [], results: [] };
  ledger?.close();
  return entries;
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
  const { requests } = await readLedger({ since }).catch(() => ({ requests: [] }));
  for (const { session, moved, at, mode } of requests)
    if (moved && mode === "reduce" && session !== undefined) addTo(moves, session, at);
  return moves;
}

/**
 * What says whether a login pays a session of a log.
 *
 * @param isNamed Whether the logs may be from elsewhere, of which the agents' files here say nothing.
 */
export async function loginsIn(isNamed: boolean): Promise<ReturnType<typeof loginsBy>> {
  const { requests } = await readLedger({}).catch(() => ({ requests: [] }));
  return loginsBy(requests, isNamed ? undefined : { env: process.env, home: homeFolder() });
}

import type { LedgerEntry, LedgerQuery } from "../../ledger/index.js";
import type { LiveFeed } from "../requests/feed.js";
import type { LedgerReader } from "./reader.js";

/** Entries of the ledger and of what passes here, each once, in the order of time. A ledger that cannot be read is empty. */
export async function allEntries(feed: LiveFeed, ledger: LedgerReader, query: LedgerQuery): Promise<LedgerEntry[]> {
  const { since = 0, until = Number.MAX_SAFE_INTEGER, session } = query;
  const isMeant = ({ at, session: own, run }: LedgerEntry) =>
    at >= since && at < until && (session === undefined || own === session || run === session);
  const here = feed.entries();
  const [oldest] = here;
  const kept = await ledger.entries(query).catch((): LedgerEntry[] => []);
  const older = oldest === undefined ? kept : kept.filter(({ run, at }) => run !== oldest.run || at < oldest.at);
  return [...older, ...here.filter(isMeant)].sort((a, b) => a.at - b.at);
}

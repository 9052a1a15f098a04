// The list of requests: those that pass here, and behind them those of the ledger.
import type { RequestPage, RequestRow } from "../api.js";
import type { LedgerReader } from "../ledger/reader.js";
import { ApiError } from "../server/answers.js";
import type { LiveFeed, LiveRequest } from "./feed.js";
import { rowOf } from "./row.js";

const MOST = 2_000;
const USUAL = 200;
const LEDGER_ID = /^ledger-(\d{1,15})$/;
const LIVE_ID = /^live-[\da-f]{8}-\d{1,15}$/;

export interface ListQuery {
  before?: string | undefined;
  limit?: number | undefined;
  session?: string | undefined;
  source?: string | undefined;
}

/** A page of the list, newest first. A ledger that cannot be read leaves the live ones. @throws ApiError */
export async function listRequests(feed: LiveFeed, ledger: LedgerReader, query: ListQuery): Promise<RequestPage> {
  const { before, session, source } = query;
  const limit = Math.min(MOST, Math.max(1, query.limit ?? USUAL));
  if (before !== undefined && !LEDGER_ID.test(before) && !LIVE_ID.test(before))
    throw new ApiError("invalid", "before: expected what the page before it said");
  const live = source === "ledger" ? [] : session === undefined ? feed.all : feed.all.filter(isOf(session));
  const older = source === "live" ? NONE : await olderEntries(feed, ledger, { limit, before, session });
  // The newest is the last one. Only what is shown becomes a row.
  const end = endOf(live, before);
  const shown = live.slice(Math.max(0, end - limit), end).reverse();
  const rows = [...shown.map((request) => feed.rowOf(request)), ...older.rows.map(ledgerRow)].slice(0, limit);
  const total = live.length + older.total;
  const last = rows.at(-1);
  const isLast = rows.length < limit || last === undefined;
  return { rows, total, ...(isLast ? {} : { before: last.id }) };
}

/** How many are older than what was shown before. */
function endOf(live: readonly LiveRequest[], before: string | undefined): number {
  if (before === undefined) return live.length;
  if (LEDGER_ID.test(before)) return 0;
  return Math.max(
    0,
    live.findIndex(({ id }) => id === before),
  );
}

const isOf =
  (session: string) =>
  ({ entry }: LiveRequest): boolean =>
    entry.session === session || entry.run === session;

/** An entry with the id by which the page asks for its request. */
export type IdentifiedEntry = Pick<LiveRequest, "id" | "entry">;

/** The requests of a conversation, in the order of time. */
export async function requestsOf(feed: LiveFeed, ledger: LedgerReader, session: string): Promise<IdentifiedEntry[]> {
  const { rows } = await olderEntries(feed, ledger, { limit: Number.MAX_SAFE_INTEGER, session });
  return [...rows.reverse(), ...feed.all.filter(isOf(session))].sort((a, b) => a.entry.at - b.entry.at);
}

const NONE = { rows: [], total: 0 };

/** Those that only the ledger has, newest first: the requests of this run are among the live ones. */
async function olderEntries(
  feed: LiveFeed,
  ledger: LedgerReader,
  { limit, before, session }: { limit: number; before?: string | undefined; session: string | undefined },
): Promise<{ rows: IdentifiedEntry[]; total: number }> {
  const oldest = feed.all[0]?.entry;
  const number = LEDGER_ID.exec(before ?? "")?.[1];
  try {
    const { rows, total } = await ledger.page({
      ...{ limit, session, before: number === undefined ? undefined : Number(number) },
      ...(oldest === undefined ? {} : { except: { run: oldest.run, since: oldest.at } }),
    });
    return { rows: rows.map(({ id, entry }) => ({ id: `ledger-${id}`, entry })), total };
  } catch {
    return NONE;
  }
}

const ledgerRow = ({ id, entry }: IdentifiedEntry): RequestRow =>
  rowOf(entry, { id, source: "ledger", hasBody: false });

/** One row by its id; undefined if there is none. */
export async function findRow(feed: LiveFeed, ledger: LedgerReader, id: string): Promise<RequestRow | undefined> {
  const live = feed.find(id);
  if (live !== undefined) return feed.rowOf(live);
  const number = LEDGER_ID.exec(id)?.[1];
  const entry = number === undefined ? undefined : await ledger.entry(Number(number));
  return entry && ledgerRow({ id, entry });
}

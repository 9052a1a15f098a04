// The ledger: a table of an SQLite file that several processes of one user write to at a time.
import { readFileSync, rmSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { DAY_MS } from "../base/clock.js";
import { TamisError } from "../base/errors.js";
import { openPrivateDatabase, unusableFile } from "../base/private-database.js";
import { requireSqlite, type SqlClient, type SqlValue } from "../base/sqlite.js";
import { leftBehind, takeAway } from "../base/write-safely.js";
import { parseRecord } from "../text/json-value.js";
import type { LedgerEntries, LedgerEntry } from "./entry.js";
import { CALLS, REQUESTS, RESULTS, type Table } from "./tables.js";

/** Entries are kept this long. */
export const LEDGER_DAYS = 90;

const BUSY_TIMEOUT_MS = 2_000;
/** Entries written at a time. */
const BATCH = 50;
/** Entries read at a time: a team's ledger has more than fit into memory. */
const PAGE_ROWS = 2_000;
const MINUTE_MS = 60_000;

export interface LedgerQuery {
  /** Entries from then on, in milliseconds since 1970. @default all */
  since?: number | undefined;
  /** Entries before then. @default all */
  until?: number | undefined;
  /** Of this run, or of this conversation of an agent's. @default all */
  session?: string | undefined;
  /** Whether only those count for which chance has decided how they are treated. @default false */
  drawn?: boolean | undefined;
}

/** A part of the ledger, newest first. */
export interface LedgerPageQuery {
  /** Only entries that were written before the one with this number. @default all */
  before?: number | undefined;
  /** How many. */
  limit: number;
  /** Of this run, or of this conversation of an agent's. @default all */
  session?: string | undefined;
  /** Not those of this run from then on: whoever asks has them. @default none */
  except?: { run: string; since: number } | undefined;
}

export interface NumberedEntry {
  id: number;
  entry: LedgerEntry;
}

const TABLES = [REQUESTS, CALLS, RESULTS];
const LEDGER_NEEDS = "the ledger needs";

/** Fails where no ledger can be opened, whatever is in the file. @throws TamisError `PEER_MISSING` */
export const requireLedger = (): Promise<void> => requireSqlite(LEDGER_NEEDS);

export class Ledger {
  readonly #client: SqlClient;
  readonly #file: string;

  private constructor(client: SqlClient, file: string) {
    this.#client = client;
    this.#file = file;
  }

  /**
   * Opens the file, and makes it if there is none: only its owner can read it. Forgets entries of more than 90 days, and
   * takes in what hooks have noted.
   *
   * @param options.inThread Whether a thread of its own waits for the disk, where Node can read the file itself.
   * @throws TamisError `PEER_MISSING` where Node has no SQLite and the package `@libsql/client` is not there;
   * `STORE_UNUSABLE`, also for a file of another program.
   */
  static async open(
    file: string,
    { hooks, now = Date.now, inThread }: { hooks?: string; now?: () => number; inThread?: boolean } = {},
  ): Promise<Ledger> {
    const client = await openPrivateDatabase(file, {
      ...{ use: LEDGER_NEEDS, what: "ledger", busyTimeoutMs: BUSY_TIMEOUT_MS, inThread },
      tables: Object.fromEntries(TABLES.map(({ name, create }) => [name, create])),
    });
    try {
      // A failure of power may take the last seconds, never the file; nothing waits for the disk at each batch.
      await client.execute({ sql: "PRAGMA synchronous=NORMAL", args: [] });
      const ledger = new Ledger(client, file);
      for (const table of TABLES) await addColumns(client, table);
      const oldest = now() - LEDGER_DAYS * DAY_MS;
      for (const { name } of TABLES) await client.execute({ sql: `DELETE FROM ${name} WHERE at < ?`, args: [oldest] });
      if (hooks !== undefined) await ledger.#takeIn(hooks);
      return ledger;
    } catch (cause) {
      client.close();
      throw TamisError.isInstance(cause) ? cause : unusableFile(file, cause);
    }
  }

  /** @throws TamisError `STORE_UNUSABLE`, as with a full disk */
  async add({ requests = [], calls = [], results = [] }: Partial<LedgerEntries>): Promise<void> {
    const statements = [
      ...inBatches(requests).map(REQUESTS.insert),
      ...inBatches(calls).map(CALLS.insert),
      ...inBatches(results).map(RESULTS.insert),
    ];
    try {
      for (const [at, statement] of statements.entries()) {
        // Some clients work on the JavaScript thread: requests get their turn in between.
        if (at > 0) await nextTurn();
        await this.#client.batch([statement], "write");
      }
    } catch (cause) {
      throw unusableFile(this.#file, cause);
    }
  }

  /** Entries of requests in the order of time. For all of a long time see {@link pages}. @throws TamisError `STORE_UNUSABLE` */
  entries(query: LedgerQuery = {}): Promise<LedgerEntry[]> {
    return this.#read(REQUESTS, query);
  }

  /** All entries in the order of time. @throws TamisError `STORE_UNUSABLE` */
  async all(query: LedgerQuery = {}): Promise<LedgerEntries> {
    return {
      requests: await this.entries(query),
      calls: await this.#read(CALLS, query),
      results: await this.#read(RESULTS, query),
    };
  }

  /**
   * Goes through the entries of requests in the order of time, 2,000 of them in memory at a time.
   *
   * @param names The members that are wanted: each takes its time. @default all
   * @throws TamisError `STORE_UNUSABLE`
   */
  pages<Name extends keyof LedgerEntry = keyof LedgerEntry>(
    query: LedgerQuery = {},
    names?: readonly Name[],
  ): AsyncGenerator<Pick<LedgerEntry, Name>[]> {
    return this.#pages(REQUESTS, query, names ?? REQUESTS.names);
  }

  async *#pages<Entry extends { at: number }, Name extends keyof Entry & string>(
    { name, textOf, entryIn }: Table<Entry>,
    { since = 0, until = Number.MAX_SAFE_INTEGER, session, drawn }: LedgerQuery,
    names: readonly Name[],
  ): AsyncGenerator<Pick<Entry, Name>[]> {
    // A conversation is found by its own index, everything else in the order of time.
    const at = session === undefined ? "at" : "+at";
    const one = session === undefined ? "" : " AND (run = ? OR session = ?)";
    const only = drawn ? " AND drawn = 1" : "";
    const sql = `SELECT at, rowid AS id, ${textOf(names)} AS entry FROM ${name} WHERE (${at}, rowid) > (?, ?) AND ${at} < ?${one}${only} ORDER BY ${at}, rowid LIMIT ${PAGE_ROWS}`;
    for (let last: unknown[] = [since, -1]; ; ) {
      const args = [...last, until, ...(session === undefined ? [] : [session, session])] as SqlValue[];
      const rows = await this.#run(sql, args);
      if (rows.length > 0) yield rows.map(({ entry }) => entryIn(entry, names));
      if (rows.length < PAGE_ROWS) return;
      last = [rows.at(-1)?.at, rows.at(-1)?.id];
      // Some clients work on the JavaScript thread: requests get their turn in between.
      await nextTurn();
    }
  }

  async #read<Entry extends { at: number }>(
    table: Table<Entry>,
    query: LedgerQuery,
  ): Promise<Pick<Entry, keyof Entry & string>[]> {
    const entries: Pick<Entry, keyof Entry & string>[] = [];
    for await (const page of this.#pages(table, query, table.names)) entries.push(...page);
    return entries;
  }

  /** Run and session of the newest request through a gateway whose run or session begins so; undefined if there is none. @throws TamisError `STORE_UNUSABLE` */
  async newest(beginning: string, since = 0): Promise<Pick<LedgerEntry, "run" | "session"> | undefined> {
    const [row] = await this.#run(
      `SELECT run, session FROM ${REQUESTS.name} WHERE surface = 'gateway' AND at >= ?1 AND (substr(run, 1, length(?2)) = ?2 OR substr(session, 1, length(?2)) = ?2) ORDER BY at DESC, rowid DESC LIMIT 1`,
      [since, beginning],
    );
    return row && { run: String(row.run), session: row.session === null ? undefined : String(row.session) };
  }

  /** Whether a run other than this one has reduced a request of the session. @throws TamisError `STORE_UNUSABLE` */
  async hasReduced(session: string, otherThan: string): Promise<boolean> {
    const sql = `SELECT 1 FROM ${REQUESTS.name} WHERE session = ? AND run <> ? AND mode = 'reduce' LIMIT 1`;
    return (await this.#run(sql, [session, otherThan])).length > 0;
  }

  /** When the boundary of masking moved, in milliseconds since 1970, by session, in the order of time. @throws TamisError `STORE_UNUSABLE` */
  async moves(since = 0): Promise<{ session: string; at: number }[]> {
    const sql = `SELECT session, at FROM ${REQUESTS.name} WHERE at >= ? AND moved = 1 AND mode = 'reduce' AND session IS NOT NULL ORDER BY at, rowid`;
    return (await this.#run(sql, [since])).map(({ session, at }) => ({ session: String(session), at: Number(at) }));
  }

  /** By session, the login that has paid its newest billed request; undefined where it was a key. @throws TamisError `STORE_UNUSABLE` */
  async payers(): Promise<Map<string, string | undefined>> {
    const sql = `SELECT session, subscription, MAX(at) FROM ${REQUESTS.name} WHERE session IS NOT NULL AND input IS NOT NULL GROUP BY session`;
    const rows = await this.#run(sql);
    return new Map(rows.map(({ session, subscription }) => [String(session), (subscription as string) ?? undefined]));
  }

  /** US dollars by the minute, in the order of time. @throws TamisError `STORE_UNUSABLE` */
  async spending(since: number): Promise<{ at: number; cost: number }[]> {
    const sql = `SELECT MIN(at) AS at, SUM(cost) AS cost FROM ${REQUESTS.name} WHERE at >= ? AND cost IS NOT NULL AND subscription IS NULL GROUP BY at / ${MINUTE_MS} ORDER BY at`;
    return (await this.#run(sql, [since])).map(({ at, cost }) => ({ at: Number(at), cost: Number(cost) }));
  }

  /** A part, the newest first, and how many there are in all. @throws TamisError `STORE_UNUSABLE` */
  async page({ before, limit, session, except }: LedgerPageQuery): Promise<{ rows: NumberedEntry[]; total: number }> {
    const [conditions, args]: [string[], SqlValue[]] = [["1"], []];
    if (session !== undefined) {
      conditions.push("(run = ? OR session = ?)");
      args.push(session, session);
    }
    if (except !== undefined) {
      conditions.push("NOT (run = ? AND at >= ?)");
      args.push(except.run, except.since);
    }
    const all = conditions.join(" AND ");
    const [count] = await this.#run(`SELECT COUNT(*) AS total FROM ${REQUESTS.name} WHERE ${all}`, args);
    const rows = await this.#run(
      `SELECT rowid AS id, ${REQUESTS.textOf(REQUESTS.names)} AS entry FROM ${REQUESTS.name} WHERE ${all} AND rowid < ? ORDER BY rowid DESC LIMIT ?`,
      [...args, before ?? Number.MAX_SAFE_INTEGER, limit],
    );
    return {
      rows: rows.map(({ id, entry }) => ({ id: Number(id), entry: REQUESTS.entryIn(entry, REQUESTS.names) })),
      total: Number(count?.total ?? 0),
    };
  }

  /** The entry with a number; undefined if there is none. @throws TamisError `STORE_UNUSABLE` */
  async entry(id: number): Promise<LedgerEntry | undefined> {
    const [row] = await this.#run(
      `SELECT ${REQUESTS.textOf(REQUESTS.names)} AS entry FROM ${REQUESTS.name} WHERE rowid = ?`,
      [id],
    );
    return row && REQUESTS.entryIn(row.entry, REQUESTS.names);
  }

  async #run(sql: string, args: SqlValue[] = []): Promise<Record<string, unknown>[]> {
    try {
      return (await this.#client.execute({ sql, args })).rows;
    } catch (cause) {
      throw unusableFile(this.#file, cause);
    }
  }

  /** Forgets everything; returns how many entries there were. @throws TamisError `STORE_UNUSABLE` */
  async clear(): Promise<number> {
    const [count] = await this.#run(`SELECT COUNT(*) AS total FROM ${REQUESTS.name}`);
    for (const { name } of TABLES) await this.#run(`DELETE FROM ${name}`);
    await this.#run("VACUUM");
    return Number(count?.total ?? 0);
  }

  close(): void {
    this.#client.close();
  }

  /** Takes in a hooks' file under another name first, because hooks go on appending meanwhile. */
  async #takeIn(hooks: string): Promise<void> {
    for (const file of [...leftBehind(hooks), hooks]) {
      const taken = takenFrom(file);
      if (taken === undefined) continue;
      const lines = readFileSync(taken, "utf8").split("\n");
      await this.add({ requests: lines.flatMap(entryIn) });
      rmSync(taken, { force: true });
    }
  }
}

/** The file under a name of ours; undefined where it is not there, or another process has it. */
function takenFrom(file: string): string | undefined {
  try {
    return takeAway(file);
  } catch {
    return undefined;
  }
}

function inBatches<Entry>(entries: readonly Entry[]): Entry[][] {
  const batches: Entry[][] = [];
  for (let at = 0; at < entries.length; at += BATCH) batches.push(entries.slice(at, at + BATCH));
  return batches;
}

/** A line of a hooks' file; a broken one is left out. */
function entryIn(line: string): LedgerEntry[] {
  const value: Partial<LedgerEntry> | undefined = parseRecord(line);
  return value !== undefined && REQUESTS.isWhole(value) ? [value] : [];
}

/** Gives a table of an earlier version the columns that it lacks. Two that do so at a time do it once. */
async function addColumns(
  client: SqlClient,
  { name, columns }: Pick<Table<unknown>, "name" | "columns">,
): Promise<void> {
  const { rows } = await client.execute({ sql: `SELECT name FROM pragma_table_info('${name}')`, args: [] });
  const known = new Set(Array.from(rows, (row) => row.name));
  for (const [column, type] of columns) {
    if (known.has(column)) continue;
    try {
      await client.execute({ sql: `ALTER TABLE ${name} ADD COLUMN ${column} ${type}`, args: [] });
    } catch (error) {
      if (!String(error).includes("duplicate column")) throw error;
    }
  }
}

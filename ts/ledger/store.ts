// The ledger: a table of an SQLite file that several processes of one user write to at a time.
import { readFileSync, renameSync, rmSync } from "node:fs";
import { TamisError } from "../base/errors.js";
import { openPrivateDatabase, unusableFile } from "../base/libsql.js";
import type { LedgerEntry } from "./entry.js";

/** Entries are kept this long. */
export const LEDGER_DAYS = 90;

const DAY_MS = 86_400_000;
const BUSY_TIMEOUT_MS = 2_000;
/** Entries written at a time. */
const BATCH = 200;

/** The columns, in order, with their types. The names are those of the entry. */
const COLUMNS = {
  at: "INTEGER NOT NULL",
  run: "TEXT NOT NULL",
  agent: "TEXT NOT NULL",
  mode: "TEXT NOT NULL",
  surface: "TEXT NOT NULL",
  session: "TEXT",
  model: "TEXT",
  host: "TEXT",
  wire: "TEXT",
  status: "INTEGER",
  refused: "TEXT",
  skipped: "TEXT",
  tokensBefore: "INTEGER NOT NULL",
  tokensAfter: "INTEGER NOT NULL",
  reducedCount: "INTEGER NOT NULL",
  moved: "INTEGER NOT NULL",
  waitingTokens: "INTEGER NOT NULL",
  input: "INTEGER",
  cached: "INTEGER",
  written: "INTEGER",
  output: "INTEGER",
  weight: "REAL",
  cost: "REAL",
  otherInput: "INTEGER",
  otherWeight: "REAL",
  otherCost: "REAL",
  // Later versions have added these at the end; a file without them gets them when it is opened.
  project: "TEXT",
  policy: "TEXT",
  stage: "TEXT",
  reduceMicros: "INTEGER",
  firstByteMs: "INTEGER",
  ms: "INTEGER",
  cacheCause: "TEXT",
  cacheLost: "INTEGER",
  tools: "TEXT",
} as const satisfies Record<keyof LedgerEntry, string>;

const NAMES = Object.keys(COLUMNS) as (keyof LedgerEntry)[];
const TABLE = `CREATE TABLE IF NOT EXISTS tamis_ledger_1 (${NAMES.map((name) => `${name} ${COLUMNS[name]}`).join(", ")})`;
const INDEXES = ["at", "run"].map(
  (name) => `CREATE INDEX IF NOT EXISTS tamis_ledger_1_${name} ON tamis_ledger_1 (${name})`,
);
const INSERT = `INSERT INTO tamis_ledger_1 (${NAMES.join(", ")}) VALUES (${NAMES.map(() => "?").join(", ")})`;

type Value = string | number | null;
interface Statement {
  sql: string;
  args: Value[];
}
interface Client {
  execute(statement: Statement): Promise<{ rows: ArrayLike<Record<string, unknown>> }>;
  batch(statements: Statement[], mode: "write"): Promise<unknown>;
  close(): void;
}

/** What is looked for. */
export interface LedgerQuery {
  /** Entries from then on, in milliseconds since 1970. @default all */
  since?: number | undefined;
  /** Entries before then. @default all */
  until?: number | undefined;
  /** Of this run, or of this conversation of an agent's. @default all */
  session?: string | undefined;
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

/** An entry and its number in the file. */
export interface NumberedEntry {
  id: number;
  entry: LedgerEntry;
}

/** The ledger, open. */
export class Ledger {
  readonly #client: Client;
  readonly #file: string;

  private constructor(client: Client, file: string) {
    this.#client = client;
    this.#file = file;
  }

  /**
   * Opens the file, and makes it if there is none: only its owner can read it. Forgets entries of more than 90 days, and
   * takes in what hooks have noted.
   *
   * @throws TamisError `PEER_MISSING` without the package `@libsql/client`; `STORE_UNUSABLE`.
   */
  static async open(
    file: string,
    { hooks, now = Date.now }: { hooks?: string; now?: () => number } = {},
  ): Promise<Ledger> {
    const opening = { use: "the ledger needs", busyTimeoutMs: BUSY_TIMEOUT_MS, tables: [TABLE, ...INDEXES] };
    const client = await openPrivateDatabase<Client>(file, opening);
    try {
      const ledger = new Ledger(client, file);
      await addColumns(client);
      await client.execute({ sql: "DELETE FROM tamis_ledger_1 WHERE at < ?", args: [now() - LEDGER_DAYS * DAY_MS] });
      if (hooks !== undefined) await ledger.#takeIn(hooks);
      return ledger;
    } catch (cause) {
      if (TamisError.isInstance(cause)) throw cause;
      throw unusableFile(file, cause);
    }
  }

  /** @throws TamisError `STORE_UNUSABLE`, as with a full disk */
  async add(entries: readonly LedgerEntry[]): Promise<void> {
    try {
      for (let at = 0; at < entries.length; at += BATCH) {
        const statements = entries.slice(at, at + BATCH).map((entry) => ({ sql: INSERT, args: valuesOf(entry) }));
        await this.#client.batch(statements, "write");
      }
    } catch (cause) {
      throw unusableFile(this.#file, cause);
    }
  }

  /** Entries in the order of time. @throws TamisError `STORE_UNUSABLE` */
  async entries({ since = 0, until = Number.MAX_SAFE_INTEGER, session }: LedgerQuery = {}): Promise<LedgerEntry[]> {
    const one = session === undefined ? "" : " AND (run = ? OR session = ?)";
    const args = session === undefined ? [since, until] : [since, until, session, session];
    const rows = await this.#select(
      `SELECT * FROM tamis_ledger_1 WHERE at >= ? AND at < ?${one} ORDER BY at, rowid`,
      args,
    );
    return rows.map(entryOf);
  }

  /** A part, the newest first, and how many there are in all. @throws TamisError `STORE_UNUSABLE` */
  async page({ before, limit, session, except }: LedgerPageQuery): Promise<{ rows: NumberedEntry[]; total: number }> {
    const [conditions, args]: [string[], Value[]] = [["1"], []];
    if (session !== undefined) {
      conditions.push("(run = ? OR session = ?)");
      args.push(session, session);
    }
    if (except !== undefined) {
      conditions.push("NOT (run = ? AND at >= ?)");
      args.push(except.run, except.since);
    }
    const all = conditions.join(" AND ");
    const [count] = await this.#select(`SELECT COUNT(*) AS total FROM tamis_ledger_1 WHERE ${all}`, args);
    const rows = await this.#select(
      `SELECT rowid AS id, * FROM tamis_ledger_1 WHERE ${all} AND rowid < ? ORDER BY rowid DESC LIMIT ?`,
      [...args, before ?? Number.MAX_SAFE_INTEGER, limit],
    );
    return { rows: rows.map((row) => ({ id: Number(row.id), entry: entryOf(row) })), total: Number(count?.total ?? 0) };
  }

  /** The entry with a number; undefined if there is none. @throws TamisError `STORE_UNUSABLE` */
  async entry(id: number): Promise<LedgerEntry | undefined> {
    const [row] = await this.#select("SELECT * FROM tamis_ledger_1 WHERE rowid = ?", [id]);
    return row === undefined ? undefined : entryOf(row);
  }

  async #select(sql: string, args: Value[]): Promise<Record<string, unknown>[]> {
    try {
      const { rows } = await this.#client.execute({ sql, args });
      return Array.from(rows);
    } catch (cause) {
      throw unusableFile(this.#file, cause);
    }
  }

  /** Forgets everything; returns how many entries there were. @throws TamisError `STORE_UNUSABLE` */
  async clear(): Promise<number> {
    const entries = await this.entries();
    try {
      await this.#client.execute({ sql: "DELETE FROM tamis_ledger_1", args: [] });
      await this.#client.execute({ sql: "VACUUM", args: [] });
    } catch (cause) {
      throw unusableFile(this.#file, cause);
    }
    return entries.length;
  }

  close(): void {
    this.#client.close();
  }

  /** Takes in a hooks' file under another name first, because hooks go on appending meanwhile. */
  async #takeIn(hooks: string): Promise<void> {
    const taken = `${hooks}.${process.pid}`;
    try {
      renameSync(hooks, taken);
    } catch {
      return;
    }
    const lines = readFileSync(taken, "utf8").split("\n");
    await this.add(lines.flatMap(entryIn));
    rmSync(taken, { force: true });
  }
}

/** Gives a file of an earlier version the columns that it lacks. Two that do so at a time do it once. */
async function addColumns(client: Client): Promise<void> {
  const { rows } = await client.execute({ sql: "SELECT name FROM pragma_table_info('tamis_ledger_1')", args: [] });
  const known = new Set(Array.from(rows, ({ name }) => name));
  for (const name of NAMES) {
    if (known.has(name)) continue;
    try {
      await client.execute({ sql: `ALTER TABLE tamis_ledger_1 ADD COLUMN ${name} ${COLUMNS[name]}`, args: [] });
    } catch (error) {
      if (!String(error).includes("duplicate column")) throw error;
    }
  }
}

function valuesOf(entry: LedgerEntry): Value[] {
  return NAMES.map((name) => {
    const value = entry[name];
    if (value === undefined) return null;
    return typeof value === "boolean" ? Number(value) : value;
  });
}

function entryOf(row: Record<string, unknown>): LedgerEntry {
  const entries = NAMES.map((name) => [name, name === "moved" ? row[name] === 1 : (row[name] ?? undefined)]);
  return Object.fromEntries(entries) as LedgerEntry;
}

/** A line of a hooks' file; a broken one is left out. */
function entryIn(line: string): LedgerEntry[] {
  try {
    const value = JSON.parse(line) as Partial<LedgerEntry>;
    const isWhole = NAMES.every((name) => !COLUMNS[name].includes("NOT NULL") || value[name] !== undefined);
    return isWhole ? [value as LedgerEntry] : [];
  } catch {
    return [];
  }
}

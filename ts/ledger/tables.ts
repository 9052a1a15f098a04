// The tables of the ledger. Their columns have the names of the entries' members.
import type { SqlStatement, SqlValue } from "../base/sqlite.js";
import { asBilled, type CallEntry, type LedgerEntry, type ResultEntry } from "./entry.js";

/** A table whose rows are entries. */
export interface Table<Entry> {
  name: string;
  /** Makes the table and its indexes where they are missing. */
  create: readonly string[];
  /** Names and types of the columns. */
  columns: readonly (readonly [name: string, type: string])[];
  /** Whether a value has every member that a row must have. */
  isWhole(value: Partial<Entry>): value is Entry;
  /** One statement for all: a statement for each would take the client three times as long. */
  insert(entries: readonly Entry[]): SqlStatement;
  entryOf(row: Record<string, unknown>): Entry;
}

type Columns<Entry> = Readonly<Record<keyof Entry & string, string>>;

function tableOf<Entry extends object>(name: string, columns: Columns<Entry>): Table<Entry> {
  const names = Object.keys(columns) as (keyof Entry & string)[];
  const flags = new Set(names.filter((one) => columns[one].startsWith("BOOLEAN")));
  const list = names.map((one) => `${one} ${columns[one].replace("BOOLEAN", "INTEGER")}`).join(", ");
  const typed = names.map((one) => [one, columns[one].replace("BOOLEAN", "INTEGER")] as const);
  const places = `(${names.map(() => "?").join(", ")})`;
  return {
    name,
    columns: typed,
    create: [
      `CREATE TABLE IF NOT EXISTS ${name} (${list})`,
      ...["at", "run"].map((one) => `CREATE INDEX IF NOT EXISTS ${name}_${one} ON ${name} (${one})`),
    ],
    isWhole: (value): value is Entry =>
      names.every((one) => !columns[one].includes("NOT NULL") || value[one] !== undefined),
    insert: (entries) => ({
      sql: `INSERT INTO ${name} (${names.join(", ")}) VALUES ${entries.map(() => places).join(", ")}`,
      args: entries.flatMap((entry) => names.map((one) => cellOf(entry[one]))),
    }),
    entryOf: (row) =>
      Object.fromEntries(
        names.map((one) => [one, flags.has(one) ? flagIn(row[one]) : (row[one] ?? undefined)]),
      ) as Entry,
  };
}

const flagIn = (cell: unknown): boolean | undefined => (cell === null || cell === undefined ? undefined : cell === 1);

const cellOf = (value: unknown): SqlValue => {
  if (value === undefined) return null;
  return typeof value === "boolean" ? Number(value) : (value as SqlValue);
};

const RUN = {
  at: "INTEGER NOT NULL",
  run: "TEXT NOT NULL",
  agent: "TEXT NOT NULL",
  mode: "TEXT NOT NULL",
  surface: "TEXT NOT NULL",
  session: "TEXT",
  project: "TEXT",
  drawn: "BOOLEAN",
} as const;

const requests = tableOf<LedgerEntry>("tamis_ledger_1", {
  ...RUN,
  model: "TEXT",
  host: "TEXT",
  wire: "TEXT",
  status: "INTEGER",
  refused: "TEXT",
  skipped: "TEXT",
  tokensBefore: "INTEGER NOT NULL",
  tokensAfter: "INTEGER NOT NULL",
  reducedCount: "INTEGER NOT NULL",
  moved: "BOOLEAN NOT NULL",
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
  subscription: "TEXT",
  policy: "TEXT",
  team: "TEXT",
  virtualKey: "TEXT",
  user: "TEXT",
  stage: "TEXT",
  reduceMicros: "INTEGER",
  firstByteMs: "INTEGER",
  ms: "INTEGER",
  cacheCause: "TEXT",
  cacheLost: "INTEGER",
  tools: "TEXT",
  recovered: "BOOLEAN",
  lacks: "TEXT",
  condensed: "TEXT",
  condensedTokens: "INTEGER",
  fiveHours: "REAL",
  week: "REAL",
});

/** Requests, and outputs of hooks. */
export const REQUESTS: Table<LedgerEntry> = { ...requests, entryOf: (row) => asBilled(requests.entryOf(row)) };

/** New calls, by request. */
export const CALLS = tableOf<CallEntry>("tamis_ledger_calls_1", {
  ...RUN,
  conversation: "TEXT NOT NULL",
  calls: "INTEGER NOT NULL",
  repeats: "INTEGER NOT NULL",
  rereads: "INTEGER NOT NULL",
  retries: "INTEGER NOT NULL",
  prompts: "INTEGER NOT NULL",
  imitations: "INTEGER",
  edits: "INTEGER",
  failedEdits: "INTEGER",
});

/** Results that were reduced, and those asked for again. */
export const RESULTS = tableOf<ResultEntry>("tamis_ledger_results_1", {
  ...RUN,
  conversation: "TEXT NOT NULL",
  kind: "TEXT NOT NULL",
  call: "TEXT NOT NULL",
  tool: "TEXT NOT NULL",
  action: "TEXT NOT NULL",
  reason: "TEXT NOT NULL",
  role: "TEXT",
  roleFrom: "TEXT",
  charsBefore: "INTEGER NOT NULL",
  charsAfter: "INTEGER NOT NULL",
  later: "TEXT",
  original: "TEXT",
});

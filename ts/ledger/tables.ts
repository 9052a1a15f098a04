// The tables of the ledger. Their columns have the names of the entries' members.
import type { SqlStatement, SqlValue } from "../base/sqlite.js";
import { type CallEntry, type LedgerEntry, OF_BILLS, type ResultEntry } from "./entry.js";

/** A table whose rows are entries. */
export interface Table<Entry> {
  name: string;
  /** Makes the table and its indexes where they are missing. */
  create: readonly string[];
  /** Names and types of the columns. */
  columns: readonly (readonly [name: string, type: string])[];
  /** All members of an entry. */
  names: readonly (keyof Entry & string)[];
  /** Whether a value has every member that a row must have. */
  isWhole(value: Partial<Entry>): value is Entry;
  /** One statement for all: a statement for each would take the client three times as long. */
  insert(entries: readonly Entry[]): SqlStatement;
  /** Members of an entry as one cell of JSON: a row of forty cells takes four times as long with some clients. */
  textOf(names: readonly (keyof Entry & string)[]): string;
  /** What {@link textOf} has made. */
  entryIn<Name extends keyof Entry & string>(text: unknown, names: readonly Name[]): Pick<Entry, Name>;
}

type Columns<Entry> = Readonly<Record<keyof Entry & string, string>>;

/** @param billed Columns that say nothing where a login paid. @default none */
function tableOf<Entry extends object>(
  name: string,
  columns: Columns<Entry>,
  billed: readonly (keyof Entry & string)[] = [],
): Table<Entry> {
  const cellIn = (one: keyof Entry & string): string => {
    const value = jsonOf(one, columns[one]);
    return billed.includes(one) ? `iif(subscription IS NULL, ${value}, NULL)` : value;
  };
  const names = Object.keys(columns) as (keyof Entry & string)[];
  const flags = new Set(names.filter((one) => columns[one].startsWith("BOOLEAN")));
  const list = names.map((one) => `${one} ${columns[one].replace("BOOLEAN", "INTEGER")}`).join(", ");
  const typed = names.map((one) => [one, columns[one].replace("BOOLEAN", "INTEGER")] as const);
  const places = `(${names.map(() => "?").join(", ")})`;
  return {
    name,
    columns: typed,
    names,
    create: [
      `CREATE TABLE IF NOT EXISTS ${name} (${list})`,
      ...["at", "run", "session"].map((one) => `CREATE INDEX IF NOT EXISTS ${name}_${one} ON ${name} (${one})`),
    ],
    isWhole: (value): value is Entry =>
      names.every((one) => !columns[one].includes("NOT NULL") || value[one] !== undefined),
    insert: (entries) => ({
      sql: `INSERT INTO ${name} (${names.join(", ")}) VALUES ${entries.map(() => places).join(", ")}`,
      args: entries.flatMap((entry) => names.map((one) => cellOf(entry[one]))),
    }),
    textOf: (some) => `json_object(${some.map((one) => `'${one}', ${cellIn(one)}`).join(", ")})`,
    entryIn: (text, some) => {
      const entry = JSON.parse(String(text));
      for (const one of some) {
        if (entry[one] === null) entry[one] = undefined;
        else if (flags.has(one)) entry[one] = entry[one] === 1;
      }
      return entry;
    },
  };
}

/** SQLite's own text of a fraction has fifteen digits, which is another number. */
const jsonOf = (name: string, type: string): string =>
  type === "REAL" ? `iif(${name} IS NULL, NULL, json(printf('%!.17g', ${name})))` : name;

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

/** Requests, and outputs of hooks. */
export const REQUESTS = tableOf<LedgerEntry>(
  "tamis_ledger_1",
  {
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
  },
  OF_BILLS,
);

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

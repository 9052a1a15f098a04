// What is believed of each model: a table of vendors and model families. Rust reads the same file.
import table from "./facts.json" with { type: "json" };
import type { ModelTable } from "./table-types.js";

/** The file: its day, the rows of a request that says too little, vendors, and families with their dated values. */
export type { ModelTable } from "./table-types.js";

/** A family as the file has it: its values before the first date, and what changed on each (`from`). */
export type DatedRow = ModelTable["models"][number];

/**
 * One family of models on one day: its names, cache, thinking, context limit, and where the facts are from. Prices are
 * relative to fresh input. {@link modelTableJsonSchema} describes each member.
 */
export type ModelRow = Omit<DatedRow, "from">;

/** The cache of a family. */
export type CacheRow = ModelRow["cache"];

/** How a family treats the thinking that comes back in a request. */
export type ThinkingRow = ModelRow["thinking"];

/** Who makes models, and what their names and hosts look like. */
export type VendorRow = ModelTable["vendors"][number];

/** The table on one day. */
export type TableOfDay = Omit<ModelTable, "models"> & { readonly models: readonly ModelRow[] };

const FILE = table as ModelTable;

/** A table with dated values, of which each day's is made once for each time between two dates. */
export class DatedTable {
  readonly #file: ModelTable;
  /** Days on which something changes, ascending. */
  readonly #days: readonly string[];
  readonly #made = new Map<string, TableOfDay>();
  readonly #changed = new Map<string, readonly ModelRow[]>();

  constructor(file: ModelTable) {
    this.#file = file;
    this.#days = [...new Set(file.models.flatMap(({ from = [] }) => from.map(({ day }) => day)))].sort();
  }

  /** Where the time begins in which the values of `day` are in force; empty before the first date. */
  beginOf(day: string): string {
    return this.#days.findLast((one) => one <= day) ?? "";
  }

  /** The table in force on a day. The same object for the whole time between two dates. */
  on(day: string): TableOfDay {
    const begin = this.beginOf(day);
    const known = this.#made.get(begin) ?? { ...this.#file, models: this.#file.models.map((row) => rowOn(row, begin)) };
    this.#made.set(begin, known);
    return known;
  }

  /** The rows that are other than at the release on `day`; none for most days. */
  changedOn(day: string): readonly ModelRow[] {
    const begin = this.beginOf(day);
    const known = this.#changed.get(begin);
    if (known !== undefined) return known;
    const release = this.on(this.#file.day).models;
    const changed = this.on(begin).models.filter((row, at) => JSON.stringify(row) !== JSON.stringify(release[at]));
    this.#changed.set(begin, changed);
    return changed;
  }

  /** Whether a row, or one that says the same, is the table's own on another day than the release's. */
  isOfAnotherDay(row: ModelRow): boolean {
    const text = JSON.stringify(row);
    return ["", ...this.#days].some((day) => this.changedOn(day).some((one) => JSON.stringify(one) === text));
  }
}

/** A row's values on a day. */
function rowOn({ from = [], ...row }: DatedRow, day: string): ModelRow {
  const { cache, dear, source, ...others } = row;
  let now = { cache, dear, source };
  for (const change of from) {
    if (change.day > day) break;
    const changed = Object.hasOwn(change, "dear") ? (change.dear ?? undefined) : now.dear;
    const { cache: values = {} } = change;
    // The schema lets a change leave members out, and none of those that it has is undefined.
    now = { cache: { ...now.cache, ...values } as CacheRow, dear: changed, source: change.source };
  }
  const { dear: last, ...values } = now;
  return { ...others, ...values, ...(last === undefined ? {} : { dear: last }) };
}

/** The installed facts. */
export const FACTS = new DatedTable(FILE);

/** The families with their dated values. */
export const DATED_ROWS: readonly DatedRow[] = FILE.models;

/** The installed table on the day of the release. */
export const MODEL_TABLE: TableOfDay = FACTS.on(FILE.day);

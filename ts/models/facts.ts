import { getOrInsert } from "../base/maps.js";
import { findName, MAX_NAME_BYTES } from "./find-name.js";
import { FACTS, MODEL_TABLE, type ModelRow, type TableOfDay } from "./rows.js";

/** What is known of where a request goes. */
export interface ModelQuestion {
  /** The model's name, as any provider, router or cloud spells it. */
  model?: string | undefined;
  /** The host of the endpoint, where it is known. */
  host?: string | undefined;
  /** The request's wire, which tells the least. */
  wire?: string | undefined;
  /** The day whose values count, such as `2026-11-28`. @default the day of the release */
  asOf?: string | undefined;
}

/** The row that is believed, and why. */
export interface FoundModel {
  /** The facts. */
  row: ModelRow;
  /**
   * `name`: the row lists the model. `vendor`: it is an unlisted model of the vendor, taken for its newest. `host`: the
   * name says nothing, the endpoint is the vendor's. `wire`: only the request's shape is known.
   */
  by: "name" | "vendor" | "host" | "wire";
}

/**
 * The facts of a model: by its name, else by the vendor that its name or the host tells, else by the wire.
 *
 * @param own Rows that come before the installed ones, as from a user's file.
 */
export function factsOf(question: ModelQuestion, own: readonly ModelRow[] = []): FoundModel {
  const { model = "", host = "", wire = "", asOf = MODEL_TABLE.day } = question;
  if (Buffer.byteLength(model) > MAX_NAME_BYTES) return factsOf({ ...question, model: NO_MODEL }, own);
  const key = `${FACTS.beginOf(asOf)}\n${wire}\n${host}\n${model}`;
  const known = own.length === 0 ? found.get(key) : undefined;
  if (known !== undefined) return known;
  const table = FACTS.on(asOf);
  const answer = byName(model, own, table) ?? byVendor(model, host, own, table) ?? byWire(model, wire, own, table);
  if (own.length > 0) return answer;
  if (found.size >= MOST_FOUND) found.clear();
  found.set(key, answer);
  return answer;
}

/** A name that no row and no vendor has. */
const NO_MODEL = "?";
const found = new Map<string, FoundModel>();
const MOST_FOUND = 1_000;

function byName(model: string, own: readonly ModelRow[], table: TableOfDay): FoundModel | undefined {
  for (const rows of [own, table.models]) {
    const match = findName(model, namesOf(rows), "version");
    const row = match === undefined ? undefined : rows.find(({ names }) => names.includes(match));
    if (row !== undefined) return { row, by: "name" };
  }
  return undefined;
}

function byVendor(model: string, host: string, own: readonly ModelRow[], table: TableOfDay): FoundModel | undefined {
  const { vendors } = table;
  const match = findName(
    model,
    vendors.flatMap(({ names }) => names),
    "word",
  );
  const named = vendors.find(({ names }) => match !== undefined && names.includes(match));
  const hosting = vendors.find(({ hosts }) => hosts.includes(host.toLowerCase()));
  const vendor = named ?? hosting;
  const row = vendor === undefined ? undefined : newestOf(vendor.id, own, table);
  return row === undefined ? undefined : { row, by: named === undefined ? "host" : "vendor" };
}

function byWire(model: string, wire: string, own: readonly ModelRow[], table: TableOfDay): FoundModel {
  const { wires, models } = table;
  const names = Object.hasOwn(wires, wire) ? wires[wire] : undefined;
  const id = (model === "" ? names?.unnamed : names?.named) ?? UNKNOWN;
  const row = [...own, ...models].find((one) => one.id === id);
  if (row === undefined) throw new Error(`the table of models has no row ${id}`);
  return { row, by: "wire" };
}

const UNKNOWN = "openai-compatible";

const newestOf = (vendor: string, own: readonly ModelRow[], table: TableOfDay): ModelRow | undefined =>
  [...own, ...table.models].find((row) => row.vendor === vendor && row.newest === true);

const names = new WeakMap<readonly ModelRow[], readonly string[]>();

function namesOf(rows: readonly ModelRow[]): readonly string[] {
  return getOrInsert(names, rows, () => rows.flatMap((row) => row.names));
}

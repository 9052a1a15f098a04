import { spanOf } from "../../base/clock.js";
import type { Wire } from "../../contract/report.js";
import { DATED_ROWS, type FoundModel, factsOf, MODEL_TABLE, type ModelRow } from "../../pricing/index.js";
import { writeJson, writeStdout } from "../shared/io.js";
import { loadPolicy } from "../shared/policy-input.js";
import { renderTable } from "../shared/table.js";
import { groupDigits, printable } from "../shared/terminal.js";

/** The options of `tamis models`. */
export interface ModelsFlags {
  host?: string;
  wire?: Wire;
  policy?: string;
  json?: boolean;
}

/** `tamis models`. Resolves to the exit code, always 0. */
export async function runModels(names: readonly string[], { host, wire, policy, json }: ModelsFlags): Promise<number> {
  const own = policy === undefined ? [] : loadPolicy({ policy }).settings.models;
  // A host or a wire alone asks what is believed of a request that names no model.
  const asked = names.length === 0 && (host !== undefined || wire !== undefined) ? [""] : names;
  const from = host === undefined ? undefined : hostIn(host);
  const found = asked.map((model) => ({ model, ...factsOf({ model, host: from, wire }, own) }));
  const rows = [...own, ...MODEL_TABLE.models];
  if (json) await writeJson(asked.length === 0 ? rows : found);
  else if (asked.length === 0) await writeStdout(listOf(rows));
  else for (const one of found) await writeStdout(explain(one));
  return 0;
}

function hostIn(text: string): string {
  const address = text.includes("://") ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address).hostname : text;
}

const HEAD = ["row", "vendor", "read", "write", "lives", "from tokens", "context", "thinking", "read on"];

function listOf(rows: readonly ModelRow[]): string {
  const line = ({ id, vendor, cache, contextTokens, thinking, date }: ModelRow) => [
    printable(id, 40),
    printable(vendor, 20),
    String(cache.read),
    cache.writeLong === undefined ? String(cache.write) : `${cache.write}, ${cache.writeLong}`,
    cache.longLifeSeconds === undefined
      ? spanOf(cache.lifeSeconds)
      : `${spanOf(cache.lifeSeconds)}, ${spanOf(cache.longLifeSeconds)}`,
    cache.minimumTokens,
    contextTokens,
    thinking.history,
    date,
  ];
  return `${renderTable(HEAD, rows.map(line))}
  read, write: prices of a cached token and of writing one, relative to fresh input.
`;
}

function explain({ model, row, by }: FoundModel & { model: string }): string {
  const vendor = MODEL_TABLE.vendors.find(({ id }) => id === row.vendor)?.title ?? row.vendor;
  const lines = [
    ["row", `${row.id} (${vendor}), ${WHY[by]}`],
    ["cache", cacheText(row)],
    ...(row.cache.modes ?? []).map((mode) => ["", modeText(mode)]),
    ["context", contextText(row)],
    ["thinking", thinkingText(row)],
    ["search", row.toolSearch ? "the provider searches among deferred tools" : "no search among deferred tools"],
    ["source", `${row.source}; read on ${row.date}`],
    ...(DATED_ROWS.find(({ id }) => id === row.id)?.from ?? []).map((change) => ["from", changeText(change)]),
    ...(row.note === undefined ? [] : [["note", row.note]]),
  ];
  const text = lines.map(([name = "", value = ""]) => `  ${name.padEnd(9)} ${printable(value, 400)}\n`);
  return `${model.trim() === "" ? "(no name)" : printable(model, 200)}\n${text.join("")}`;
}

const WHY = {
  name: "by its name",
  vendor: "taken for the vendor's newest: the name is in no row",
  host: "by the host: the name says nothing",
  wire: "by the wire: neither name nor host says anything",
} as const;

const FINDING = {
  "look-back": "found at breakpoints and up to 20 blocks before each",
  exact: "found at breakpoints of earlier requests",
  prefix: "the longest common beginning is found",
} as const;

function cacheText({ cache }: ModelRow): string {
  const { read, write, writeLong, lifeSeconds, longLifeSeconds = lifeSeconds, minimumTokens } = cache;
  const long = writeLong === undefined ? "" : ` or ${writeLong} (${spanOf(longLifeSeconds)})`;
  const marker = cache.marker === "needed" ? "; nothing without a marker" : "";
  const prices = `reads ${read}, writes ${write} (${spanOf(lifeSeconds)})${long} of fresh input`;
  return `${FINDING[cache.finding]}; ${prices}; from ${groupDigits(minimumTokens)} tokens${marker}`;
}

type Mode = NonNullable<ModelRow["cache"]["modes"]>[number];

const ASKED = {
  marker: "where the request marks what is to be cached",
  in_memory: 'with prompt_cache_retention "in_memory"',
  "24h": 'with prompt_cache_retention "24h"',
  provider: "where the provider chooses it",
} as const;

function modeText({ name, asked, ...values }: Mode): string {
  return `${name}, ${ASKED[asked]}: ${valuesText(values)}`;
}

type Change = NonNullable<(typeof DATED_ROWS)[number]["from"]>[number];

function changeText({ day, cache = {}, dear, source }: Change): string {
  const step =
    dear === undefined ? [] : [dear === null ? "no dearer step" : `${dear.times} times above ${dear.aboveTokens}`];
  return `${day}: ${[...(Object.keys(cache).length === 0 ? [] : [valuesText(cache)]), ...step].join("; ")} (${source})`;
}

/** Values of a cache by their names in the table. */
const valuesText = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");

function contextText({ contextTokens, inputTokens, dear }: ModelRow): string {
  const input = inputTokens === undefined ? "" : `, at most ${groupDigits(inputTokens)} of them input`;
  const zone = dear === undefined ? "" : `; ${dear.times} times as dear above ${groupDigits(dear.aboveTokens)}`;
  return `${groupDigits(contextTokens)} tokens${input}${zone}`;
}

const HISTORY = {
  none: "none",
  dropped: "the provider leaves earlier turns' thinking out",
  kept: "earlier turns' thinking stays in the context and is billed",
  bound: "earlier turns' thinking stays, and is checked against everything before it",
} as const;

function thinkingText({ thinking }: ModelRow): string {
  const loop = thinking.openLoop === "required" ? "; calls that wait for results need theirs" : "";
  const removal = thinking.removal === "refused" ? "; taking it out is an error" : "";
  return `${HISTORY[thinking.history]}${loop}${removal}`;
}

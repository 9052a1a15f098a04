// The tables of the documentation that are made of the code's own texts: the keys of a policy from the schema's
// descriptions, the fields of a report from their docstrings, the validator's rules from the native build's rules.json.
// Each lies between two markers:
//
//   <!-- table: policy.mask -->
//   …
//   <!-- /table -->
//
//   npm run docs:tables     writes all of them anew; a test fails where one is not current
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Where a key or field has a chapter of its own, by table and key; relative to `docs/policy.md` or `docs/guide.md`. */
export const LINKS = {
  "policy.preset": "#presets",
  "policy.mask.tools.*.windowTurns": "#rules-for-single-tools",
  "policy.mask.keepErrors": "policy-details.md#errors-that-stay",
  "policy.mask.digest": "policy-details.md#digests",
  "policy.mask.media": "policy-details.md#images-and-documents",
  "policy.mask.placeholder.template": "policy-details.md#templates",
  "policy.arrival.lineNumbers": "policy-details.md#arrival",
  "policy.arrival.dedupe": "policy-details.md#repeats-among-results",
  "policy.args.tools": "policy-details.md#arguments-of-old-calls",
  "policy.mask.keepImages": "policy-details.md#images-and-documents",
  "policy.tools.schema": "policy-details.md#definitions-of-tools",
  "policy.cache.strategy": "policy-details.md#when-a-mask-moves",
  "policy.cache.thinking": "policy-details.md#thinking",
  "policy.budget.tokens": "pipeline.md#budget",
  "policy.pin": "pipeline.md#what-stays",
  "policy.summarize.enabled": "pipeline.md#summaries",
  "policy.restore.handles": "restore.md#handles",
  "policy.restore.key": "restore.md#handles",
  "report.delta": "#wires",
  "report.skipped": "limits.md#skipped-reasons",
  "report.fits": "pipeline.md#budget",
  "report.tokens": "tokens.md#requests",
  "report.repairedSurrogates": "policy-details.md#halves-of-surrogate-pairs",
  "report.cache.session": "#session-state",
  "report.cache.anchors": "policy-details.md#breakpoints-of-ours",
};

/** A field of a report whose text has no more words says no more than its name. */
const MOST_WORDS_OF_A_NAME = 7;

const INTERFACES = { report: "Report", "report.cache": "CacheReport" };

/**
 * A page with every table in it made anew.
 *
 * @param {string} page Markdown.
 * @param {object} schema What `policyJsonSchema` gives.
 * @param {string} reportSource The text of `ts/contract/report.ts` and of `cache-report.ts` beside it.
 * @param {Record<string, readonly string[]>} [groups] What `POLICY_GROUPS` says.
 * @returns {string}
 * @throws Where a marker names a table that does not exist, or is not closed.
 */
export function renewTables(page, schema, reportSource, groups = {}) {
  const opened = page.match(/<!-- table: /g)?.length ?? 0;
  let renewed = 0;
  const text = page.replace(/(<!-- table: (.+?) -->\n)[\s\S]*?(<!-- \/table -->)/g, (_, start, name, end) => {
    renewed++;
    return `${start}\n${renderTable(name, schema, reportSource, groups)}\n\n${end}`;
  });
  if (renewed !== opened) throw new Error("a table's marker is not closed by <!-- /table -->");
  return text;
}

function renderTable(name, schema, reportSource, groups) {
  if (Object.hasOwn(INTERFACES, name)) return reportTable(name, reportSource);
  if (name === "condensation") return condensationTable();
  if (name.startsWith("rules.")) return ruleTable(name.slice("rules.".length));
  return policyTable(name, schema, groups);
}

/** The settings of condensations outside of modes. */
function condensationTable() {
  const file = `${ROOT}/ts/condensation/settings/json-schema.json`;
  const { modes, ...keys } = JSON.parse(readFileSync(file, "utf8")).properties;
  const rows = Object.entries(keys).map(([key, entry]) => [
    `\`${key}\``,
    valuesOf(entry),
    entry.default === undefined ? "none" : code(entry.default),
    entry.description,
  ]);
  return markdown(["key", "values", "default", "meaning"], rows);
}

/** The rules of a wire, or those of all wires, whose names have no slash: those with a repair, then the others' names. */
function ruleTable(wire) {
  const rules = JSON.parse(readFileSync(`${ROOT}/docs/rules.json`, "utf8"));
  const ofWire = rules.filter(({ name }) => (name.includes("/") ? name.split("/")[0] : "all") === wire);
  if (ofWire.length === 0) throw new Error(`no rules are named ${wire}`);
  const [repaired, others] = [true, false].map((has) => ofWire.filter(({ repair }) => (repair !== "") === has));
  const list = repaired.map(({ name, repair }) => `- \`${name}\`: ${repair}`).join("\n");
  return `${list}\n\nFound and not repaired: ${others.map(({ name }) => `\`${name}\``).join(", ")}.`;
}

/** The keys of a policy, as `mask.windowTurns`, that have an effect and no description. Tables need none. */
export function undescribedKeys(schema, path = []) {
  return Object.entries(schema.properties ?? schema.additionalProperties?.properties ?? {}).flatMap(([key, entry]) => {
    const here = [...path, key];
    const parts = [entry, ...(entry.anyOf ?? []), entry.items?.items].filter((part) => part !== undefined);
    const isSilent = entry.description === undefined && !isTable(entry) && !hasOneValue(entry);
    return [...(isSilent ? [here.join(".")] : []), ...parts.flatMap((part) => undescribedKeys(part, here))];
  });
}

/** The documented keys of a group, as `policy.stays`, or all keys of the whole. */
function policyTable(name, schema, groups) {
  const group = name === "policy" ? Object.keys(schema.properties) : ownValue(groups, name.replace(/^policy\./, ""));
  if (group === undefined) throw new Error(`no table of a policy is named ${name}`);
  return markdown(
    ["key", "values", "default", "meaning"],
    group.map((key) => {
      const entry = key.split(".").reduce(partOf, schema);
      return [linked("policy", key), valuesOf(entry), defaultOf(entry), entry.description ?? ""];
    }),
  );
}

/** A table's is that of the keys in it. */
const defaultOf = ({ default: value }) =>
  value === undefined || JSON.stringify(value) === "{}" ? "" : `\`${JSON.stringify(value)}\``;

const ownValue = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined);

/** A table that may be null is one of several kinds. */
function partOf(schema, key) {
  const table = schema.anyOf?.find(({ properties }) => properties !== undefined) ?? schema;
  return key === "*" ? table.additionalProperties : table.properties[key];
}

/** Keys that take one value only, or none, need no description. */
const hasOneValue = (key) => key.const !== undefined || key.not !== undefined;
const isTable = (key) => key.type === "object" && key.properties !== undefined;
const code = (value) => `\`${JSON.stringify(value)}\``;

/** What may be written for a key, in words. */
function valuesOf(key) {
  if (key.anyOf) return key.anyOf.map(valuesOf).join(", or ");
  if (key.const !== undefined) return code(key.const);
  if (key.enum) return key.enum.map(code).join(", ");
  switch (key.type) {
    case "boolean":
      return "`true`, `false`";
    case "null":
      return "`null`";
    case "integer":
      return `whole number${rangeOf(key)}`;
    case "number":
      return `number${rangeOf(key)}`;
    case "string":
      return `text${charsOf(key)}`;
    case "array":
      return listOf(key);
    default:
      return Object.keys(key.properties ?? {}).length > 0 ? `{ ${Object.keys(key.properties).join(", ")} }` : "`{}`";
  }
}

const charsOf = ({ minLength = 0, maxLength }) =>
  maxLength === undefined ? "" : ` of ${number(minLength)} to ${number(maxLength)} chars`;

function listOf({ items, maxItems }) {
  const inside = itemsOf(items);
  if (maxItems !== undefined) return `list of up to ${number(maxItems)}${inside}`;
  return inside === "" ? "list" : `list of${inside}`;
}

/** What the elements of a list are, where they can be texts. */
function itemsOf(items) {
  const text = items.anyOf?.find(({ type }) => type === "string") ?? items;
  return text.type === "string" ? ` texts${charsOf(text)}` : "";
}

function rangeOf({ minimum = -Infinity, exclusiveMinimum, maximum = Infinity }) {
  const least = minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const most = maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (exclusiveMinimum !== undefined)
    return ` above ${number(exclusiveMinimum)}${most === undefined ? "" : `, up to ${number(most)}`}`;
  if (least !== undefined && most !== undefined) return `, ${number(least)} to ${number(most)}`;
  if (least !== undefined) return `, ${number(least)} or more`;
  return most === undefined ? "" : `, up to ${number(most)}`;
}

const number = (value) => value.toLocaleString("en-US");

function reportTable(name, source) {
  const file = ts.createSourceFile("report.ts", source, ts.ScriptTarget.Latest, true);
  const declared = file.statements.find(
    (node) => ts.isInterfaceDeclaration(node) && node.name.text === INTERFACES[name],
  );
  if (declared === undefined) throw new Error(`ts/contract/report.ts has no ${INTERFACES[name]}`);
  const fields = declared.members.map((member) => linked(name, member.name.text));
  // What the boundary did is for few: the declarations say it.
  if (name === "report.cache") return `${fields.join(", ")}.`;
  const rows = [];
  for (const [at, member] of declared.members.entries()) {
    const last = rows.at(-1);
    // A count and its chars are one row.
    if (member.name.text.endsWith("Chars") && last !== undefined) {
      last[0] += `, ${fields[at]}`;
      last[1] = `${last[1].slice(0, -1)}; ${docOf(member).replace(/^C/, "c")}`;
    } else rows.push([fields[at], docOf(member)]);
  }
  const isPlain = ([field, text]) => !field.startsWith("[") && text.split(" ").length <= MOST_WORDS_OF_A_NAME;
  const plain = rows.filter(isPlain).map(([field]) => field);
  const others = rows.filter((row) => !isPlain(row)).map(([field, text]) => `- ${field}: ${text.slice(0, -1)}`);
  return [...others, ...(plain.length > 0 ? [`- as their names say: ${plain.join(", ")}`] : [])].join("\n");
}

/** What a docstring says first; the declarations have the rest. */
function docOf(member) {
  const text = ts.getJSDocCommentsAndTags(member).map((doc) => ts.getTextOfJSDocComment(doc.comment) ?? "");
  const whole = text
    .join(" ")
    .replace(/\s+/g, " ")
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .trim();
  return whole.replace(/^(.{20,}?)(?:\. [A-Z`]|; |: (?!")).*$/, "$1.");
}

function linked(table, key) {
  const link = LINKS[`${table}.${key}`];
  return link === undefined ? `\`${key}\`` : `[\`${key}\`](${link})`;
}

function markdown(head, rows) {
  const cells = [head, head.map(() => "---"), ...rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")))];
  return cells.map((row) => `| ${row.join(" | ")} |`.replace(/ {2,}\|/g, " |")).join("\n");
}

/** The pages of `docs/` that may have such tables, as paths from the root. */
export const pages = () =>
  readdirSync(`${ROOT}/docs`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);

async function main() {
  mkdirSync(`${ROOT}/build`, { recursive: true });
  const outfile = `${ROOT}/build/policy-schema.mjs`;
  const options = { bundle: true, packages: "external", platform: "node", format: "esm", logLevel: "error" };
  const contents = `export * from "./check.js"; export * from "./groups.js";`;
  await build({ ...options, stdin: { contents, resolveDir: `${ROOT}/ts/policy` }, outfile });
  const { policyJsonSchema, POLICY_GROUPS } = await import(pathToFileURL(outfile).href);
  const sources = ["report", "cache-report"].map((name) => `${ROOT}/ts/contract/${name}.ts`);
  const report = sources.map((path) => readFileSync(path, "utf8")).join("\n");
  for (const path of pages()) {
    const page = readFileSync(`${ROOT}/${path}`, "utf8");
    const renewed = renewTables(page, policyJsonSchema(), report, POLICY_GROUPS);
    if (renewed === page) continue;
    writeFileSync(`${ROOT}/${path}`, renewed);
    console.log(`${path} renewed`);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();

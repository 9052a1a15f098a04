// Draws docs/images/bill.svg and bill-dark.svg from the newest record with a `simulate` part: `node benches/plot-bill.mjs`.
// A test holds the files to what this draws.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const RECORDS = new URL("record/", import.meta.url);
const IMAGES = new URL("../docs/images/", import.meta.url);

/** The first run's policies that are drawn, at the first of its prices: their names in the record, and in the picture. */
const BARS = [
  ["sliding window 10, every turn", "sliding window of 10 turns"],
  ["sliding window 4, every turn", "sliding window of 4 turns"],
  ["LangChain.js ClearToolUsesEdit, its defaults", "LangChain.js ClearToolUsesEdit"],
  ["AI SDK pruneMessages, newest 8 messages", "AI SDK pruneMessages, newest 8"],
  ["send everything", "send everything"],
  ["clear at 100k, keep 3 (a model of clear_tool_uses)", "clear at 100,000 tokens, keep 3"],
  ["rent, window 4", "Tamis, masks alone"],
  ["the default", "Tamis, the default"],
];
const OURS = "the default";

const THEMES = {
  "bill.svg": { text: "#1f2328", muted: "#59636e", bar: "#afb8c1", ours: "#1a7f37" },
  "bill-dark.svg": { text: "#f0f6fc", muted: "#9198a1", bar: "#545d68", ours: "#3fb950" },
};

const WIDTH = 760;
const LEFT = 236;
const ROW = 28;
const TOP = 64;
const BAR = 20;
/** Pixels for a bill of 1. The widest bar leaves room for its number. */
const UNIT = 280;

/** The newest record that has the part, by the time at which it was measured: `{ path, part, machine }`. */
export function newestRecord(part) {
  const found = readdirSync(RECORDS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(new URL(`${name}/`, RECORDS)).map((file) => `${name}/${file}`))
    .filter((path) => path.endsWith(".json"))
    .map((path) => ({ path, ...JSON.parse(readFileSync(new URL(path, RECORDS), "utf8")) }))
    .filter(({ parts }) => parts[part] !== undefined)
    .sort((a, b) => a.parts[part].measuredAt.localeCompare(b.parts[part].measuredAt));
  const newest = found.at(-1);
  if (newest === undefined) throw new Error(`no record has the part ${part}`);
  return newest;
}

/** The pictures by file name, as SVG. */
export function drawBills() {
  const [run] = newestRecord("simulate").parts.simulate.data.runs;
  const [{ policies }] = run.prices;
  const rows = BARS.map(([name, label]) => {
    const policy = policies.find((one) => one.name === name);
    if (policy === undefined) throw new Error(`the record has no policy ${name}`);
    return { label, bill: policy.bill, isOurs: name === OURS };
  });
  const title = `Input bill of ${run.sessions} recorded agent sessions`;
  return Object.fromEntries(Object.entries(THEMES).map(([file, theme]) => [file, draw(title, rows, theme)]));
}

function draw(title, rows, theme) {
  const height = TOP + rows.length * ROW + 6;
  // The line at 1 ends with the bar of "send everything": below it, it would cross the numbers of shorter bars.
  const one = LEFT + UNIT;
  const end = TOP + rows.findIndex(({ bill }) => bill === 1) * ROW + BAR;
  const text = (x, y, content, { color = theme.text, weight = 400, anchor = "start", size = 13 } = {}) =>
    `<text x="${x}" y="${y}" fill="${color}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}">${content}</text>`;
  const bars = rows.map(({ label, bill, isOurs }, at) => {
    const y = TOP + at * ROW;
    const width = Number((bill * UNIT).toFixed(1));
    const weight = isOurs ? 700 : 400;
    const fill = isOurs ? theme.ours : theme.bar;
    return [
      text(LEFT - 10, y + 15, label, { anchor: "end", weight }),
      `<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR}" rx="2" fill="${fill}"/>`,
      text(Number((LEFT + width + 8).toFixed(1)), y + 15, bill.toFixed(3), { weight }),
    ].join("\n");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif" role="img">
<title>${title}, by policy</title>
${text(0, 16, title, { weight: 700, size: 15 })}
${text(0, 38, "sending everything = 1; shorter is cheaper", { color: theme.muted })}
${bars.join("\n")}
<path d="M${one} ${TOP - 8}V${end}" stroke="${theme.muted}" stroke-dasharray="3 3"/>
</svg>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [file, svg] of Object.entries(drawBills())) writeFileSync(new URL(file, IMAGES), svg);

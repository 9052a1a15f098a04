// One page that needs nothing else: tables and plots as inline SVG, no script, nothing loaded. All text that comes from
// recordings and policies is escaped.
import type { PolicySummary, PriceResult, SimulationResult } from "../../../simulate/index.js";
import { escapeHtml } from "../../shared/html.js";
import { columnsFor, describe, legendOf, placeOf } from "./table.js";

/** Least distance of two names' base lines at 11 px. */
const LINE_PX = 13;

/**
 * Moves heights apart until any two differ by {@link LINE_PX}, in their order and within a range that has room for them.
 *
 * @returns the new heights, in the order of `wanted`
 */
function spread(wanted: readonly number[], top: number, bottom: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] as number) - (wanted[b] as number));
  const placed: number[] = [];
  let least = top;
  for (const index of order) {
    placed[index] = Math.max(wanted[index] as number, least);
    least = (placed[index] as number) + LINE_PX;
  }
  let most = bottom;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index] as number, most);
    most = (placed[index] as number) - LINE_PX;
  }
  return placed;
}

/** Widths of a char at 11 px that no usual font exceeds on average: of ASCII, and of anything else. */
const [ASCII_PX, OTHER_PX] = [6.2, 11.5];
const widthOf = (char: string) => (/[\x20-\x7e…]/.test(char) ? ASCII_PX : OTHER_PX);

/** The text, or its beginning with an ellipsis, in at most `px`. */
function fitText(text: string, px: number): string {
  const chars = [...text];
  if (chars.reduce((sum, char) => sum + widthOf(char), 0) <= px) return text;
  let room = px - widthOf("…");
  const fitting = chars.findIndex((char) => {
    room -= widthOf(char);
    return room < 0;
  });
  return `${chars.slice(0, fitting).join("")}…`;
}

/** The result as an HTML page. */
export function renderSimulationPage(result: SimulationResult): string {
  const sections = result.results.map((price, index) => renderPrice(result, price, index));
  const skipped = result.skipped.map((one) => `<li>${escapeHtml(placeOf(one))}: ${escapeHtml(one.reason)}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Tamis: what each policy does to the bill</title>
<style>${STYLE}</style>
</head>
<body>
<h1>What each policy does to the bill</h1>
<p>${escapeHtml(describe(result))}</p>
${sections.join("\n")}
<p class="note">${escapeHtml(legendOf(result))}</p>
${skipped.length > 0 ? `<h2>Not read</h2>\n<ul>${skipped.join("\n")}</ul>` : ""}
</body>
</html>
`;
}

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 64rem; padding: 0 1rem; color: #1d2430; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; width: 100%; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid #d8dde6; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 8rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: 1rem 0; }
.scroll table { margin: 0; }
.legend { list-style: none; margin: 1rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; font-size: 13px; }
.legend li { overflow-wrap: anywhere; }
.key { display: inline-block; width: .7em; height: .7em; margin-right: .45em; }
.plots { display: flex; flex-wrap: wrap; gap: 1.5rem; }
figure { margin: 0; flex: 1 1 28rem; overflow-x: auto; }
figcaption, .note { color: #566072; font-size: 13px; }
svg { width: 100%; height: auto; }
svg text { font: 11px system-ui, sans-serif; fill: #566072; }
.name { paint-order: stroke; stroke: #fff; stroke-width: 3px; stroke-linejoin: round; }
@media (prefers-color-scheme: dark) {
  body { color: #e4e8ef; background: #14181f; }
  th, td { border-color: #323a47; }
  figcaption, .note { color: #9aa5b8; }
  svg text { fill: #9aa5b8; }
  .name { stroke: #14181f; }
}`;

/** Colours that people with any colour vision can distinguish (Okabe and Ito). */
const COLORS = ["#7f7f7f", "#e69f00", "#56b4e9", "#cc79a7", "#009e73", "#0072b2", "#d55e00", "#b8a200"];
const colorOf = (index: number): string => COLORS[index % COLORS.length] ?? "#000";

function renderPrice(result: SimulationResult, price: PriceResult, index: number): string {
  return `<section>
<h2>Prices: ${escapeHtml(price.prices)}</h2>
${renderHtmlTable(price.policies)}
${renderLegend(price.policies)}
<div class="plots">
<figure>${plotFront(price.policies)}<figcaption>Bill and tokens sent, relative to sending everything: lower left is better.</figcaption></figure>
<figure>${plotSessions(result, price.policies, index)}<figcaption>Each session's bill relative to sending everything, from the best to the worst session of each policy.</figcaption></figure>
</div>
</section>`;
}

function renderHtmlTable(policies: readonly PolicySummary[]): string {
  const columns = columnsFor(policies);
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column.head)}</th>`).join("");
  const rows = policies.map(
    (policy) => `<tr>${columns.map(({ of }) => `<td>${escapeHtml(of(policy))}</td>`).join("")}</tr>`,
  );
  const table = `<table><thead><tr>${head}</tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table>`;
  // On a narrow page it scrolls in a box of its own, also by keyboard.
  return `<div class="scroll" role="region" aria-label="Policies" tabindex="0">${table}</div>`;
}

/** The colours of both plots. */
function renderLegend(policies: readonly PolicySummary[]): string {
  const items = policies.map(
    ({ name }, index) => `<li><span class="key" style="background:${colorOf(index)}"></span>${escapeHtml(name)}</li>`,
  );
  return `<ul class="legend">${items.join("")}</ul>`;
}

const WIDTH = 460;
const HEIGHT = 300;
const MARGIN = { left: 46, right: 14, top: 12, bottom: 34 };

/** Maps values to places in a plot. */
interface Scale {
  /** Of the whole plot. */
  height: number;
  x: (value: number) => number;
  y: (value: number) => number;
}

function scaleOf(maxX: number, maxY: number, outerHeight = HEIGHT): Scale {
  const [width, height] = [WIDTH - MARGIN.left - MARGIN.right, outerHeight - MARGIN.top - MARGIN.bottom];
  return {
    height: outerHeight,
    x: (value) => MARGIN.left + (width * value) / maxX,
    y: (value) => MARGIN.top + height * (1 - Math.min(value, maxY) / maxY),
  };
}

function frame(scale: Scale, maxX: number, maxY: number, labels: { x: string; y: string }, content: string): string {
  const lines = ticks(maxY).map(
    (value) =>
      `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${at(scale.y(value))}" y2="${at(scale.y(value))}" stroke="#8884" stroke-width="${value === 1 ? 1.5 : 0.5}"/>` +
      `<text x="${MARGIN.left - 6}" y="${at(scale.y(value) + 4)}" text-anchor="end">${short(value)}</text>`,
  );
  const below = ticks(maxX).map(
    (value) =>
      `<text x="${at(scale.x(value))}" y="${scale.height - MARGIN.bottom + 14}" text-anchor="middle">${short(value)}</text>`,
  );
  return `<svg viewBox="0 0 ${WIDTH} ${scale.height}" role="img" aria-label="${escapeHtml(`${labels.y} over ${labels.x}`)}">
${lines.join("\n")}
${below.join("\n")}
<text x="${WIDTH - MARGIN.right}" y="${scale.height - 4}" text-anchor="end">${escapeHtml(labels.x)}</text>
<text x="4" y="${MARGIN.top}">${escapeHtml(labels.y)}</text>
${content}
</svg>`;
}

/** One point per policy. */
function plotFront(policies: readonly PolicySummary[]): string {
  const maxX = Math.max(1.1, ...policies.map(({ tokenRatio }) => tokenRatio));
  const maxY = Math.max(1.2, ...policies.map(({ bill }) => bill * 1.05));
  const rows = LINE_PX * policies.length + 2 * LINE_PX;
  const scale = scaleOf(maxX, maxY, Math.max(HEIGHT, MARGIN.top + rows + MARGIN.bottom));
  const heights = spread(
    policies.map(({ bill }) => scale.y(bill) + 4),
    MARGIN.top + LINE_PX,
    scale.height - MARGIN.bottom - 4,
  );
  const points = policies.map(({ name, bill, tokenRatio }, index) => {
    const [x, y, nameY] = [scale.x(tokenRatio), scale.y(bill), heights[index] as number];
    return `${pointer(x, y, nameY - 4)}<circle cx="${at(x)}" cy="${at(y)}" r="4.5" fill="${colorOf(index)}"/>${label(name, x, nameY)}`;
  });
  return frame(scale, maxX, maxY, { x: "tokens", y: "bill" }, points.join("\n"));
}

/** A line to the point from a name that had to make room. */
function pointer(x: number, y: number, nameY: number): string {
  const toX = x > WIDTH / 2 ? x - 7 : x + 7;
  return Math.abs(nameY - y) < 4
    ? ""
    : `<line x1="${at(x)}" y1="${at(y)}" x2="${at(toX)}" y2="${at(nameY)}" stroke="#888a" stroke-width="0.7"/>`;
}

/** A point's name, on the side where there is more room, and shortened to it. */
function label(name: string, x: number, y: number): string {
  const isRight = x > WIDTH / 2;
  const room = isRight ? x - 8 - MARGIN.left : WIDTH - x - 8;
  const text = escapeHtml(fitText(name, room));
  return `<text class="name" x="${at(isRight ? x - 8 : x + 8)}" y="${at(y)}" text-anchor="${isRight ? "end" : "start"}">${text}</text>`;
}

/** One rising line per policy. Values above 3 are drawn at 3. */
function plotSessions({ sessions }: SimulationResult, policies: readonly PolicySummary[], price: number): string {
  const ratios = policies.map((_, policy) =>
    sessions
      .map(({ bills }) => (bills[price]?.[policy]?.cost ?? 0) / (bills[price]?.[0]?.cost || 1))
      .sort((a, b) => a - b),
  );
  const maxY = Math.min(3, Math.max(1.2, ...ratios.flatMap((list) => list.slice(-1))));
  const scale = scaleOf(1, maxY);
  const curves = ratios.map((list, index) => {
    // One session's curve would be a point, which is not drawn.
    const shares = list.length === 1 ? [0, 1] : list.map((_, rank) => (rank + 0.5) / list.length);
    const points = shares.map((share, rank) => `${at(scale.x(share))},${at(scale.y(list[rank] ?? list[0] ?? 0))}`);
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${colorOf(index)}" stroke-width="1.8"/>`;
  });
  return frame(scale, 1, maxY, { x: "share of the sessions", y: "bill" }, curves.join("\n"));
}

/** Round numbers from 0 up to a largest one. */
function ticks(max: number): number[] {
  const step = max > 4 ? 1 : max > 1.6 ? 0.5 : 0.2;
  return Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, index) => index * step);
}

const at = (value: number): string => value.toFixed(1);
const short = (value: number): string => String(Number(value.toFixed(2)));

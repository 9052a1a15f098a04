// One page that needs nothing else: the plot of bill against grounding, and the tables under it.
import type { Tuned, TunedPolicy } from "../../../simulate/index.js";
import { escapeHtml } from "../../shared/html.js";
import { htmlPage } from "../../shared/html-page.js";
import { pageTable } from "../../shared/page-table.js";
import { HEADS, LEGEND, rowOf, searchedOf, verdictOf } from "./text.js";

/** The result as an HTML page. */
export function renderTunePage(tuned: Tuned): string {
  const known = [tuned.default, ...tuned.presets, tuned.best];
  const settings = tuned.settings.map(({ name, about, value, preset }) => [
    `${escapeHtml(name)}<small>${escapeHtml(about)}</small>`,
    escapeHtml(value),
    escapeHtml(preset),
  ]);
  const content = `<h1>${escapeHtml(verdictOf(tuned))}</h1>
<p>${escapeHtml(searchedOf(tuned))}</p>
<section><h2>Bill against grounding</h2>${plot(known, tuned.front)}
<p class="note">On the sessions that the search saw. Right and down is better: more of what calls name, for less money. Line: policies that no other beats.</p></section>
<section><h2>Known policies, and the tuned one</h2>${pageTable(HEADS, known.map(cells), "Known policies")}</section>
<section><h2>Those that no other beats</h2>${pageTable(HEADS, tuned.front.map(cells), "Front")}<p class="note">${escapeHtml(LEGEND)}</p></section>
<section><h2>The tuned policy</h2>${pageTable(["setting", "tuned", tuned.nearest.preset], settings, "Settings")}</section>`;
  return htmlPage("A policy for your sessions", content, PLOT_STYLE);
}

const PLOT_STYLE = `
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; fill: var(--text); }
svg .dim { fill: var(--dim); } svg line { stroke: var(--line); } svg .front { fill: none; stroke: var(--c0); stroke-width: 1.5; }
svg .of0 { fill: var(--c0); } svg .of1 { fill: var(--c1); } svg .of2 { fill: var(--c2); }`;

const cells = (policy: TunedPolicy): string[] => rowOf(policy).map((cell) => escapeHtml(String(cell)));

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [640, 320, 56, 44, 16, 16];
const LABEL_PX = 14;

/** Grounding from left to right, the bill upwards. */
function plot(known: readonly TunedPolicy[], front: readonly TunedPolicy[]): string {
  const all = [...known, ...front].map(({ seen }) => seen);
  const x = scale(
    all.map(({ grounding }) => grounding),
    LEFT,
    WIDTH - RIGHT,
  );
  const y = scale(
    all.map(({ bill }) => bill),
    HEIGHT - BOTTOM,
    TOP + LABEL_PX,
  );
  const line = front.map(({ seen }) => `${at(x.of(seen.grounding))},${at(y.of(seen.bill))}`).join(" ");
  const grid = [
    ...y.ticks.map(
      (value) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at(y.of(value))}" y2="${at(y.of(value))}"/><text class="dim" x="${LEFT - 8}" y="${at(y.of(value) + 4)}" text-anchor="end">${value.toFixed(2)}</text>`,
    ),
    ...x.ticks.map(
      (value) =>
        `<text class="dim" x="${at(x.of(value))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${value.toFixed(2)}</text>`,
    ),
  ];
  const dots = front.map(
    ({ seen }) => `<circle class="of0" cx="${at(x.of(seen.grounding))}" cy="${at(y.of(seen.bill))}" r="3"/>`,
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="bill over grounding">
${grid.join("\n")}
<polyline class="front" points="${line}"/>
${dots.join("\n")}
${labels(known, x.of, y.of).join("\n")}
<text class="dim" x="${WIDTH - RIGHT}" y="${HEIGHT - 6}" text-anchor="end">grounding</text>
<text class="dim" x="4" y="${TOP}">input bill</text>
</svg>`;
}

/** Points with names; a name moves down until it lies on no other. */
function labels(known: readonly TunedPolicy[], x: (value: number) => number, y: (value: number) => number): string[] {
  const placed: { left: number; right: number; y: number }[] = [];
  return known.map(({ name, seen }, index) => {
    const [px, py] = [x(seen.grounding), y(seen.bill)];
    const width = 7 * name.length;
    const isRight = px + 10 + width > WIDTH;
    const left = isRight ? px - 9 - width : px + 9;
    const free = (height: number) =>
      !placed.some((one) => one.left < left + width && left < one.right && Math.abs(one.y - height) < LABEL_PX);
    let height = py + 4;
    for (let step = 1; !free(height) && step < 20; step++)
      height = py + 4 + (step % 2 === 0 ? -1 : 1) * Math.ceil(step / 2) * LABEL_PX;
    placed.push({ left, right: left + width, y: height });
    const kind = index === 0 ? 1 : index === known.length - 1 ? 2 : 0;
    return `<circle class="of${kind}" cx="${at(px)}" cy="${at(py)}" r="5"/><text x="${at(isRight ? px - 9 : px + 9)}" y="${at(height)}" text-anchor="${isRight ? "end" : "start"}">${escapeHtml(name)}</text>`;
  });
}

/** A scale with round ticks around the values. */
function scale(
  values: readonly number[],
  from: number,
  to: number,
): { of: (value: number) => number; ticks: number[] } {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = high - low > 0.5 ? 0.2 : high - low > 0.2 ? 0.1 : 0.05;
  const [least, most] = [Math.floor(low / step) * step, Math.ceil(high / step + 1e-9) * step];
  const span = most - least || step;
  return {
    of: (value) => from + ((value - least) / span) * (to - from),
    ticks: Array.from({ length: Math.round(span / step) + 1 }, (_, index) => least + index * step),
  };
}

const at = (value: number): string => value.toFixed(1);

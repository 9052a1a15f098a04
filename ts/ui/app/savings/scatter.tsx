import { percent } from "../text/format.js";
import { visibleLine } from "../text/visible.js";

const BOX = { width: 640, height: 270, left: 56, right: 20, top: 26, bottom: 40 };

/** A policy in the plot. */
export interface ScatterPoint {
  name: string;
  /** The input bill over that of sending everything. */
  ratio: number;
  /** Share of what calls name that is still in the request; points without are left out. */
  grounding?: number;
  isChosen: boolean;
}

type KnownPoint = ScatterPoint & { grounding: number };
const isKnown = (point: ScatterPoint): point is KnownPoint => point.grounding !== undefined;

/**
 * Points of a plot without a library: they have names, and may be few.
 *
 * @param front Policies that no other beats in both, as a line.
 */
export function Scatter({ points, front = [] }: { points: readonly ScatterPoint[]; front?: readonly ScatterPoint[] }) {
  const known = points.filter(isKnown);
  const all = [...known, ...front.filter(isKnown)];
  if (known.length === 0) return <p class="dim">What calls still find is not known of any policy.</p>;
  const ratios = all.map(({ ratio }) => ratio);
  const grounds = all.map(({ grounding }) => grounding);
  const [left, right] = [Math.min(0.4, ...ratios), Math.max(1.05, ...ratios)];
  const low = Math.max(0, Math.min(0.6, ...grounds) - 0.05);
  const x = (ratio: number) => BOX.left + ((ratio - left) / (right - left)) * (BOX.width - BOX.left - BOX.right);
  const y = (grounding: number) => BOX.top + ((1 - grounding) / (1 - low)) * (BOX.height - BOX.top - BOX.bottom);
  const chosen = known.find(({ isChosen }) => isChosen);
  return (
    <svg
      class="scatter"
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      role="img"
      aria-label={`${known.length} policies by their bill and what calls still find${chosen === undefined ? "" : `; recommended: ${visibleLine(chosen.name, 60)}, ${chosen.ratio.toFixed(2)} times the bill, ${percent(chosen.grounding)} found`}.`}
    >
      {ticks(left, right).map((value) => (
        <g key={value}>
          <line x1={x(value)} x2={x(value)} y1={BOX.top} y2={BOX.height - BOX.bottom} />
          <text x={x(value)} y={BOX.height - BOX.bottom + 16} text-anchor="middle">
            {value.toFixed(1)} ×
          </text>
        </g>
      ))}
      {ticks(low, 1).map((value) => (
        <g key={value}>
          <line x1={BOX.left} x2={BOX.width - BOX.right} y1={y(value)} y2={y(value)} />
          <text x={BOX.left - 8} y={y(value) + 4} text-anchor="end">
            {percent(value)}
          </text>
        </g>
      ))}
      <text x={BOX.width / 2} y={BOX.height - 6} text-anchor="middle">
        input bill, relative to sending everything
      </text>
      {front.length > 0 && (
        <polyline
          class="front"
          points={front
            .filter(isKnown)
            .map(({ ratio, grounding }) => `${x(ratio)},${y(grounding)}`)
            .join(" ")}
        />
      )}
      {placed(known.map((policy) => ({ policy, x: x(policy.ratio), y: y(policy.grounding) }))).map(
        ({ policy: { name, isChosen }, ...at }) => (
          <g key={name} class={isChosen ? "point chosen" : "point"}>
            <circle cx={at.x} cy={at.y} r={isChosen ? 7 : 4.5} />
            <text x={at.textX} y={at.textY} text-anchor={at.isLeft ? "end" : "start"}>
              {visibleLine(name, LABEL_CHARS)}
            </text>
          </g>
        ),
      )}
    </svg>
  );
}

interface Point {
  policy: ScatterPoint;
  x: number;
  y: number;
}

const LABEL_CHARS = 26;
const CHAR_PX = 6.2;
const LINE_PX = 13;

/** Points with the places of their names: beside the point, above or below, where no other name is. */
function placed(points: readonly Point[]) {
  const taken: { from: number; to: number; y: number }[] = [];
  return points.map((point) => {
    const { policy, x, y } = point;
    const isLeft = x > BOX.width / 2;
    const textX = x + (isLeft ? -10 : 10);
    const width = Math.min(policy.name.length, LABEL_CHARS) * CHAR_PX;
    const [from, to] = isLeft ? [textX - width, textX] : [textX, textX + width];
    const isFree = (at: number) =>
      taken.every((other) => other.to < from || other.from > to || Math.abs(other.y - at) >= LINE_PX);
    const textY = [y - 8, y + 16, y + 4, y - 8 - LINE_PX, y + 16 + LINE_PX].find(isFree) ?? y - 8;
    taken.push({ from, to, y: textY });
    return { ...point, isLeft, textX, textY };
  });
}

function ticks(from: number, to: number): number[] {
  const step = to - from > 1.2 ? 0.5 : to - from > 0.5 ? 0.2 : 0.1;
  const found: number[] = [];
  for (let value = Math.ceil(from / step) * step; value <= to + 1e-9; value += step)
    found.push(Number(value.toFixed(3)));
  return found;
}

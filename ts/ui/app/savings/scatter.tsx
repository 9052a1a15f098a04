import { useWidth } from "../state/use-width.js";
import { percent } from "../text/format.js";
import { visibleLine } from "../text/visible.js";
import { placeLabels } from "./label-places.js";

const EDGES = { left: 50, right: 14, top: 22, bottom: 42 };
/** Before its width is known, and at least. */
const LEAST_WIDTH_PX = 240;
const NAME_CHARS = 26;

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

interface ScatterProps {
  points: readonly ScatterPoint[];
  /** Policies that no other beats in both, as a line. */
  front?: readonly ScatterPoint[];
}

/** Points of a plot without a library: they have names, and may be few. It is as wide as its place. */
export function Scatter({ points, front = [] }: ScatterProps) {
  const { box, width } = useWidth<HTMLDivElement>();
  const known = points.filter(isKnown);
  if (known.length === 0) return <p class="dim">What calls still find is not known of any policy.</p>;
  return (
    <div ref={box} class="scatter-box">
      {width !== undefined && (
        <Drawing known={known} front={front.filter(isKnown)} width={Math.max(LEAST_WIDTH_PX, width)} />
      )}
    </div>
  );
}

function Drawing({
  known,
  front,
  width,
}: {
  known: readonly KnownPoint[];
  front: readonly KnownPoint[];
  width: number;
}) {
  const height = Math.round(Math.min(400, Math.max(230, width * 0.4)));
  const { x, y, left, right, low } = scalesOf([...known, ...front], width, height);
  const chosen = known.find(({ isChosen }) => isChosen);
  const line = front.map(({ ratio, grounding }) => `${x(ratio)},${y(grounding)}`).join(" ");
  return (
    <svg
      class="scatter"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${known.length} policies by their bill and what calls still find${chosen === undefined ? "" : `; recommended: ${visibleLine(chosen.name, 60)}, ${chosen.ratio.toFixed(2)} times the bill, ${percent(chosen.grounding)} found`}.`}
    >
      {ticks(left, right, width / 56).map((value) => (
        <g key={value}>
          <line x1={x(value)} x2={x(value)} y1={EDGES.top} y2={height - EDGES.bottom} />
          <text x={x(value)} y={height - EDGES.bottom + 16} text-anchor="middle">
            {value.toFixed(1)} ×
          </text>
        </g>
      ))}
      {ticks(low, 1, height / 40).map((value) => (
        <g key={value}>
          <line x1={EDGES.left} x2={width - EDGES.right} y1={y(value)} y2={y(value)} />
          <text x={EDGES.left - 8} y={y(value) + 4} text-anchor="end">
            {percent(value)}
          </text>
        </g>
      ))}
      <text x={width / 2} y={height - 8} text-anchor="middle">
        input bill, relative to sending everything
      </text>
      {front.length > 0 && <polyline class="front" points={line} />}
      <Points known={known} x={x} y={y} width={width} height={height} />
    </svg>
  );
}

interface PointsProps {
  known: readonly KnownPoint[];
  x(ratio: number): number;
  y(grounding: number): number;
  width: number;
  height: number;
}

/** The chosen point's name has the first choice of a place. */
function Points({ known, x, y, width, height }: PointsProps) {
  const points = [...known]
    .sort((a, b) => Number(b.isChosen) - Number(a.isChosen))
    .map((policy) => ({
      ...{ key: policy.name, name: visibleLine(policy.name, NAME_CHARS), isChosen: policy.isChosen },
      ...{ x: x(policy.ratio), y: y(policy.grounding) },
    }));
  const places = placeLabels(points, { width, height: height - EDGES.bottom });
  const drawn = points.map(({ key, name, isChosen, ...at }, index) => {
    const label = places[index];
    return (
      <g key={key} class={isChosen ? "point chosen" : "point"}>
        <circle cx={at.x} cy={at.y} r={isChosen ? 7 : 4.5} />
        {label !== undefined && (
          <text x={label.x} y={label.y} text-anchor={label.anchor}>
            {name}
          </text>
        )}
      </g>
    );
  });
  // What is drawn last lies on top.
  return <>{drawn.reverse()}</>;
}

function scalesOf(all: readonly KnownPoint[], width: number, height: number) {
  const ratios = all.map(({ ratio }) => ratio);
  const [left, right] = [Math.min(0.4, ...ratios), Math.max(1.05, ...ratios)];
  const low = Math.max(0, Math.min(0.6, ...all.map(({ grounding }) => grounding)) - 0.05);
  const across = width - EDGES.left - EDGES.right;
  const down = height - EDGES.top - EDGES.bottom;
  const x = (ratio: number) => EDGES.left + ((ratio - left) / (right - left)) * across;
  const y = (grounding: number) => EDGES.top + ((1 - grounding) / (1 - low)) * down;
  return { x, y, left, right, low };
}

/** Values between two, at most so many. */
function ticks(from: number, to: number, most: number): number[] {
  const step = [0.1, 0.2, 0.5, 1, 2, 5].find((one) => (to - from) / one <= most) ?? 10;
  const found: number[] = [];
  for (let value = Math.ceil(from / step - 1e-9) * step; value <= to + 1e-9; value += step)
    found.push(Number(value.toFixed(3)));
  return found;
}

import { useState } from "preact/hooks";
import type { PolicyPoint, SaveAnswer, SaveRequest } from "../../api.js";
import { DataTable } from "../parts/data-table.js";
import { SafeText } from "../parts/safe-text.js";
import { ask, toFailure } from "../state/ask.js";
import { go } from "../state/route.js";
import { say } from "../state/say.js";
import { money, percent, whole } from "../text/format.js";
import { visibleLine } from "../text/visible.js";

/** The bill of each policy against what calls still find, with the chosen point. */
export function Policies({ policies }: { policies: readonly PolicyPoint[] }) {
  return (
    <section class="card" aria-label="Policies">
      <h2>The bill against what calls still find</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a plot that is wider than the page scrolls by keyboard, too */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be a landmark */}
      <div class="scroll" tabIndex={0} role="group" aria-label="Plot of the policies">
        <Scatter policies={policies} />
      </div>
      <DataTable
        caption="Policies"
        rows={policies}
        keyOf={({ name }) => name}
        columns={[
          {
            title: "Policy",
            cell: ({ name, about, isChosen }) => (
              <span title={visibleLine(about)}>
                <SafeText text={name} most={80} /> {isChosen && <b class="badge good">recommended</b>}
              </span>
            ),
            by: ({ name }) => name,
          },
          {
            title: "Input bill",
            cell: ({ ratio }) => `${ratio.toFixed(2)} ×`,
            by: ({ ratio }) => ratio,
            isNumber: true,
          },
          {
            title: "Saved",
            cell: ({ saved }) => <span class={saved < 0 ? "bad" : ""}>{money(saved)}</span>,
            by: ({ saved }) => saved,
            isNumber: true,
          },
          {
            title: "Still found",
            cell: ({ grounding }) => percent(grounding, 1),
            by: ({ grounding }) => grounding ?? -1,
            isNumber: true,
          },
          {
            title: "Sessions made dearer",
            cell: ({ dearer }) => whole(dearer),
            by: ({ dearer }) => dearer,
            isNumber: true,
          },
          { title: "In use", cell: (policy) => <Use policy={policy} /> },
        ]}
      />
    </section>
  );
}

/** Saves a policy's settings for all of this machine. */
function Use({ policy: { name, changes } }: { policy: PolicyPoint }) {
  const [isBusy, setBusy] = useState(false);
  if (changes === undefined) return null;
  const use = async () => {
    setBusy(true);
    try {
      const body: SaveRequest = { scope: "global", changes };
      const { lines } = await ask<SaveAnswer>("settings", { body });
      say(lines.length === 0 ? "It was in use already." : `In use: ${lines.join("; ")}`, {
        action: { label: "Settings", run: () => go("settings") },
      });
    } catch (error) {
      say(toFailure(error).message, { isError: true });
    }
    setBusy(false);
  };
  return (
    <button type="button" disabled={isBusy} onClick={use} aria-label={`Use ${visibleLine(name, 60)}`}>
      Use
    </button>
  );
}

const BOX = { width: 640, height: 270, left: 56, right: 20, top: 26, bottom: 40 };

/** Points of a plot without a library: they have names, and may be few. */
function Scatter({ policies }: { policies: readonly PolicyPoint[] }) {
  const known = policies.filter(
    (policy): policy is PolicyPoint & { grounding: number } => policy.grounding !== undefined,
  );
  if (known.length === 0) return <p class="dim">What calls still find is not known of any policy.</p>;
  const ratios = known.map(({ ratio }) => ratio);
  const grounds = known.map(({ grounding }) => grounding);
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
  policy: PolicyPoint;
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

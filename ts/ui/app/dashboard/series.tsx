import { useMemo } from "preact/hooks";
import type { AlignedData } from "uplot";
import type { DashboardAnswer } from "../../api.js";
import { DataTable, savedMoney } from "../parts/data-table.js";
import { Plot, type PlotSeries } from "../parts/plot.js";
import { moment, money, percent, short, whole } from "../text/format.js";

type Point = DashboardAnswer["series"]["points"][number];

/** The bill, tokens and cache hits over time. */
export function Series({ data }: { data: DashboardAnswer }) {
  const { points } = data.series;
  const plots = useMemo(() => plotsOf(points), [points]);
  const last = points.at(-1);
  return (
    <section aria-label="Over time" class="plots">
      {plots.map(({ title, series, data: values, label, most }) => (
        <figure key={title} class="card">
          <figcaption>{title}</figcaption>
          <Plot label={label} series={series} data={values} x="time" {...(most === undefined ? {} : { most })} />
        </figure>
      ))}
      <details class="card wide">
        <summary>The same as a table ({whole(points.length)} steps)</summary>
        {last !== undefined && <PointTable points={points} />}
      </details>
    </section>
  );
}

function PointTable({ points }: { points: readonly Point[] }) {
  return (
    <DataTable
      caption="Sums over time"
      rows={points.filter(({ requests }) => requests > 0)}
      keyOf={({ at }) => String(at)}
      columns={[
        { title: "From", cell: ({ at }) => moment(at), by: ({ at }) => at },
        { title: "Requests", number: ({ requests }) => requests },
        { title: "Bill", number: ({ cost }) => cost, show: money },
        { title: "Without", number: ({ costWithout }) => costWithout, show: money },
        { title: "Saved", number: ({ saved }) => saved, show: savedMoney },
        { title: "Cache hits", number: ({ hitRate }) => hitRate, show: percent },
      ]}
    />
  );
}

interface TimePlot {
  title: string;
  label: string;
  series: PlotSeries[];
  data: AlignedData;
  most?: number;
}

function plotsOf(points: readonly Point[]): TimePlot[] {
  const times = points.map(({ at }) => at / 1000);
  const column = (value: (point: Point) => number | undefined) => points.map((point) => value(point) ?? null);
  const running = (value: (point: Point) => number | undefined) => {
    let sum = 0;
    return points.map((point) => {
      sum += value(point) ?? 0;
      return sum;
    });
  };
  const [cost, other] = [running(({ costWith }) => costWith), running(({ costWithout }) => costWithout)];
  // A login has no bill.
  const hasBill = points.some(({ requests, cost }) => requests > 0 && cost !== undefined);
  const bill: TimePlot[] = [
    {
      title: "Bill, added up",
      label: `The bill over time: with Tamis ${money(cost.at(-1))}, without Tamis ${money(other.at(-1))}.`,
      series: [
        { label: "with Tamis", colour: "--accent", value: money, isFilled: true },
        { label: "without", colour: "--dim", dash: [5, 4], value: money },
      ],
      data: [times, cost, other],
    },
  ];
  return [
    ...(hasBill ? bill : []),
    {
      title: "Tokens",
      label: "Estimated tokens of requests over time, as they came and as they were sent.",
      series: [
        { label: "as sent", colour: "--accent", value: short, isFilled: true },
        { label: "as they came", colour: "--dim", dash: [5, 4], value: short },
      ],
      data: [times, column(({ tokensAfter }) => tokensAfter), column(({ tokensBefore }) => tokensBefore)],
    },
    {
      title: "Cache hits, moves",
      most: 1,
      label: "The share of input read from the provider's cache over time, and moves.",
      series: [
        { label: "cache hits", colour: "--cached", value: (value) => percent(value) },
        { label: "steps with a move", colour: "--warn", points: 7, value: (value) => percent(value) },
      ],
      data: [
        times,
        column(({ hitRate }) => hitRate),
        column(({ moves, hitRate }) => (moves > 0 ? (hitRate ?? 0) : undefined)),
      ],
    },
  ];
}

import { useEffect, useRef } from "preact/hooks";
import type { AlignedData, Options } from "uplot";
import { colourOf, colours, theme } from "../state/theme.js";

/** One line of a plot. */
export interface PlotSeries {
  label: string;
  /** Its colour, a custom property. */
  colour: string;
  /** Dashes, so that lines differ without colour. */
  dash?: number[];
  /** Only points are drawn, as large as this. */
  points?: number;
  /** How a value is written. */
  value: (value: number) => string;
  isFilled?: boolean;
}

/** A plot: `data` is x and then each series' y. */
export interface PlotProps {
  /** For screen readers: what it shows, with its main numbers. */
  label: string;
  data: AlignedData;
  series: readonly PlotSeries[];
  /** x is seconds since 1970, or a number that this writes. */
  x: "time" | ((value: number) => string);
  heightPx?: number;
  /** The most that y can be, where there is a most; else the data decide. */
  most?: number;
}

/** Draws with uPlot, which is loaded with the first plot. */
export function Plot(props: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const paint = `${colours.value} ${theme.value}`;
  const { label, data, heightPx = 180 } = props;
  // `paint` changes with the colours; functions are as the data are
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let end: (() => void) | undefined;
    let isGone = false;
    import("uplot").then(({ default: UPlot }) => {
      if (isGone) return;
      const plot = new UPlot(optionsOf(props, element.clientWidth, heightPx), data, element);
      const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: heightPx }));
      observer.observe(element);
      end = () => {
        observer.disconnect();
        plot.destroy();
      };
    });
    return () => {
      isGone = true;
      end?.();
    };
  }, [data, paint, heightPx]);
  return <div ref={box} class="plot" role="img" aria-label={label} style={{ minHeight: `${heightPx + 28}px` }} />;
}

function optionsOf({ series, x, most }: PlotProps, width: number, height: number): Options {
  const line = colourOf("--line");
  const text = colourOf("--dim");
  const axis = {
    stroke: text,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
    font: "11px system-ui",
  };
  const first = series[0];
  return {
    width,
    height,
    legend: { live: true },
    cursor: { points: { size: 6 }, drag: { x: false, y: false } },
    scales: { x: { time: x === "time" }, ...(most === undefined ? {} : { y: { range: [0, most] } }) },
    axes: [
      x === "time" ? axis : { ...axis, values: (_, values) => values.map((value) => x(value)) },
      {
        ...axis,
        size: 62,
        values: (_, values) => values.map((value) => (value == null ? "" : (first?.value(value) ?? ""))),
      },
    ],
    series: [
      x === "time" ? {} : { label: "", value: (_, value) => (value == null ? "–" : x(value)) },
      ...series.map(({ label, colour, dash, points, value, isFilled }) => {
        const stroke = colourOf(colour);
        return {
          label,
          stroke,
          width: points === undefined ? 1.75 : 0,
          ...(dash === undefined ? {} : { dash }),
          ...(isFilled ? { fill: faint(stroke) } : {}),
          points: points === undefined ? { show: false } : { show: true, size: points, fill: stroke, stroke, width: 1 },
          value: (_: unknown, at: number | null) => (at == null ? "–" : value(at)),
        };
      }),
    ],
  };
}

/** The colour, nearly transparent. */
function faint(colour: string): string {
  const [red = "0", green = "0", blue = "0"] = colour.match(/[\d.]+/g) ?? [];
  return `rgba(${red}, ${green}, ${blue}, 0.13)`;
}

import type { Metric, Registry } from "prom-client";

/** What was observed of one value of the label. */
interface Series {
  /** Observations of each bucket, the endless one last. */
  counts: number[];
  sum: number;
  count: number;
}

/**
 * A histogram of Prometheus that is written when it is read. Prometheus's own one checks the labels of each observation and
 * keeps buckets by the text of their end, which costs a small request more than all of its counters.
 */
export class QuickHistogram {
  readonly #series = new Map<string, Series>();

  /** @param bounds Upper ends of the buckets, ascending; there is one more without an end. */
  constructor(
    registry: Registry,
    private readonly name: string,
    private readonly help: string,
    private readonly labelName: string,
    private readonly bounds: readonly number[],
  ) {
    const metric = { name, help, type: "histogram", aggregator: "sum", get: async () => this.#shown() };
    registry.registerMetric(metric as unknown as Metric);
  }

  /** @param label Value of the label. @param value What is no finite number is not counted. */
  observe(label: string, value: number): void {
    if (!Number.isFinite(value)) return;
    const { bounds } = this;
    let series = this.#series.get(label);
    if (series === undefined) {
      series = { counts: new Array(bounds.length + 1).fill(0), sum: 0, count: 0 };
      this.#series.set(label, series);
    }
    let at = 0;
    while (at < bounds.length && value > (bounds[at] as number)) at++;
    series.counts[at] = (series.counts[at] as number) + 1;
    series.sum += value;
    series.count++;
  }

  #shown() {
    const { name, help, labelName, bounds } = this;
    const values = [...this.#series].flatMap(([label, { counts, sum, count }]) => {
      const labels = { [labelName]: label };
      let below = 0;
      const buckets = counts.map((here, at) => {
        below += here;
        return { metricName: `${name}_bucket`, labels: { le: bounds[at] ?? "+Inf", ...labels }, value: below };
      });
      const sums = { sum, count };
      const rest = Object.entries(sums).map(([what, value]) => ({ metricName: `${name}_${what}`, labels, value }));
      return [...buckets, ...rest];
    });
    return { name, help, type: "histogram", aggregator: "sum", values };
  }
}

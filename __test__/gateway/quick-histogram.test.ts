import Histogram from "prom-client/lib/histogram.js";
import Registry from "prom-client/lib/registry.js";
import { describe, expect, it } from "vitest";
import { QuickHistogram } from "../../ts/gateway/account/quick-histogram.js";

const bounds = [0.001, 0.01, 1, 30];
const histogramIn = (registry: Registry) => new QuickHistogram(registry, "wait_seconds", "Waits", "wire", bounds);

describe("a histogram that is written when it is read", () => {
  it("is written as Prometheus's own client writes it, each time it is read", async () => {
    const [quick, own] = [new Registry(), new Registry()];
    const one = histogramIn(quick);
    const other = new Histogram({
      name: "wait_seconds",
      help: "Waits",
      labelNames: ["wire"],
      buckets: bounds,
      registers: [own],
    });
    expect(await quick.metrics()).toBe(await own.metrics());
    const values = [0, 0.001, 0.0011, 0.5, 1, 29.5, 30, 31, 1e6, -1];
    for (const [at, value] of values.entries()) {
      const wire = at % 3 === 0 ? "gemini" : "anthropic";
      one.observe(wire, value);
      other.observe({ wire }, value);
      expect(await quick.metrics()).toBe(await own.metrics());
    }
    expect(await quick.getMetricsAsJSON()).toHaveLength(1);
  });

  it("does not count what is no finite number", async () => {
    const registry = new Registry();
    const histogram = histogramIn(registry);
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) histogram.observe("gemini", value);
    expect(await registry.metrics()).not.toContain("wait_seconds_count");
  });
});

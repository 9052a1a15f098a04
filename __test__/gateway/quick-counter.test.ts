import Registry from "prom-client/lib/registry.js";
import { describe, expect, it } from "vitest";
import { QuickCounter } from "../../ts/gateway/account/quick-counter.js";

describe("a counter that is brought up to date when it is read", () => {
  it("has the sums of all labels, each time it is read", async () => {
    const registry = new Registry();
    const counter = new QuickCounter(registry, "things_total", "Things", ["kind", "way"]);
    counter.add(["a", "x"]);
    counter.add(["a", "x"], 2);
    counter.add(["b", "x"], 0.5);
    expect(await registry.metrics()).toContain('things_total{kind="a",way="x"} 3\nthings_total{kind="b",way="x"} 0.5');
    counter.add(["a", "x"]);
    expect(await registry.metrics()).toContain('things_total{kind="a",way="x"} 4\nthings_total{kind="b",way="x"} 0.5');
    expect(await registry.metrics()).toContain('things_total{kind="a",way="x"} 4');
  });

  it("without labels is there from the start, and only grows", async () => {
    const registry = new Registry();
    const counter = new QuickCounter(registry, "things_total", "Things", []);
    expect(await registry.metrics()).toContain("things_total 0");
    for (const amount of [1, -5, Number.NaN, Number.POSITIVE_INFINITY]) counter.add([], amount);
    expect(await registry.metrics()).toContain("things_total 1");
  });
});

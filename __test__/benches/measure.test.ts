import { describe, expect, it } from "vitest";
import { compare, percentiles, quantile } from "../../benches/measure.js";
import { parseOptions } from "../../benches/options.js";
import { isMet, renderTargets, significant, type Target } from "../../benches/part.js";

describe("percentiles", () => {
  it("computes nearest ranks, and the middle of two for an even median", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentiles(hundred)).toEqual({ min: 1, p50: 50.5, p95: 95, p99: 99, calls: 100 });
    expect(quantile([1, 2, 9], 0.5)).toBe(2);
    expect(quantile([7], 0.99)).toBe(7);
  });
});

describe("compare", () => {
  it("alternates contestants, and gives each every body equally often", async () => {
    const seen: string[] = [];
    const runner = (name: string) => ({ name, run: (body: Uint8Array) => seen.push(`${name}${body.length}`) });
    const bodies = [new Uint8Array(1), new Uint8Array(2)];
    const { rounds } = await compare([runner("a"), runner("b")], bodies, { seconds: 1e-9, inARow: 2 });
    expect(rounds).toBe(5);
    const round = (first: string, second: string, size: number) =>
      [first, first, second, second].map((name) => `${name}${size}`);
    const expected = [0, 1, 2, 3, 4].flatMap((index) => (index % 2 === 0 ? round("a", "b", 1) : round("b", "a", 2)));
    expect(seen).toEqual([...expected, ...expected]);
  });
});

describe("targets", () => {
  const ratio: Target = { what: "speed", reached: 19.96, limit: 20, good: "at least", unit: "×" };

  it("judges targets by measured numbers, not by rounded ones", () => {
    expect(isMet(ratio)).toBe(false);
    expect(isMet({ ...ratio, good: "at most" })).toBe(true);
    expect(renderTargets([ratio])).toMatch(/MISSED +speed +20\.0 × +≥ 20 ×/);
  });

  it.each([
    [1234.5, "1235"],
    [123.45, "123"],
    [12.345, "12.3"],
    [0.012345, "0.012"],
    [0, "0.00"],
    [Number.NaN, "–"],
  ])("%d is shown as %s", (value, shown) => {
    expect(significant(value)).toBe(shown);
  });
});

describe("options", () => {
  it("runs all parts by default, with the shared recordings if they exist", () => {
    expect(parseOptions([], "/shared")).toMatchObject({
      only: [
        "size",
        "decision",
        "arrival",
        "arrival-growth",
        "scan",
        "growth",
        "memory",
        "startup",
        "into",
        "async",
        "adapters",
        "validate",
        "pipeline",
        "objects",
        "simulate",
        "kept",
        "bills",
        "savings",
        "tokens",
        "gateway",
        "session",
        "history",
      ],
      traces: "/shared/traces",
      wires: ["openai-chat", "openai-responses", "anthropic", "gemini"],
      seconds: 2,
    });
    expect(parseOptions(["--only", "memory,scan", "--quick"], undefined)).toMatchObject({
      only: ["scan", "memory"],
      traces: undefined,
      seconds: 0.3,
    });
  });

  it.each([
    [["--only", "sizes"], "unknown part sizes; parts: size, decision, arrival, arrival-growth, scan, growth, memory, "],
    [["--quick", "--record"], "a quick run is not worth keeping"],
    [["--wire", "xml"], "unknown wire xml; wires: openai-chat"],
    [["--seconds", "0"], "expected a number above 0"],
    [["--fast"], "--fast"],
  ])("%j is refused", (argv, message) => {
    expect(() => parseOptions(argv, undefined)).toThrow(message);
  });
});

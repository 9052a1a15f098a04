import { describe, expect, it } from "vitest";
import { lowest, medianSlope } from "../support/slope.mjs";

type Point = [x: number, y: number];

/** A saw as garbage collections make it, on a floor that rises by `perSecond`, with one burst. */
const saw = (perSecond: number): Point[] =>
  Array.from({ length: 480 }, (_, second) => [
    second,
    90e6 + perSecond * second + (second % 7) * 4e6 + (second % 3) * 1e6 + (second > 200 && second < 230 ? 60e6 : 0),
  ]);

describe("the slope of memory", () => {
  it("finds the slope of the floor, whatever noise is added", () => {
    expect(medianSlope(lowest(saw(0), 10))).toBeCloseTo(0, -4);
    expect(Math.abs(medianSlope(lowest(saw(20_000), 10)) - 20_000)).toBeLessThan(2000);
    expect(medianSlope(lowest(saw(-20_000), 10))).toBeLessThan(-18_000);
  });

  it("is exact for a line, and needs two points", () => {
    expect(
      medianSlope([
        [0, 1],
        [2, 5],
      ]),
    ).toBe(2);
    expect(() => medianSlope([[0, 1]])).toThrow(/two points/);
  });
});

import { describe, expect, it } from "vitest";
import { placeLabels } from "../../../ts/ui/app/savings/label-places.js";

const SIZE = { width: 300, height: 200 };

describe("the names in the plot of policies", () => {
  it("are beside their points, on the side where there is room", () => {
    const [left, right] = placeLabels(
      [
        { name: "strong", x: 60, y: 100 },
        { name: "send everything", x: 290, y: 40 },
      ],
      SIZE,
    );
    expect(left).toEqual({ x: 70, y: 92, anchor: "start" });
    expect(right).toEqual({ x: 280, y: 32, anchor: "end" });
  });

  it("move where another name or another point would be under them", () => {
    const points = ["default", "balanced"].map((name) => ({ name, x: 150, y: 100 }));
    const [first, second] = placeLabels(points, SIZE);
    expect([first?.y, second?.y]).toEqual([92, 116]);
    const [beside] = placeLabels(
      [
        { name: "safe", x: 60, y: 100 },
        { name: "x", x: 85, y: 90 },
      ],
      SIZE,
    );
    expect(beside?.y).toBe(116);
  });

  it("stay within the plot, and are left out where there is no room at all", () => {
    const corner = placeLabels([{ name: "safe", x: 299, y: 2 }], SIZE)[0];
    expect(corner).toEqual({ x: 289, y: 18, anchor: "end" });
    expect(placeLabels([{ name: "a name that is much longer than the plot is wide", x: 150, y: 100 }], SIZE)).toEqual([
      undefined,
    ]);
    const many = Array.from({ length: 40 }, (_, at) => ({ name: `policy ${at}`, x: 150, y: 100 }));
    const places = placeLabels(many, SIZE).filter((place) => place !== undefined);
    expect(places.length).toBeGreaterThan(3);
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(places.length);
  });
});

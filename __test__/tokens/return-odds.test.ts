import { describe, expect, it } from "vitest";
import { ReturnOdds } from "../../ts/pricing/return-odds.js";

describe("the odds that an idle conversation goes on", () => {
  it("renew the more often, the more a kept cache saves, and never where it saves less than a renewal costs", () => {
    const odds = new ReturnOdds();
    const counts = [0.5, 2, 11.5, 24, 49].map((gain) => odds.renewals("words", gain));
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts[0]).toBe(0);
    expect(counts.at(-1)).toBeGreaterThan(5);
  });

  it("learn that nobody comes back, by the kind of the last answer", () => {
    const odds = new ReturnOdds();
    for (let one = 0; one < 40; one++) odds.add("words", Number.POSITIVE_INFINITY);
    expect(odds.renewals("words", 11.5)).toBe(0);
    for (let one = 0; one < 40; one++) odds.add("calls", 1.5);
    expect(odds.renewals("calls", 11.5)).toBeGreaterThan(0);
    expect(odds.renewals("words", 11.5)).toBe(0);
  });

  it("count a conversation once, whether it is seen at its end or again and again", () => {
    const [once, often] = [new ReturnOdds(), new ReturnOdds()];
    for (let one = 0; one < 10; one++) {
      once.add("words", 9);
      let from = 1;
      for (const lifetimes of [1.5, 3, 5]) {
        often.add("words", lifetimes, { from, wentOn: false });
        from = lifetimes;
      }
      often.add("words", 9, { from });
    }
    for (const gain of [3, 5, 8, 12, 24, 50]) expect(often.renewals("words", gain)).toBe(once.renewals("words", gain));
  });
});

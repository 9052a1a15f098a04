import { describe, expect, it } from "vitest";
import { endLines } from "../../ts/cli/run/end-lines.js";
import { limitLines } from "../../ts/cli/run/limit-lines.js";
import { entryWith } from "../ledger/entries.js";

const claude = (more = {}) => entryWith({ subscription: "claude", weight: 800, otherWeight: 1_000, ...more });
const many = (count: number, more = {}) => Array.from({ length: count }, () => claude(more));

describe("the line about a subscription's limits", () => {
  it("has the weighed tokens both ways, and how many more turns that is", () => {
    expect(limitLines(many(20), "reduce")).toEqual([
      "for the limits of your Claude subscription, in tokens weighed as prices are: 16,000 instead of 20,000, about 5 more turns like these; your context lasts 1.33 times as long",
    ]);
  });

  it("says so where a run has cost turns", () => {
    const [line] = limitLines(many(20, { weight: 1_250 }), "reduce");
    expect(line).toMatch(/25,000 instead of 20,000, about 4 fewer turns like these;/);
  });

  it("says what would have been where nothing was changed", () => {
    const [line] = limitLines(
      many(4, { mode: "observe", weight: 1_000, otherWeight: 800, input: 2_000, otherInput: 1_500 }),
      "observe",
    );
    expect(line).toMatch(
      /: reduced it would have been 3,200 instead of 4,000, about 1 more turn like these; your context would last 1.33 times as long$/,
    );
  });

  it("promises nothing where the difference is less than a turn", () => {
    expect(limitLines(many(2), "reduce")[0]).toMatch(/1,600 instead of 2,000, which is less than one turn;/);
  });

  it("is one for each subscription, and none for requests with a key, refused ones and those without a bill", () => {
    const others = [
      entryWith(),
      claude({ refused: "status_429" }),
      claude({ weight: undefined, otherWeight: undefined, input: undefined }),
    ];
    expect(limitLines(others, "reduce")).toEqual([]);
    const lines = limitLines([...many(9), ...many(9, { subscription: "chatgpt" }), ...others], "reduce");
    expect(lines.map((line) => /your (.*?),/.exec(line)?.[1])).toEqual(["Claude subscription", "ChatGPT plan"]);
  });

  it("has the shares of the windows where answers told them, and how they changed in the run", () => {
    const told = [20, 22.4, 31].map((used, at) => claude({ at, fiveHours: used, week: 8 + at / 2 }));
    expect(limitLines(told, "reduce")).toEqual([
      "of the limits of your Claude subscription 31.0 % of the 5 hours (+11.0 points meanwhile) and 9.0 % of the week (+1.0 points meanwhile) are used; in tokens weighed as prices are: 2,400 instead of 3,000, which is less than one turn",
    ]);
    // A window that began anew, and an answer that told nothing.
    const anew = [{ fiveHours: 90 }, {}, { fiveHours: 4 }].map(claude);
    expect(limitLines(anew, "reduce")[0]).toMatch(/^of the limits .* 4\.0 % of the 5 hours are used; /);
  });

  it("says nothing of a context that lasts as long", () => {
    expect(limitLines(many(2, { otherInput: 1_550 }), "reduce")[0]).not.toContain("context");
  });

  it("is among the lines at the end of a run", () => {
    const lines = endLines(many(20), "reduce");
    expect(lines[2]).toContain("for the limits of your Claude subscription");
    // A login has no bill; beside requests with a key there is one.
    expect(lines.join("\n")).not.toContain("$");
    expect(lines[0]).toContain("(bill −20.0 %)");
    expect(endLines([...many(2), entryWith()], "reduce")[0]).toContain("$");
  });
});

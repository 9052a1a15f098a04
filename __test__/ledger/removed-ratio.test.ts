// What removed text would have been billed, learned from turns whose results were cut as they came.
import { describe, expect, it } from "vitest";
import { RemovedRatio } from "../../ts/pricing/removed-ratio.js";

interface Kind {
  /** Billed tokens of an estimated one. */
  ratio: number;
  kept: number;
  removed: number;
  /** @default 1 */
  messages?: number;
}

const PLAIN: Kind = { ratio: 1.1, kept: 1_200, removed: 0 };
const DIGITS: Kind = { ratio: 2.2, kept: 500, removed: 1_000 };
const LINES: Kind = { ratio: 1, kept: 430, removed: 1_200 };
const SHORT: Kind = { ratio: 1, kept: 60, removed: 0 };
/** Turns of Codex: thinking, a call and its result, or two of the latter; the estimate is too high for the first. */
const CODEX: Kind[] = [
  { ratio: 0.92, kept: 500, removed: 0, messages: 3 },
  { ratio: 1.05, kept: 310, removed: 650, messages: 3 },
  { ratio: 1.05, kept: 600, removed: 1_300, messages: 5 },
  { ...SHORT, messages: 3 },
];

/** What is said of all that was removed, of what the provider bills for it. */
function saidOf(kinds: readonly Kind[], around: number): number {
  const learned = new RemovedRatio();
  let [whole, billed, removed, gone] = [9_000, 9_500, 0, 0];
  let [said, right] = [0, 0];
  let messages = 1;
  for (let turn = 0; turn < 40; turn++) {
    const kind = kinds[turn % kinds.length] as Kind;
    whole += kind.kept + kind.removed;
    removed += kind.removed;
    messages += kind.messages ?? 1;
    billed += around * (kind.messages ?? 1) + kind.kept * kind.ratio;
    gone += kind.removed * kind.ratio;
    learned.learn({ whole, removed, billed, moved: false, messages });
    said += removed * (learned.ratio ?? billed / (whole - removed));
    right += gone;
  }
  return said / right;
}

describe("what was cut from results as they came", () => {
  it.each<[string, Kind[], number]>([
    [
      "one kind of text, and nothing around it",
      [
        { ...PLAIN, removed: 400 },
        { ...PLAIN, kept: 200 },
      ],
      0,
    ],
    ["one kind, with names and ids around", [{ ...PLAIN, kept: 400, removed: 600 }, SHORT], 270],
    ["digits among code", [DIGITS, PLAIN, LINES, SHORT], 100],
    ["digits among code, with much around", [DIGITS, PLAIN, LINES, SHORT], 270],
    ["code that is never cut and lines that are", [PLAIN, LINES, SHORT], 270],
    ["whole files beside short texts", [{ ...PLAIN, removed: 5_000 }, SHORT, LINES], 110],
    ["turns of more and of fewer messages", CODEX, 90],
  ])("is billed as that kind of text is: %s", (_, kinds, around) => {
    const said = saidOf(kinds, around);
    expect(said).toBeGreaterThan(0.92);
    expect(said).toBeLessThan(1.05);
  });

  it("is not learned from another conversation under the same name", () => {
    const learned = new RemovedRatio();
    for (let turn = 0; turn < 20; turn++) {
      const billed = turn % 2 === 0 ? 6_000 : 90_000;
      learned.learn({ whole: 5_000 + 900 * turn, removed: 300 * turn, billed, moved: false });
    }
    expect(learned.ratio).toBeUndefined();
    for (let whole = 25_000; whole < 33_000; whole += 900)
      learned.learn({ whole, removed: 6_000, billed: whole, moved: false });
    expect(learned.ratio).toBeGreaterThan(0.9);
    expect(learned.ratio).toBeLessThan(1.1);
  });
});

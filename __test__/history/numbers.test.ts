// Lengths and words of the extract, at their very numbers.
import { describe, expect, it } from "vitest";
import { constraintsIn, openTasksIn, outcomeOf, toOneLine } from "../../ts/history/extract-lines.js";
import { buildSummary } from "../../ts/history/index.js";
import { renderSummaryMessage } from "../../ts/history/summary-message.js";
import { pair, user } from "./build.js";

const linesOf = (...messages: Parameters<typeof buildSummary>[0]) => buildSummary(messages, 10_000).split("\n");
const clipped = (chars: number) => `${"x".repeat(chars - 3)}...`;

describe("the extract", () => {
  it.each([
    ["the objective", 300, "Objective: ", (text: string) => user(text)],
    ["an earlier summary", 600, "Earlier summary: ", (text: string) => renderSummaryMessage(text, 3, "user")],
    ["a line", 160, "- ", (text: string) => ({ ...user(text), tags: ["constraint" as const] })],
  ])("cuts %s at %i chars", (_, chars, before, messageOf) => {
    expect(linesOf(messageOf("x".repeat(chars)))).toContain(`${before}${"x".repeat(chars)}`);
    expect(linesOf(messageOf("x".repeat(chars + 1)))).toContain(`${before}${clipped(chars)}`);
  });

  it("looks for words in the first 4,000 chars of a text", () => {
    expect(toOneLine(`${" ".repeat(3_996)}word`, 100)).toBe("word");
    expect(toOneLine(`${" ".repeat(4_000)}word`, 100)).toBe("");
  });

  it("takes each word of a demand, and each mark of an open task", () => {
    const demands = ["must", "never", "always", "do not", "don't", "don’t", "only", "make sure"];
    for (const word of [...demands, "at most", "at least", "require", "required", "forbidden"]) {
      expect(constraintsIn(`This is ${word} so.`, 9)).toEqual([`This is ${word} so.`]);
    }
    for (const mark of ["- [ ] ", "* [ ] ", `TO${"DO"} `, `TO${"DO"}: `]) {
      expect(openTasksIn(`${mark}one`, 9)).toEqual(["one"]);
    }
  });

  it("takes a masked result with the head of the original for masked up to 1,000 chars", () => {
    const masked = (chars: number) => "[observation masked — 5000 chars]\n".padEnd(chars, "x");
    const outcome = (text: string) =>
      pair("a", text)
        .map(outcomeOf)
        .filter((one) => one !== undefined);
    expect(outcome(masked(1_000))).toEqual([]);
    expect(outcome(masked(1_001))).toEqual([masked(1_001)]);
  });
});

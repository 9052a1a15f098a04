// What the bills of a session say: tokens of texts, and what is billed for each message beside its texts.
import { describe, expect, it } from "vitest";
import { learnFrom } from "../../ts/simulate/learn.js";

const PREFIX_TOKENS = 10_000;
const AROUND_TOKENS = 150;
const RATIO = 1.2;

/** Requests that grow by two messages each, with little text and with much in turns. */
function session(requests: number, grows: (step: number) => number) {
  const [estimated, messages] = [[100], [1]];
  for (let step = 1; step < requests; step++) {
    estimated.push((estimated.at(-1) ?? 0) + grows(step));
    messages.push((messages.at(-1) ?? 0) + 2);
  }
  const billed = estimated.map((tokens, step) => ({
    fresh: Math.round(PREFIX_TOKENS + RATIO * tokens + AROUND_TOKENS * (messages[step] ?? 0)),
    read: 0,
    written: 0,
  }));
  return learnFrom(estimated, messages, billed);
}

describe("what a session's bills teach", () => {
  it("is told apart: what is billed for a text, and what for a message however little of its text is sent", () => {
    const { ratio, aroundTokens, prefixTokens } = session(21, (step) => (step % 2 === 0 ? 100 : 2_000));
    expect(ratio).toBeCloseTo(RATIO, 2);
    expect(aroundTokens * ratio).toBeCloseTo(AROUND_TOKENS, -1);
    expect(Math.abs(prefixTokens * ratio - PREFIX_TOKENS)).toBeLessThan(20);
  });

  it.each([
    ["few requests", 6, (step: number) => (step % 2 === 0 ? 100 : 2_000)],
    ["messages that are all as long", 21, () => 1_000],
  ])("is one ratio of everything from %s", (_, requests, grows) => {
    const { ratio, aroundTokens } = session(requests, grows);
    expect(ratio).toBeGreaterThan(RATIO);
    expect(aroundTokens).toBe(0);
  });
});

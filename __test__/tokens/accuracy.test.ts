import { describe, expect, it } from "vitest";
import { createNativeTokens } from "../../ts/native/tokens.js";
import { makeClassText, TEXT_CLASSES } from "../support/generate-classes.js";
import { makeProse, makeToolText } from "../support/generate-text.js";
import { describeNative } from "../support/native.js";
import { createRandom } from "../support/random.js";
import { recordedConversations } from "../support/recorded-texts.js";

/** Sources whose recordings the weights were not fitted on, as in crates/tokens/examples/fit. */
const HELD_OUT = new Set(["claude-code-log", "tau-bench", "pi-mono", "inspect-logs"]);

const quantile = (values: readonly number[], at: number): number =>
  values.toSorted((a, b) => a - b)[Math.round((values.length - 1) * at)] ?? 0;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describeNative("the estimate, beside the exact count of o200k_base,", ({ addon }) => {
  const backend = createNativeTokens(addon);
  const tokens = (text: string) => ({
    estimated: backend.tokens(text, { encoding: "o200k_base", exact: false }),
    exact: backend.tokens(text, { encoding: "o200k_base", exact: true }),
  });
  const errorOf = (text: string) => {
    const { estimated, exact } = tokens(text);
    return Math.abs(estimated / exact - 1);
  };

  it("is 2 % off on average and 5 % at p95, for recorded conversations outside the fit", ({ skip }) => {
    if (recordedConversations === undefined) return skip("TAMIS_SHARED names no folder of recordings");
    const errors: number[] = [];
    const textErrors: number[] = [];
    for (const { source, texts } of recordedConversations()) {
      if (!HELD_OUT.has(source) || texts.length === 0) continue;
      const counts = texts.map(tokens);
      const sum = (of: "estimated" | "exact") => counts.reduce((total, count) => total + count[of], 0);
      errors.push(Math.abs(sum("estimated") / sum("exact") - 1));
      const long = counts.filter(({ exact }) => exact > 200);
      textErrors.push(...long.map(({ estimated, exact }) => Math.abs(estimated / exact - 1)));
    }
    expect(errors.length).toBeGreaterThan(100);
    expect(mean(errors)).toBeLessThan(0.018);
    expect(quantile(errors, 0.95)).toBeLessThan(0.045);
    expect(quantile(textErrors, 0.99)).toBeLessThan(0.15);
  });

  it("is close for the generator's tool results and prose", () => {
    const random = createRandom(7);
    const tool = Array.from({ length: 200 }, () => errorOf(makeToolText(random, 3_000)));
    const prose = Array.from({ length: 100 }, () => errorOf(makeProse(random, 40)));
    expect(quantile(tool, 0.99)).toBeLessThan(0.2);
    expect(quantile(prose, 0.99)).toBeLessThan(0.2);
  });

  it.each(TEXT_CLASSES)("is within a fifth at p99 for %s", (name) => {
    const random = createRandom(8);
    const errors = Array.from({ length: 200 }, () => errorOf(makeClassText(name, random, 60)));
    expect(quantile(errors, 0.99)).toBeLessThan(0.2);
  });

  it("is close for text without patterns: encoded data and runs", () => {
    const random = createRandom(9);
    const digits = (alphabet: string) =>
      Array.from({ length: 2_000 }, () => alphabet[random.below(alphabet.length)]).join("");
    const base64 = digits("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
    const hex = digits("0123456789abcdef");
    expect(errorOf(base64)).toBeLessThan(0.5);
    expect(errorOf(hex)).toBeLessThan(0.5);
    for (const one of ["a", " ", "=", "7"]) expect(tokens(one.repeat(3_000)).estimated).toBeGreaterThan(0);
  });
});

describe("classes of generated text", () => {
  it("has the promised number of text classes", () => expect(TEXT_CLASSES.length).toBe(8));
});

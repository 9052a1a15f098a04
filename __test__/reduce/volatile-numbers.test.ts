// What clients put around a conversation's own words, at the numbers and names of the rules.
import { describe, expect, it } from "vitest";
import { stableWords, withoutBillingLines } from "../../ts/contract/volatile-text.js";

describe("text that changes from request to request", () => {
  it.each(["x-anthropic-billing-header: v=1; cch=4", "cch=12ab", "cc_version=2.1", "cc_entrypoint=cli"])(
    "%s is a billing line",
    (line) => {
      expect(withoutBillingLines(`${line}\nYou are an agent.`)).toEqual({
        rest: "You are an agent.",
        lines: `${line}\n`,
      });
    },
  );

  it("a line is known by its first 256 chars", () => {
    const line = (blanks: number) => `${" ".repeat(blanks)}cch=1`;
    expect(withoutBillingLines(`${line(252)}\nrest`).rest).toBe("rest");
    expect(withoutBillingLines(`${line(253)}x\nrest`).lines).toBe("");
  });

  it.each(["system-reminder", "env", "environment_context", "git_status", "timestamp", "session_context"])(
    "a block <%s> goes",
    (tag) => {
      expect(stableWords(`<${tag}>changes</${tag}>the words`)).toBe("the words");
    },
  );

  it("of a text 16,384 chars are read", () => {
    expect(stableWords("z".repeat(40_000))).toHaveLength(16_384);
  });
});

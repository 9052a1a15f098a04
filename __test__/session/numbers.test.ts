// Limits of a session's turns, at their very numbers.
import { describe, expect, it } from "vitest";
import { toTurn } from "../../ts/session/turn.js";

describe("a turn", () => {
  it("of a tool says which call it answers, and not with an empty id", () => {
    const turn = (toolCallId: string) => ({ role: "tool", content: "x", toolCallId }) as const;
    expect(() => toTurn(turn(""))).toThrow("must say which call it answers");
    expect(toTurn(turn("a")).toolCallId).toBe("a");
  });

  it("that marks a trim names one turn or more", () => {
    const turn = (trimmedTurns: number) => ({ role: "system", content: "x", trimmedTurns }) as const;
    expect(() => toTurn(turn(0))).toThrow("expected a whole number of 1 or more");
    expect(toTurn(turn(1)).trimmedTurns).toBe(1);
  });
});

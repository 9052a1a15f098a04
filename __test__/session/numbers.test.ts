// Limits of a session and of its turns, at their very numbers.
import { describe, expect, it } from "vitest";
import { ContextSession } from "../../ts/session/index.js";

describe("a turn", () => {
  it("of a tool says which call it answers, and not with an empty id", async () => {
    const session = new ContextSession({ maxTokens: 1_000 });
    await expect(session.addTurn({ role: "tool", content: "x", toolCallId: "" })).rejects.toThrow(
      "must say which call it answers",
    );
  });

  it("that marks a trim names one turn or more", async () => {
    const turn = (trimmedTurns: number) => JSON.stringify([{ role: "system", content: "x", trimmedTurns }]);
    const session = new ContextSession({ maxTokens: 1_000 });
    await expect(session.import(turn(0))).rejects.toThrow("expected a whole number of 1 or more");
    await session.import(turn(1));
    expect(session.turns).toHaveLength(1);
  });
});

import { describe, expect, it } from "vitest";
import { truncationFallback } from "../../ts/history/index.js";
import { thrownBy } from "../support/thrown.js";
import { assistant, call, pair, result, system, user } from "./build.js";

describe("truncationFallback", () => {
  const messages = [
    system("s"),
    user("old"),
    ...pair("a", "ra"),
    { ...system("late"), role: "developer" },
    user("u"),
    assistant("done"),
  ];

  it("keeps system messages and the newest others unchanged, in order", () => {
    const after = truncationFallback(messages, 2);
    expect(after).toEqual({
      messages: [messages[0], messages[4], messages[5], messages[6]],
      reduced: true,
      droppedCount: 3,
      invariantStatus: "fallback",
    });
    expect(after.messages[0]).toBe(messages[0]);
  });

  it("keeps the call of a result in the window", () => {
    const list = [user("old"), call("a"), user("between"), result("a", "r"), user("new")];
    expect(truncationFallback(list, 2).messages).toEqual([list[1], list[3], list[4]]);
  });

  it("keeps only system messages with a window of 0", () => {
    expect(truncationFallback(messages, 0).messages).toEqual([messages[0], messages[4]]);
  });

  it("returns the same list if nothing is dropped", () => {
    const after = truncationFallback(messages, 6);
    expect(after.messages).toBe(messages);
    expect(after).toMatchObject({ reduced: false, droppedCount: 0 });
    expect(truncationFallback([], 4).messages).toEqual([]);
  });

  it.each([-1, 0.5, Number.NaN])("refuses a window of %d", (value) => {
    expect(thrownBy(() => truncationFallback(messages, value)).message).toMatch(
      /preserveRecentRawTurns: expected a whole/,
    );
  });
});

import { describe, expect, it } from "vitest";
import {
  condense,
  IMPORTANCE_WEIGHTS,
  replayCondensation,
  SmartCondensationProvider,
} from "../../ts/condensation/index.js";
import { longConversation } from "./long.js";

const { messages } = longConversation("openai-chat", 8);
const refused = expect.objectContaining({ code: "OPTION_INVALID" });

describe("pinned texts", () => {
  it.each(["a text", null, [5], [null], {}])("are refused by name where they are no list of texts: %j", async (pin) => {
    for (const provider of ["native", "smart"])
      await expect(condense({ messages }, { provider, pin: pin as never })).rejects.toThrow(refused);
    await expect(replayCondensation({ messages }, { limitTokens: 10, pin: pin as never })).rejects.toThrow(refused);
  });

  it("pin nothing where they are empty", async () => {
    for (const provider of ["native", "smart"]) {
      const plain = await condense({ messages }, { provider });
      const pinned = await condense({ messages }, { provider, pin: [""] });
      expect(pinned.messages).toEqual(plain.messages);
      expect(pinned.report.preserved).toEqual(plain.report.preserved);
    }
  });
});

describe("a replay", () => {
  it.each([undefined, null, "x"])("is refused by name with options of %j", async (options) => {
    await expect(replayCondensation({ messages }, options as never)).rejects.toThrow(refused);
  });
});

describe("a smart provider", () => {
  it("takes some weights, and has the others of the package", async () => {
    const smart = new SmartCondensationProvider({ explain: true, importance: { recency: 0, base: { TOOL_CALL: 9 } } });
    const { report } = await smart.condense({ messages }, {});
    const scores = report.scores as readonly { type: string; parts: { recency: number; base: number } }[];
    expect(scores.every(({ parts }) => parts.recency === 0)).toBe(true);
    for (const { type, parts } of scores)
      expect(parts.base).toBe(type === "TOOL_CALL" ? 9 : Reflect.get(IMPORTANCE_WEIGHTS.base, type));
  });

  it.each([
    { importance: null },
    { importance: { recency: "much" } },
    { importance: { base: { TOOL_CALL: Number.NaN } } },
    { importance: { base: 1 } },
    { importance: { halfLife: 0 } },
    { importance: { age: 1 } },
  ])("refuses %j by name", (options) => {
    expect(() => new SmartCondensationProvider(options as never)).toThrow(refused);
  });
});

import { describe, expect, it } from "vitest";
import { condense } from "../../ts/condensation/index.js";
import { createPrefixChecker } from "../../ts/validate/index.js";
import { BOUND_MODEL, thinkingConversation } from "../support/thinking-conversation.js";

const failing = {
  // biome-ignore lint/correctness/useYield: it fails before it has anything to give
  async *createMessage(): AsyncGenerator<never> {
    throw new Error("no model");
  },
  countTokens: async (blocks: readonly { text: string }[]) => blocks.reduce((sum, { text }) => sum + text.length, 0),
  getModel: () => ({ id: "broken" }),
};
const truncated = (messages: readonly object[]) =>
  condense({ messages, wire: "anthropic", model: BOUND_MODEL }, { apiHandler: failing });
const answers = (open: boolean) => [
  ...Array.from({ length: 8 }, (_, turn) => ({ thoughts: 1, calls: turn % 2 })),
  ...(open ? [{ thoughts: 1, calls: 1 }] : []),
];

describe("truncation where a model checks its thinking", () => {
  it("takes the thinking behind dropped messages with it once the user has spoken", async () => {
    const { messages, ...request } = thinkingConversation(answers(false).slice(0, 7));
    const result = await truncated(messages);
    expect([result.provider, result.error]).toEqual(["truncation", undefined]);
    const checker = createPrefixChecker({ wire: "anthropic" });
    expect(checker.check({ ...request, messages })).toEqual([]);
    expect(checker.check({ ...request, messages: [...result.messages] })).toEqual([]);
    expect(JSON.stringify(result.messages)).not.toContain('"thinking"');
  });

  it("drops nothing while calls are open, and says so", async () => {
    const { messages } = thinkingConversation(answers(true));
    const result = await truncated(messages);
    expect(result.messages).toBe(messages);
    expect(result.error).toBe("condense_failed");
  });
});

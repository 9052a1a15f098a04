import { describe, expect, it } from "vitest";
import { condense, expandConversation, renderFeedback } from "../../ts/condensation/index.js";
import { reduceBody } from "../../ts/index.js";
import { BOUND_MODEL } from "../support/thinking-conversation.js";
import { boundConversation } from "./bound-conversation.js";
import { readFile, readingConversation } from "./readings.js";

describe("a condensation whose thinking the model checks", () => {
  const messages = boundConversation(12, " I weigh this against that, and go on.".repeat(60));
  const context = { wire: "anthropic" as const, model: BOUND_MODEL, messages };
  const isThinking = (block: unknown) => Reflect.get(block as object, "type") === "thinking";
  const withoutThinking = (list: readonly object[]) =>
    list.map((message) => {
      const content: unknown = Reflect.get(message, "content");
      return Array.isArray(content) ? { ...message, content: content.filter((block) => !isThinking(block)) } : message;
    });

  it("counts as lossless what comes back, and the thinking that goes in a line of its own", async () => {
    const result = await condense(context, { provider: "smart", targetReductionPercent: 20 });
    const { phases } = result.report;
    expect(phases.map(({ name }) => name)).toEqual(["lossless", "bound_thinking"]);
    const back = expandConversation({ ...context, messages: result.messages }, result.references);
    expect(JSON.stringify(back.messages)).toBe(JSON.stringify(withoutThinking(messages)));
    const tokensOf = async (list: readonly object[]) =>
      (await condense({ ...context, messages: list }, { provider: "native" })).metrics.originalTokens;
    const [whole, without] = [await tokensOf(messages), await tokensOf(withoutThinking(messages))];
    const { originalTokens, postLosslessTokens, finalTokens } = result.metrics;
    expect(originalTokens - postLosslessTokens).toBe(without - finalTokens);
    expect(postLosslessTokens - finalTokens).toBe(whole - without);
    expect(phases.flatMap(({ tokensBefore, tokensAfter }) => [tokensBefore, tokensAfter])).toEqual([
      originalTokens,
      ...[postLosslessTokens, postLosslessTokens],
      finalTokens,
    ]);
    expect(phases[1]).not.toHaveProperty("targetRange");
    const feedback = renderFeedback(result);
    expect(feedback).toMatch(/\n - Lossless phase: [^\n]*\n - Thinking left out: [^\n]*\n - Total reduction/);
    expect(feedback).not.toContain("Lossy phase");
  });
});

it("a mask of a condensed result tells the size that the result came with", async () => {
  const outputs = Array.from({ length: 14 }, (_, at) => ["fetch", { url: `u${at}` }, readFile(at)[2]] as const);
  const messages = readingConversation("openai-chat", outputs) as { content: string }[];
  const condensed = await condense(
    { wire: "openai-chat", messages },
    { provider: "smart", targetReductionPercent: 80 },
  );
  const body = Buffer.from(JSON.stringify({ model: "m", messages: condensed.messages }));
  const policy = { mask: { windowTurns: 1, minChars: 1 } };
  const sent = JSON.parse(reduceBody(body, policy).body.toString()) as { messages: { content: string }[] };
  const sizes = sent.messages.flatMap(({ content }, index) => {
    const size = /^\[old result left out: (\d+) chars/.exec(content ?? "")?.[1];
    const before = condensed.messages[index] as { content: string };
    return size !== undefined && /^\[condensed — [^\n]*\d chars/.test(before.content) ? [[Number(size), index]] : [];
  });
  expect(sizes.length).toBeGreaterThan(3);
  for (const [size, index = 0] of sizes) expect(size).toBe(messages[index]?.content.length);
});

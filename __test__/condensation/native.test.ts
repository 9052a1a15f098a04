import { describe, expect, it } from "vitest";
import {
  type ApiHandler,
  type HandlerChunk,
  NativeCondensationProvider,
  onCondensation,
  summarizeConversation,
} from "../../ts/condensation/index.js";
import { MemorySummaryStore } from "../../ts/pipeline/index.js";
import { estimateTokens } from "../../ts/tokens/index.js";
import { validateRequest } from "../../ts/validate/index.js";
import { longConversation, WIRES } from "./long.js";

interface Asked {
  system: string;
  text: string;
}

function handlerThatSays(...chunks: HandlerChunk[]): ApiHandler & { asked: Asked[]; counted: string[] } {
  const asked: Asked[] = [];
  const counted: string[] = [];
  return {
    ...{ asked, counted },
    async *createMessage(system, messages) {
      asked.push({ system, text: JSON.stringify(messages) });
      yield* chunks;
    },
    async countTokens(blocks) {
      counted.push(...blocks.map(({ text }) => text));
      return blocks.reduce((sum, { text }) => sum + estimateTokens(text), 0);
    },
    getModel: () => ({ id: "test" }),
  };
}

const says = (text: string) =>
  handlerThatSays({ type: "text", text }, { type: "usage", inputTokens: 100, outputTokens: 10, totalCost: 0.02 });

describe.each(WIRES)("the native provider on %s", (wire) => {
  const { messages, context } = longConversation(wire, 6);

  it("keeps the first message and the newest three, and one marked summary is all that is between", async () => {
    const before = structuredClone(messages);
    const handler = says("All went well.");
    const result = await summarizeConversation(messages, handler, "system", "task", 100_000);
    expect(result.error).toBeUndefined();
    expect(result).toMatchObject({ summary: "All went well.", cost: 0.02 });
    expect(result.messages[0]).toBe(messages[0]);
    expect(result.messages.slice(-3)).toEqual(messages.slice(-3));
    expect(messages).toEqual(before);
    const marked = result.messages.filter((message) => Reflect.get(message, "isSummary") === true);
    expect(marked).toHaveLength(1);
    expect(JSON.stringify(marked[0])).toContain("All went well.");
    // First, summary, newest three; a call that its result needs may come in between.
    expect(result.messages.length).toBeLessThanOrEqual(7);
  });

  it("gives a request that its provider accepts, with and without a model", async () => {
    for (const handler of [says("All went well."), undefined]) {
      const { messages: after } = await summarizeConversation(messages, handler, "", "", 100_000);
      if (wire === "chat-messages") continue;
      const request = context(after);
      expect(validateRequest(request, { wire })).toEqual(validateRequest(context(messages), { wire }));
    }
  });

  it("keeps the call of a result in the newest three", async () => {
    const cut = longConversation(wire, 6, { endsWithResult: true });
    const { messages: after, error } = await summarizeConversation(cut.messages, says("ok"), "", "", 100_000);
    expect(error).toBeUndefined();
    const text = JSON.stringify(after);
    for (const id of cut.newestCalls) {
      expect(text).toContain(id);
      if (wire !== "chat-messages") expect(validateRequest(context(after), { wire })).toEqual([]);
    }
  });

  it("without a model writes the labelled extract", async () => {
    const { messages: after, summary } = await summarizeConversation(messages, undefined, "", "", 100_000);
    expect(summary).toMatch(/^Objective: /);
    expect(JSON.stringify(after)).toMatch(
      /\[Summary of \d+ earlier messages, made by a machine: data about the conversation/,
    );
  });

  it("summarises what lies since the last summary, with it, and there is one summary again", async () => {
    const once = await summarizeConversation(messages, says("The first part."), "", "", 100_000);
    const more = longConversation(wire, 3, { from: 50 }).messages;
    // Like a history that was stored as JSON in between.
    const history = JSON.parse(JSON.stringify([...once.messages, ...more])) as object[];
    const handler = says("Both parts.");
    const twice = await summarizeConversation(history, handler, "", "", 100_000);
    expect(handler.asked[0]?.text).toContain("The first part.");
    expect(handler.asked[0]?.text).not.toContain("question 1 ");
    const text = JSON.stringify(twice.messages);
    expect(text).toContain("Both parts.");
    expect(text).not.toContain("The first part.");
  });
});

describe("summarizeConversation", () => {
  const { messages } = longConversation("openai-chat", 6);
  const run = (given: object[], handler: unknown = says("ok"), prev = 100_000, ...rest: unknown[]) =>
    summarizeConversation(given, handler as ApiHandler, "", "task", prev, ...(rest as []));

  it.each([
    ["condense_not_enough_messages", messages.slice(0, 4), says("ok"), 100_000],
    ["condense_failed", messages, says("  "), 100_000],
    ["condense_context_grew", messages, says("ok"), 5],
    ["condense_handler_invalid", messages, { createMessage: 3 }, 100_000],
  ])("returns the input with the error %s", async (error, given, handler, prev) => {
    const result = await run(given as object[], handler, prev);
    expect(result.error).toBe(error);
    expect(result.messages).toBe(given);
    expect(result.summary).toBe("");
    expect(result.newContextTokens).toBeUndefined();
  });

  it("returns condensed_recently where a summary is among the newest, or all that could be summarised", async () => {
    const { messages: once } = await run(messages);
    expect((await run([...once])).error).toBe("condensed_recently");
    expect((await run(once.slice(0, 2).concat(messages.slice(0, 2)))).error).toBe("condense_not_enough_messages");
    const alone = [
      ...once.slice(0, 2),
      { role: "user", content: "a" },
      { role: "assistant", content: "b" },
      { role: "user", content: "c" },
    ];
    expect((await run(alone)).error).toBe("condensed_recently");
  });

  it("sends the custom prompt as the system prompt; an empty one is none", async () => {
    const custom = says("ok");
    await run(messages, custom, 100_000, false, "Write a poem.");
    expect(custom.asked[0]?.system).toBe("Write a poem.");
    const empty = says("ok");
    await run(messages, empty, 100_000, false, "  ");
    expect(empty.asked[0]?.system).toMatch(/^You summarise a conversation/);
    expect(empty.asked[0]?.text).toContain(
      "Summarize the conversation so far, as described in the prompt instructions.",
    );
  });

  it("asks the condensing handler, and the main one where that is none", async () => {
    const [main, own] = [says("main"), says("own")];
    expect((await run(messages, main, 100_000, false, undefined, own)).summary).toBe("own");
    expect((await run(messages, main, 100_000, false, undefined, { createMessage: 1 })).summary).toBe("main");
  });

  it("tells who listens of the condensation, without text", async () => {
    const events: unknown[] = [];
    const stop = onCondensation((name, event) => events.push([name, event]));
    await run(messages, says("ok"), 100_000, true, "Prompt", says("ok"));
    stop();
    expect(events).toEqual([
      [
        "Context Condensed",
        { taskId: "task", isAutomaticTrigger: true, usedCustomPrompt: true, usedCustomApiHandler: true },
      ],
    ]);
  });

  it("has a handler count each distinct text once", async () => {
    const handler = says("ok");
    await run(messages, handler);
    expect(new Set(handler.counted).size).toBe(handler.counted.length);
  });
});

describe("NativeCondensationProvider", () => {
  const { messages } = longConversation("openai-chat", 8);
  const provider = new NativeCondensationProvider();

  it("says what it is, and is made without arguments", () => {
    expect(provider).toMatchObject({ name: "native", version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect([
      provider.supportsLossless(),
      provider.supportsContentTypeAwareness(),
      provider.supportsCustomPrompts(),
    ]).toEqual([false, false, true]);
  });

  it("counts the messages of the user that are no longer word for word, and says so", async () => {
    const { report, metrics, newContextTokens } = await provider.condense({ messages });
    expect(report.userMessagesSummarised).toBeGreaterThan(3);
    expect(report.notes.map(({ code }) => code)).toContain("user_messages_summarised");
    expect(report.phases).toMatchObject([{ name: "summary", kind: "lossy", tokensAfter: newContextTokens }]);
    expect(metrics.finalTokens).toBeLessThan(metrics.originalTokens);
  });

  it("falls to the main handler with a warning where the condensing one is none", async () => {
    const result = await provider.condense(
      { messages },
      { apiHandler: says("main"), condensingApiHandler: "unheard-of" },
    );
    expect(result.summary).toBe("main");
    expect(result.report.notes[0]).toMatchObject({
      code: "handler_invalid",
      message: expect.stringMatching(/"unheard-of"/),
    });
    const named = await provider.condense(
      { messages },
      { apiHandler: says("main"), condensingApiHandler: "own", handlers: { own: says("own") } },
    );
    expect(named).toMatchObject({ summary: "own", report: { usedCustomApiHandler: true } });
  });

  it("asks the model once for the same messages where it has a store", async () => {
    const handler = says("stored");
    const options = { apiHandler: handler, summaryStore: new MemorySummaryStore() };
    const [one, two] = [await provider.condense({ messages }, options), await provider.condense({ messages }, options)];
    expect(two.messages).toEqual(one.messages);
    expect(handler.asked).toHaveLength(1);
    expect([one.metrics.modelCalls, two.metrics.modelCalls, two.cost]).toEqual([1, 0, 0]);
  });

  it("keeps messages with pinned texts and messages of the system", async () => {
    const list = [{ role: "system", content: "Rules." }, ...messages];
    list[8] = { role: "user", content: "Never touch prod." };
    const { messages: after } = await provider.condense({ messages: list }, { pin: ["Never touch prod"] });
    expect(after).toContain(list[0]);
    expect(after).toContain(list[1]);
    expect(after).toContain(list[8]);
  });

  it("uses the extract where no call is allowed, and says why", async () => {
    const handler = says("model");
    const { summary, report } = await provider.condense({ messages }, { apiHandler: handler, maxModelCalls: 0 });
    expect(summary).toMatch(/^Objective: /);
    expect(report.notes[0]?.message).toMatch(/maxModelCalls allows no call/);
    const priced = await provider.condense({ messages }, { apiHandler: handler, maxCost: 0.01 });
    expect(priced.report.notes[0]?.message).toMatch(/no price is known for the model, and maxCost is set/);
    expect(handler.asked).toEqual([]);
  });

  it("estimates what a condensation would save without a model", async () => {
    const estimate = await provider.estimateReduction({ messages });
    expect(estimate.tokensBefore - estimate.tokensAfter).toBe(estimate.lossy);
    expect(estimate.lossless).toBe(0);
    expect(estimate.reductionPercent).toBeGreaterThan(20);
  });
});

import { describe, expect, it } from "vitest";
import { type CondensationOptions, condense } from "../../ts/condensation/index.js";
import { replayCondensation } from "../../ts/condensation/replay/replay.js";
import type { ApiHandler } from "../../ts/llm/handler/api-handler.js";
import { MemorySummaryStore } from "../../ts/pipeline/summary/store.js";
import { longConversation, proseOf } from "./long-conversation.js";

/** Long results with structure that extracts leave, and thinking and answers of which they may take little. */
const messages = longConversation({ turns: 10, thinking: 40, answer: 40, written: 0 });
const context = { wire: "openai-chat", messages } as const;

/** Writes of each passage its first words, and counts what it was asked. */
function scripted(
  answer = (passages: number) =>
    Array.from({ length: passages }, (_, id) => `<p id="${id}">short ${id}</p>`).join("\n"),
) {
  const asked: string[] = [];
  const handler: ApiHandler = {
    async *createMessage(_, [message]) {
      const content = String(message?.content);
      asked.push(content);
      yield { type: "text", text: answer([...content.matchAll(/<p id=/g)].length) };
      yield { type: "usage", inputTokens: 1_000, outputTokens: 100, totalCost: 0.001 };
    },
    countTokens: async (blocks) => Math.ceil(blocks.reduce((sum, { text }) => sum + text.length, 0) / 4),
    getModel: () => ({ id: "gpt-5-mini" }),
  };
  return { handler, asked };
}

const run = (options: CondensationOptions) => condense(context, { provider: "smart", ...options });

describe("the smart provider with a model", () => {
  it("asks nothing where extracts reach the target", async () => {
    const { handler, asked } = scripted();
    const { report, metrics } = await run({ apiHandler: handler, targetReductionPercent: 20 });
    expect([asked.length, metrics.modelCalls, report.notes]).toEqual([0, 0, []]);
  });

  it("asks once a phase at most for what extracts leave, and comes nearer to the target", async () => {
    const { handler, asked } = scripted();
    const without = await run({ apiHandler: handler, maxModelCalls: 0, targetReductionPercent: 95 });
    expect(asked.length).toBe(0);
    const result = await run({ apiHandler: handler, targetReductionPercent: 95 });
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(result.metrics.modelCalls).toBe(asked.length);
    expect(result.cost).toBeCloseTo(0.001 * asked.length);
    expect(result.newContextTokens).toBeLessThan(without.newContextTokens ?? 0);
    expect(result.report.phases.flatMap(({ rolledBack }) => rolledBack ?? [])).toEqual([]);
    const used = result.report.phases.filter(({ summary }) => summary !== undefined);
    const unused = result.report.notes.filter(({ code }) => code === "model_unused");
    expect(used.length).toBeGreaterThan(0);
    expect(used.length + unused.length).toBe(asked.length);
  });

  it("takes of each type no more than extracts may, and keeps decisions, conclusions and the user's words", async () => {
    const { handler } = scripted();
    const result = await run({ apiHandler: handler, targetReductionPercent: 95 });
    for (const { ofType, targetRange } of result.report.phases) {
      if (ofType === undefined || targetRange === undefined) continue;
      const percent = (100 * (ofType.tokensBefore - ofType.tokensAfter)) / Math.max(1, ofType.tokensBefore);
      expect(percent).toBeLessThanOrEqual(Math.max(90, targetRange[1]));
    }
    const text = JSON.stringify(result.messages);
    for (let turn = 0; turn < 10; turn++) {
      expect(text).toContain(`Please change module ${turn}, and mind rule ${turn * 11}.`);
      expect(text).toContain(`I decided to keep flag ${turn}.`);
      expect(text).toContain(`Module ${turn} is done.`);
    }
  });

  it("sends no sentence to the model that must stay", async () => {
    const { handler, asked } = scripted();
    await run({ apiHandler: handler, targetReductionPercent: 95 });
    expect(asked.join("\n")).not.toMatch(/I decided to keep|mind rule|You are right/);
    expect(asked.join("\n")).toContain(proseOf(0, 3).slice(0, 40));
  });

  it.each([
    ["says nothing of use", () => "I would rather not."],
    ["writes more than there was", (count: number) => `<p id="0">${"long ".repeat(50_000)}</p>${count}`],
    ["names passages that are none", () => '<p id="99999">x</p><p id="-1">y</p>'],
  ])("keeps the extracts where the model %s", async (_, answer) => {
    const { handler } = scripted(answer);
    const without = await run({ apiHandler: handler, maxModelCalls: 0, targetReductionPercent: 95 });
    const result = await run({ apiHandler: handler, targetReductionPercent: 95 });
    expect(result.messages).toEqual(without.messages);
    const unused = result.report.notes.filter(({ code }) => code === "model_unused");
    expect(unused.length).toBe(result.metrics.modelCalls);
    expect(unused[0]?.message).toMatch(/^the model's text for the phase \w+ was not used: /);
    expect(result.report.phases.filter(({ summary }) => summary !== undefined)).toEqual([]);
  });

  it("asks for all phases at once where all are needed, so that the caller waits for one answer", async () => {
    const { handler } = scripted();
    let [open, most, calls] = [0, 0, 0];
    const slow: ApiHandler = {
      ...handler,
      async *createMessage(...given) {
        calls++;
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 20));
        open--;
        yield* handler.createMessage(...given);
      },
    };
    await run({ apiHandler: slow, targetReductionPercent: 95 });
    expect(most).toBeGreaterThan(1);
    expect(most).toBe(calls);
  });

  it("keeps the extracts where the model fails, asks no further, and says so", async () => {
    let asked = 0;
    const { handler } = scripted();
    const failing: ApiHandler = {
      ...handler,
      // biome-ignore lint/correctness/useYield: it fails before it has anything to say
      async *createMessage() {
        asked++;
        throw Object.assign(new Error("no"), { status: 400 });
      },
    };
    const result = await run({ apiHandler: failing, targetReductionPercent: 95, maxCost: 1 });
    expect(asked).toBe(1);
    expect([result.provider, result.error]).toEqual(["smart", undefined]);
    expect(result.report.notes.map(({ code }) => code)).toContain("model_failed");
  });

  it("asks no more than maxModelCalls and maxCost allow", async () => {
    const { handler, asked } = scripted();
    await run({ apiHandler: handler, targetReductionPercent: 95, maxModelCalls: 1 });
    expect(asked.length).toBe(1);
    const { report } = await run({ apiHandler: handler, targetReductionPercent: 95, maxCost: 0.000_001 });
    expect(asked.length).toBe(1);
    expect(report.notes.map(({ message }) => message).join()).toContain("maxCost is $0.000001");
  });

  it("has its texts from the store the second time", async () => {
    const { handler, asked } = scripted();
    const summaryStore = new MemorySummaryStore();
    const options = { apiHandler: handler, targetReductionPercent: 95, summaryStore };
    const one = await run(options);
    const count = asked.length;
    const two = await run(options);
    expect(asked.length).toBe(count);
    expect([two.messages, two.cost]).toEqual([one.messages, 0]);
  });
});

describe("a replayed condensation by smart with a model", () => {
  it.each([
    ["answers", undefined, 4],
    ["answers, and may be asked once", undefined, 1],
    ["fails", "", 4],
  ])("repeats itself with a store where the model %s", async (_, text, maxModelCalls) => {
    const { handler, asked } = scripted(text === undefined ? undefined : () => text);
    const summaryStore = new MemorySummaryStore();
    const settings = { provider: "smart", targetReductionPercent: 95, maxModelCalls };
    const options = { limitTokens: 8_000, settings, apiHandler: handler, summaryStore };
    const one = await replayCondensation(context, options);
    const count = asked.length;
    expect(count).toBeGreaterThan(0);
    const two = await replayCondensation(context, options);
    expect([JSON.stringify(two.messages), asked.length]).toEqual([JSON.stringify(one.messages), count]);
    if (text === undefined) expect(JSON.stringify(one.messages)).toContain("[shortened by a model]");
  });
});

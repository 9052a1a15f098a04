import { describe, expect, it, onTestFinished } from "vitest";
import {
  type ApiHandler,
  condense,
  condenseIfNeeded,
  NativeCondensationProvider,
  onCondensation,
  renderFeedback,
  SmartCondensationProvider,
  summarizeConversation,
} from "../../ts/condensation/index.js";
import { longConversation } from "./long.js";

const { messages } = longConversation("openai-chat", 8);

function handler(more: Partial<Record<keyof ApiHandler, unknown>> = {}): ApiHandler {
  return {
    async *createMessage() {
      yield { type: "text", text: "A summary." };
      yield { type: "usage", inputTokens: 100, outputTokens: 5, totalCost: 0.01 };
    },
    countTokens: async (blocks) => blocks.reduce((sum, { text }) => sum + Math.ceil(text.length / 4), 0),
    getModel: () => ({ id: "test" }),
    ...more,
  } as ApiHandler;
}

const PROVIDERS = ["native", "smart"] as const;
const codes = ({ report }: Awaited<ReturnType<typeof condense>>) => report.notes.map(({ code }) => code);

describe.each(PROVIDERS)("%s, where the handler cannot count tokens,", (provider) => {
  const counts: [string, () => unknown][] = [
    ["throws", () => Promise.reject(new Error("busy"))],
    [
      "throws at once",
      () => {
        throw new Error("busy");
      },
    ],
    ["gives no number", async () => Number.NaN],
    ["gives less than nothing", async () => -5],
    ["gives infinity", async () => Number.POSITIVE_INFINITY],
    ["gives a text", async () => "12"],
    ["gives nothing", async () => undefined],
    ["hangs", () => new Promise(() => {})],
  ];
  it.each(counts)("estimates them and says so: it %s", async (_, countTokens) => {
    const started = performance.now();
    const result = await condense({ messages }, { provider, apiHandler: handler({ countTokens }), timeoutMs: 400 });
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(result.error).toBeUndefined();
    expect(result.provider).toBe(provider);
    expect(result.metrics.finalTokens).toBeLessThan(result.metrics.originalTokens);
    expect(codes(result).filter((code) => code === "handler_invalid")).toHaveLength(1);
    const lines = renderFeedback(result, { model: "claude-sonnet-4-5" }).split("\n");
    expect(lines.filter((line) => !line.startsWith(" - Note:")).join("\n")).not.toMatch(/NaN|Infinity/);
  });

  it("condenses all the same where a limit asks for it, and compares numbers of one kind", async () => {
    let calls = 0;
    const countTokens = async (blocks: readonly { text: string }[]) => {
      if (calls++ > 20) throw new Error("busy");
      return blocks.reduce((sum, { text }) => sum + Math.ceil(text.length / 400), 0);
    };
    const found = await condenseIfNeeded(
      { messages, contextTokens: 100 },
      { provider, apiHandler: handler({ countTokens }), timeoutMs: 400 },
    );
    expect(found.needed).toBe(true);
    expect(found.result?.error).toBeUndefined();
    const { originalTokens = 0, finalTokens = 0 } = found.result?.metrics ?? {};
    expect(finalTokens).toBeLessThan(originalTokens);
  });
});

describe("a handler that is none", () => {
  it("is not asked by smart, which says so", async () => {
    for (const apiHandler of [{}, { createMessage() {} }, "gpt", null]) {
      const result = await condense({ messages }, { provider: "smart", apiHandler: apiHandler as never });
      expect(result).toMatchObject({ provider: "smart" });
      expect(codes(result)).toContain("handler_invalid");
    }
  });

  it("may have members that throw", async () => {
    const broken = {
      get createMessage() {
        throw new Error("boom");
      },
    };
    const result = await condense({ messages }, { apiHandler: handler(), condensingApiHandler: broken as never });
    expect(result).toMatchObject({ provider: "native", summary: "A summary." });
    expect(codes(result)).toContain("handler_invalid");
  });

  it("makes summarizeConversation warn, which asks the main one", async () => {
    const warned: string[] = [];
    const listener = ({ message }: Error) => void warned.push(message);
    process.on("warning", listener);
    onTestFinished(() => void process.off("warning", listener));
    const given = [messages, handler(), "", "", 1e9, false, undefined] as const;
    const { summary } = await summarizeConversation(...given, { createMessage: 5 } as never);
    await summarizeConversation(...given);
    await new Promise((resolve) => setImmediate(resolve));
    expect(summary).toBe("A summary.");
    expect(warned).toEqual(["the condensing handler is none; the conversation's own handler was used"]);
  });
});

describe("an aborted signal", () => {
  it("ends each entry with an AbortError, whatever its reason", async () => {
    const signal = AbortSignal.abort(new Error("the user left"));
    const aborted = { name: "AbortError" };
    await expect(new NativeCondensationProvider().condense({ messages }, { signal })).rejects.toMatchObject(aborted);
    await expect(new SmartCondensationProvider().condense({ messages }, { signal })).rejects.toMatchObject(aborted);
    await expect(condense({ messages }, { signal })).rejects.toMatchObject(aborted);
    await expect(condenseIfNeeded({ messages, contextTokens: 1e9 }, { signal })).rejects.toMatchObject(aborted);
  });
});

describe("what a call cost", () => {
  it("counts where it failed after the handler had said it", async () => {
    let calls = 0;
    async function* createMessage() {
      calls++;
      yield { type: "usage", inputTokens: 10, outputTokens: 1, totalCost: 0.25 };
      if (calls === 1) throw Object.assign(new Error("overloaded"), { status: 529 });
      yield { type: "text", text: "A summary." };
    }
    const twice = await condense({ messages }, { apiHandler: handler({ createMessage }) });
    expect(twice).toMatchObject({ cost: 0.5, metrics: { modelCalls: 2, costUsd: 0.5 } });
    const failing = await summarizeConversation(
      messages,
      handler({
        async *createMessage() {
          yield { type: "usage", inputTokens: 10, outputTokens: 1, totalCost: 0.25 };
          yield { type: "text", text: "half of" };
          throw new Error("cut");
        },
      }),
      "",
      "",
      1e9,
    );
    expect(failing).toMatchObject({ error: "condense_failed", cost: 0.25 });
    expect(failing.messages).toBe(messages);
  });
});

describe("settings that are wrong", () => {
  it("are named by smart as by native", async () => {
    for (const provider of PROVIDERS) {
      const result = await condense({ messages }, { provider, targetReductionPercent: 200, nope: 1 } as never);
      expect(codes(result).filter((code) => code === "setting_invalid")).toHaveLength(2);
      expect(result.report.notes[0]?.message).toMatch(
        /targetReductionPercent: .* from 1 to 95, got 200; the default was used/,
      );
    }
  });
});

describe("events", () => {
  it("say of a mode's prompt that one of the caller's was used, and have no other keys", async () => {
    const told: [string, object][] = [];
    onTestFinished(onCondensation((name, event) => void told.push([name, event])));
    const settings = { modes: { code: { customCondensingPrompt: "Be short." } } };
    const result = await condense({ messages, mode: "code" }, { apiHandler: handler(), settings });
    expect(result.report.usedCustomPrompt).toBe(true);
    expect(told[0]).toEqual(["Context Condensed", expect.objectContaining({ usedCustomPrompt: true })]);
    await condense({ messages }, { provider: "smart", apiHandler: handler() });
    expect(Object.keys(told.at(-1)?.[1] ?? {}).sort()).toEqual(
      [
        ...["consolidations", "costUsd", "deduplications", "durationMs", "finalTokens", "originalTokens", "phases"],
        ...["postLosslessTokens", "provider", "references"],
      ].sort(),
    );
  });

  it("come from smart without options, too", async () => {
    const smart = new SmartCondensationProvider();
    await expect(Reflect.apply(smart.condense, smart, [{ messages }])).resolves.toMatchObject({ provider: "smart" });
  });
});

describe("a model that hangs until the provider's time is over", () => {
  const hanging = handler({
    async *createMessage() {
      await new Promise(() => {});
    },
  });
  it.each([
    ["native", { apiHandler: hanging }],
    ["native", { apiHandler: handler(), condensingApiHandler: hanging }],
    ["native", { condensingApiHandler: "small", handlers: { small: hanging } }],
    ["smart", { apiHandler: hanging, maxModelCalls: 1, targetReductionPercent: 95 }],
  ])("was asked, so that its call counts, at a cost that nobody knows: %s, %j", async (provider, options) => {
    const { metrics, report } = await condense({ messages }, { provider, timeoutMs: 2_000, ...options });
    expect(metrics.modelCalls).toBe(1);
    expect(metrics.costUsd).toBeUndefined();
    expect(report.notes.map(({ message }) => message).join("\n")).toMatch(/no answer within/);
  });
});

import { describe, expect, it, onTestFinished } from "vitest";
import {
  type CondensationResult,
  condense,
  onCondensation,
  registerProvider,
  renderFeedback,
} from "../../ts/condensation/index.js";
import { longConversation, WIRES } from "./long.js";
import { NAME, plugIn } from "./plug-in.js";

const newest = ({ messages }: { messages: object[] }) => messages.slice(-2);

describe("a plug-in that writes into its input", () => {
  const spoil = (messages: object[]) => {
    for (const message of messages) Object.assign(message, { content: "spoilt", parts: [{ text: "spoilt" }] });
    messages.length = 2;
  };

  it.each(WIRES)("has a copy, so that the conversation stays as it came, also where it fails: %s", async (wire) => {
    const { messages } = longConversation(wire, 6);
    const before = structuredClone(messages);
    plugIn(({ messages: own }) => {
      spoil(own);
      throw new Error("boom");
    });
    const own = wire === "chat-messages" ? {} : { wire };
    const result = await condense({ ...own, messages }, { provider: NAME });
    expect(messages).toEqual(before);
    expect(result).toMatchObject({ provider: "native", fellBackFrom: NAME });
    expect(JSON.stringify(result.messages)).not.toContain("spoilt");
  });

  it("has what it wrote in its result, and what it left is the caller's own", async () => {
    const { messages } = longConversation("openai-chat", 6);
    const before = structuredClone(messages);
    plugIn(({ messages: own }) => {
      Object.assign(own[0] as object, { content: "short" });
      return { messages: own };
    });
    const result = await condense({ messages }, { provider: NAME });
    expect(messages).toEqual(before);
    expect(result.messages[0]).toEqual({ ...messages[0], content: "short" });
    expect(result.messages.slice(1).every((message, at) => message === messages[at + 1])).toBe(true);
  });

  it("changes nothing later on, where it was too slow", async () => {
    const { messages } = longConversation("openai-chat", 6);
    const before = structuredClone(messages);
    plugIn(async ({ messages: own }) => {
      await new Promise((resolve) => setTimeout(resolve, 40));
      spoil(own);
    });
    await condense({ messages }, { provider: NAME, timeoutMs: 10 });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(messages).toEqual(before);
  });
});

describe("a plug-in's account", () => {
  const { messages } = longConversation("openai-chat", 8);

  it("is filled in from the messages where it gives none", async () => {
    plugIn((context) => ({ messages: newest(context) }));
    const { metrics, newContextTokens, provider, report } = await condense({ messages }, { provider: NAME });
    expect(provider).toBe(NAME);
    expect(metrics.originalTokens).toBeGreaterThan(metrics.finalTokens);
    expect(metrics.finalTokens).toBeGreaterThan(0);
    expect(newContextTokens).toBe(metrics.finalTokens);
    expect(report).toMatchObject({ wire: "openai-chat", changed: true });
  });

  it("says that nothing changed where it gives the messages back", async () => {
    plugIn(({ messages: own }) => ({ messages: own }));
    const result = await condense({ messages }, { provider: NAME });
    expect(result.messages).toBe(messages);
    expect(result.report.changed).toBe(false);
  });

  const wrong: [string, object][] = [
    ["a report of null", { report: null }],
    ["phases that are no list", { report: { phases: null } }],
    ["phases of null", { report: { phases: [null] } }],
    ["notes that are a text", { report: { notes: "all fine" } }],
    ["nothing preserved", { report: { preserved: null } }],
    ["metrics of null", { metrics: null }],
    ["numbers that are none", { metrics: { finalTokens: "few", durationMs: Number.NaN, originalTokens: -1 } }],
    ["references of null", { references: null }],
    ["a cost that is no number", { cost: Number.NaN }],
    ["a retry that is none", { retry: 5 }],
    ["an error of null", { error: null }],
    ["a summary that is no text", { summary: 4 }],
  ];
  it.each(wrong)("counts as not given where it is wrong: %s", async (_, more) => {
    plugIn((context) => ({ messages: newest(context), ...more }));
    const result: CondensationResult = await condense({ messages }, { provider: NAME });
    expect(result).toMatchObject({
      provider: NAME,
      messages: messages.slice(-2),
      references: [],
      cost: 0,
      summary: "",
    });
    expect(result.metrics.finalTokens).toBeLessThan(result.metrics.originalTokens);
    const text = renderFeedback(result, { model: "claude-sonnet-4-5" });
    expect(text).toMatch(/^Context condensed using Plug-in strategy:\n - Total reduction: \d+% \(saved \$\d\.\d+\)/);
    expect(text).not.toMatch(/NaN|null|undefined/);
    expect((await result.retry()).messages).toEqual(messages.slice(-2));
  });

  it("leaves the conversation as it came where it names an error", async () => {
    plugIn(({ messages: own }) => ({ messages: [...own, ...own], error: "condensed_recently" }));
    const result = await condense({ messages }, { provider: NAME });
    expect(result.error).toBe("condensed_recently");
    expect(result.messages).toBe(messages);
  });

  it("counts what it spent where its messages cannot be taken", async () => {
    plugIn(({ messages: own }) => ({ messages: [...own, ...own], metrics: { modelCalls: 2, costUsd: 0.25 } }));
    const { cost, fellBackFrom, metrics } = await condense({ messages }, { provider: NAME });
    expect(fellBackFrom).toBe(NAME);
    expect({ cost, metrics }).toMatchObject({ cost: 0.25, metrics: { modelCalls: 2, costUsd: 0.25 } });
  });

  it("brings no text into events", async () => {
    const told: unknown[] = [];
    onTestFinished(onCondensation((name, event) => void told.push([name, event])));
    plugIn((context) => ({
      ...{ messages: newest(context), metrics: { note: "a secret" }, provider: "a secret" },
      report: { phases: [{ name: "a secret", kind: "lossy", tokensBefore: 2, tokensAfter: 1, durationMs: 1 }] },
    }));
    await condense({ messages }, { provider: NAME });
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain("secret");
  });
});

describe("a plug-in that fails in an odd way", () => {
  const { messages } = longConversation("openai-chat", 8);
  const odd: [string, () => unknown][] = [
    ["throws null", () => Promise.reject(null)],
    [
      "throws what cannot be a text",
      () =>
        Promise.reject({
          toString() {
            throw new Error("no text");
          },
        }),
    ],
    [
      "has a result that throws",
      () => ({
        get messages() {
          throw new Error("boom");
        },
      }),
    ],
    ["gives an error of its own", () => ({ messages, error: "no_luck" })],
  ];
  it.each(odd)("is replaced by the native one: it %s", async (_, run) => {
    plugIn(run);
    const result = await condense({ messages }, { provider: NAME });
    expect(result).toMatchObject({ provider: "native", fellBackFrom: NAME });
    expect(result.report.notes[0]?.message).toMatch(/^plug-in failed: .+; native took its place$/);
  });

  it("is refused where its name cannot be read", () => {
    const provider = {
      get name(): string {
        throw new Error("no name");
      },
    };
    expect(() => registerProvider(provider as never)).toThrow(expect.objectContaining({ code: "OPTION_INVALID" }));
  });
});

describe("arguments that are none", () => {
  const { messages } = longConversation("openai-chat", 8);
  const calls: [string, unknown, unknown][] = [
    ["no context", undefined, {}],
    ["a context of null", null, {}],
    ["a list", messages, {}],
    ["options of null", { messages }, null],
    ["options as a text", { messages }, "smart"],
  ];
  it.each(calls)("are refused by name: %s", async (_, context, options) => {
    await expect(condense(context as never, options as never)).rejects.toMatchObject({ code: "OPTION_INVALID" });
  });

  it("are too few messages where the list is empty", async () => {
    const empty: object[] = [];
    for (const provider of ["native", "smart"]) {
      const result = await condense({ messages: empty }, { provider });
      expect(result.messages).toBe(empty);
      expect(result.error).toBe(provider === "native" ? "condense_not_enough_messages" : undefined);
    }
  });
});

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import {
  type CondensationResult,
  type ContextCondensationProvider,
  type ConversationContext,
  condense,
  condenseIfNeeded,
  loadProvider,
  onCondensation,
  providerNames,
  registerProvider,
  toApiHandler,
} from "../../ts/condensation/index.js";
import { temporaryFolder } from "../support/folder.js";
import { longConversation, WIRES } from "./long.js";
import { plugIn, providerOf as provider } from "./plug-in.js";

const { messages } = longConversation("openai-chat", 8);
const context: ConversationContext = { messages, taskId: "task" };
const codes = ({ report }: CondensationResult) => report.notes.map(({ code }) => code);

describe("a condensation", () => {
  it("is the native provider's unless the settings say otherwise, and takes the other one at once", async () => {
    expect((await condense(context)).provider).toBe("native");
    expect((await condense(context, { provider: "smart" })).provider).toBe("smart");
    expect((await condense(context, { settings: { modes: { code: { provider: "smart" } } } })).provider).toBe("native");
    const inMode = { ...context, mode: "code" };
    expect((await condense(inMode, { settings: { modes: { code: { provider: "smart" } } } })).provider).toBe("smart");
  });

  it("is a plug-in's where its name is chosen", async () => {
    const name = plugIn(async ({ messages }) => ({ messages: messages.slice(-2), summary: "mine" }) as never);
    expect(providerNames()).toEqual(["native", "smart", name]);
    const result = await condense(context, { provider: name });
    expect(result).toMatchObject({ summary: "mine", messages: messages.slice(-2) });
    expect(codes(result)).toEqual([]);
  });

  it("can be made again with the same options", async () => {
    let calls = 0;
    const name = plugIn(async ({ messages }) => {
      calls++;
      if (calls === 1) throw new Error("busy");
      return { messages: messages.slice(-1) } as never;
    });
    const first = await condense(context, { provider: name });
    expect(first).toMatchObject({ provider: "native", fellBackFrom: name });
    expect(await first.retry()).toMatchObject({ messages: messages.slice(-1) });
  });

  it("replaces wrong settings by their defaults, and names them", async () => {
    const result = await condense(context, { targetReductionPercent: 300, typo: 1 } as never);
    expect(result.provider).toBe("native");
    expect(codes(result).filter((code) => code === "setting_invalid")).toHaveLength(2);
    expect(result.report.notes[0]?.message).toMatch(
      /targetReductionPercent: .* from 1 to 95, got 300; the default was used/,
    );
  });
});

async function* paidText(text: string) {
  yield { type: "text" as const, text };
  yield { type: "usage" as const, inputTokens: 10, outputTokens: 10, totalCost: 0.25 };
}

describe("a provider that fails", () => {
  const cases: [string, ContextCondensationProvider["condense"], RegExp][] = [
    ["throws", async () => Promise.reject(new Error("boom")), /plug-in failed: boom; native took its place/],
    [
      "throws at once",
      () => {
        throw new Error("boom");
      },
      /boom/,
    ],
    ["returns nothing", async () => undefined as never, /it returned no result/],
    ["returns no messages", async () => ({ messages: [] }) as never, /it returned no messages/],
    ["returns what are no messages", async () => ({ messages: [1, 2] }) as never, /it returned no messages/],
    [
      "returns a longer conversation",
      async ({ messages: list }) => ({ messages: [...list, ...list] }) as never,
      /returned more than it was given/,
    ],
    [
      "returns a result without its call",
      async ({ messages: list }) => ({ messages: list.filter((_, index) => index !== 1) }) as never,
      /breaks a rule: call "call_1" and its result are not both there/,
    ],
    ["hangs", () => new Promise(() => {}), /no answer within 50 ms/],
    [
      "gives an error",
      async ({ messages: list }) => ({ messages: list, error: "condense_failed", errorMessage: "no luck" }) as never,
      /no luck/,
    ],
  ];

  it.each(cases)("is replaced by the native one, with the reason: it %s", async (_, run, reason) => {
    const before = structuredClone(messages);
    const name = plugIn(run);
    const result = await condense(context, { provider: name, timeoutMs: 50 });
    expect(result).toMatchObject({ provider: "native", fellBackFrom: name });
    expect(result.report.userMessagesSummarised).toBeGreaterThan(0);
    expect(codes(result)).toEqual(["provider_failed", "user_messages_summarised"]);
    expect(result.report.notes[0]?.message).toMatch(reason);
    expect(messages).toEqual(before);
  });

  it("is in the account of what took its place: its time, its calls, and their cost", async () => {
    const apiHandler = toApiHandler(async () => "more words than there were ".repeat(5000));
    const paid = { ...apiHandler, createMessage: () => paidText("more words than there were ".repeat(5000)) };
    const slow = plugIn(async () => {
      await new Promise((done) => setTimeout(done, 60));
      throw new Error("boom");
    });
    const result = await condense(context, { provider: slow, apiHandler: paid });
    expect(result).toMatchObject({ provider: "truncation", fellBackFrom: slow, cost: 0.25 });
    expect(result.metrics).toMatchObject({ modelCalls: 1, costUsd: 0.25 });
    expect(result.metrics.durationMs).toBeGreaterThanOrEqual(60);
    const unknown = await condense(context, { provider: slow, apiHandler });
    expect(unknown.metrics.modelCalls).toBe(1);
    expect(unknown.metrics.costUsd).toBeUndefined();
  });

  it("is replaced where it loses a pinned text", async () => {
    const name = plugIn(async ({ messages: list }) => ({ messages: list.slice(-1) }) as never);
    const result = await condense(context, { provider: name, pin: ["question 1 about"] });
    expect(result).toMatchObject({ provider: "native", fellBackFrom: name });
    expect(result.report.notes[0]?.message).toMatch(/the pinned text "question 1 about" is not there/);
  });

  it.each([
    ["itself", ["plug-in"]],
    ["another one that calls it", ["plug-in", "other-plug-in"]],
  ])("is stopped where it calls %s, and native takes its place", async (_, names) => {
    for (const [at, name] of names.entries()) {
      const next = names[(at + 1) % names.length] ?? name;
      plugIn(async (given, options) => condense(given, { ...options, provider: next }), name);
    }
    const result = await condense(context, { provider: "plug-in", timeoutMs: 5_000 });
    expect(result.messages.length).toBeLessThan(messages.length);
    expect(result.report.notes[0]?.message).toBe("plug-in failed: it calls itself; native took its place");
  });

  it("is replaced where there is none of its name", async () => {
    const result = await condense(context, { provider: "unheard-of" });
    expect(result).toMatchObject({ provider: "native", fellBackFrom: "unheard-of" });
    expect(result.report.notes[0]?.message).toMatch(/unknown provider "unheard-of"; valid providers: .*native/);
  });

  it("is stopped by the caller's signal, and nothing takes its place", async () => {
    const controller = new AbortController();
    const name = plugIn(() => new Promise(() => {}));
    const asked = condense(context, { provider: name, signal: controller.signal });
    controller.abort();
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe.each(WIRES)("where the native provider fails on %s", (wire) => {
  const long = longConversation(wire, 8);
  const broken = {
    // biome-ignore lint/correctness/useYield: it fails before it has anything to give
    async *createMessage(): AsyncGenerator<never> {
      throw new Error("no model");
    },
    countTokens: async (blocks: readonly { text: string }[]) => blocks.reduce((sum, { text }) => sum + text.length, 0),
    getModel: () => ({ id: "broken" }),
  };

  it("old messages are dropped with a line in their place, and the first and the newest stay", async () => {
    const events: string[] = [];
    onTestFinished(onCondensation((name) => events.push(name)));
    const result = await condense({ messages: long.messages }, { apiHandler: broken });
    expect(result).toMatchObject({ provider: "truncation", fellBackFrom: "native" });
    expect(result.error).toBeUndefined();
    expect(codes(result)).toContain("native_failed");
    expect(result.messages.slice(-3)).toEqual(long.messages.slice(-3));
    expect(JSON.stringify(result.messages)).toMatch(/\[\d+ earlier messages dropped\]/);
    expect(result.newContextTokens).toBeLessThanOrEqual(result.metrics.originalTokens / 2 + 200);
    expect(events).toEqual(["Sliding Window Truncation", "Context Condensed", "condensation"]);
  });

  it("messages with pinned texts stay, with what they are a pair with", async () => {
    const result = await condense({ messages: long.messages }, { apiHandler: broken, pin: ["line of file 2 ", ""] });
    expect(result.provider).toBe("truncation");
    const text = JSON.stringify(result.messages);
    expect(text).toContain("line of file 2 with some text");
    expect(text).toContain("call_2");
    expect(text).not.toContain("line of file 3 with some text");
  });

  it("and nothing may be dropped, the conversation comes back as it came, with the error", async () => {
    const pin = ["e"];
    const result = await condense({ messages: long.messages }, { apiHandler: broken, pin });
    expect(result.messages).toBe(long.messages);
    expect(result.error).toBeDefined();
    expect(result.errorMessage).toBeTruthy();
  });
});

describe("a handler that counts tokens", () => {
  const counting = () => {
    const counted: string[] = [];
    const handler = {
      async *createMessage() {
        yield { type: "text" as const, text: "A summary." };
      },
      countTokens: async (blocks: readonly { text: string }[]) => {
        counted.push(...blocks.map(({ text }) => text));
        return blocks.reduce((sum, { text }) => sum + Math.ceil(text.length / 4), 0);
      },
      getModel: () => ({ id: "counting" }),
    };
    return { handler, counted };
  };

  // biome-ignore lint/correctness/useYield: it fails before it has anything to give
  async function* failing(): AsyncGenerator<never> {
    throw new Error("no model");
  }

  it.each([
    ["smart", "smart", {}],
    ["native", "native", {}],
    ["a provider that fails, native in its place", "unheard-of", {}],
    ["truncation, since native fails too", "unheard-of", { createMessage: failing }],
  ])("is asked once for each distinct text, also by condenseIfNeeded before it: %s", async (_, provider, more) => {
    const { handler, counted } = counting();
    const options = { provider, apiHandler: { ...handler, ...more } };
    const { needed, result } = await condenseIfNeeded({ ...context, contextTokens: 10 }, options);
    expect([needed, result?.report.changed]).toEqual([true, true]);
    expect(counted.length).toBeGreaterThan(messages.length / 2);
    expect(new Set(counted).size).toBe(counted.length);
  });

  it("is asked again by the next condensation after it failed", async () => {
    const { handler, counted } = counting();
    let isDown = true;
    const failing = {
      ...handler,
      countTokens: async (blocks: readonly { text: string }[]) => {
        if (!isDown) return handler.countTokens(blocks);
        isDown = false;
        throw new Error("busy");
      },
    };
    const result = await condense(context, { provider: "smart", apiHandler: failing });
    expect(result).toMatchObject({ provider: "smart" });
    expect(codes(result)).toContain("handler_invalid");
    counted.length = 0;
    expect(codes(await result.retry())).not.toContain("handler_invalid");
    expect(counted.length).toBeGreaterThan(0);
    expect(new Set(counted).size).toBe(counted.length);
  });
});

describe("condenseIfNeeded", () => {
  it("acts from the share of the limit on that the settings name", async () => {
    const { tokens } = await condenseIfNeeded({ ...context, contextTokens: 1e6 });
    const at = (contextTokens: number, options = {}) => condenseIfNeeded({ ...context, contextTokens }, options);
    expect(await at(tokens + 1)).toMatchObject({ needed: false, threshold: tokens + 1 });
    expect(await at(tokens)).toMatchObject({ needed: true, result: { report: { isAutomaticTrigger: true } } });
    expect(await at(tokens * 2, { autoCondenseContextPercent: 50 })).toMatchObject({ needed: true });
    expect(await at(tokens, { autoCondenseContext: false })).toMatchObject({ needed: false });
  });

  it("does nothing where the limit is unknown", async () => {
    expect(await condenseIfNeeded(context)).toMatchObject({ needed: false, threshold: undefined });
  });
});

describe("registerProvider", () => {
  it.each([
    ["nothing", undefined, /expected an object/],
    [
      "an object without condense",
      { ...provider("x", async () => ({}) as never), condense: 1 },
      /condense: expected a function/,
    ],
    ["a name with spaces", provider("my provider", async () => ({}) as never), /name: expected small letters/],
    [
      "a name of the package's own",
      provider("native", async () => ({}) as never),
      /native is one of the package's own/,
    ],
  ])("refuses %s", (_, value, message) => {
    expect(() => registerProvider(value as never)).toThrow(message);
  });
});

describe("a plug-in in a file", () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const METHODS =
    "supportsLossless() { return false } supportsContentTypeAwareness() { return false } supportsCustomPrompts() { return false } async estimateReduction() {}";

  afterEach(() => rmSync(join(folder, "gone.mjs"), { force: true }));

  it("is loaded as a class or an object, and used by its name", async () => {
    write(
      "mine.mjs",
      `export default class { name = "mine"; description = ""; version = "1"; async condense({ messages }) { return { messages: messages.slice(-1) }; } ${METHODS} }`,
    );
    expect(await loadProvider("./mine.mjs", folder)).toBe("mine");
    expect((await condense(context, { provider: "mine" })).messages).toEqual(messages.slice(-1));
  });

  it("is loaded by the name of a package of the folder", async () => {
    mkdirSync(join(folder, "node_modules", "tamis-plug-in"), { recursive: true });
    write("node_modules/tamis-plug-in/package.json", '{"name":"tamis-plug-in","main":"main.mjs"}');
    write(
      "node_modules/tamis-plug-in/main.mjs",
      `export const provider = { name: "packed", description: "", version: "1", async condense({ messages }) { return { messages: messages.slice(-1) }; }, ${METHODS.replaceAll("} ", "}, ")} };`,
    );
    expect(await loadProvider("tamis-plug-in", folder)).toBe("packed");
    expect((await condense(context, { provider: "packed" })).messages).toEqual(messages.slice(-1));
  });

  it.each([
    ["is not there", "", /plug-in "\.\/gone\.mjs": Cannot find module/],
    ["does not parse", "export default {", /plug-in "\.\/gone\.mjs"/],
    ["throws", "throw new Error('broken')", /broken/],
    ["exports no provider", "export const a = 1;", /expected an object with name and condense/],
  ])("is refused with a clear message where it %s", async (what, text, message) => {
    const name = what === "is not there" ? "./gone.mjs" : `./${what.replaceAll(" ", "-")}.mjs`;
    if (text !== "") write(name, text);
    await expect(loadProvider(name, folder)).rejects.toThrow(what === "does not parse" ? /plug-in/ : message);
    await expect(loadProvider(name, folder)).rejects.toMatchObject({ code: "OPTION_INVALID" });
  });
});

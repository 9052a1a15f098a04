import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
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
} from "../../ts/condensation/index.js";
import { longConversation, WIRES } from "./long.js";

const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0)) one();
});

/** A provider that does something else than condense. */
function provider(name: string, run: ContextCondensationProvider["condense"]): ContextCondensationProvider {
  return {
    ...{ name, description: "For tests.", version: "1.0.0", condense: run },
    supportsLossless: () => false,
    supportsContentTypeAwareness: () => false,
    supportsCustomPrompts: () => false,
    estimateReduction: async () => ({ tokensBefore: 0, tokensAfter: 0, reductionPercent: 0, lossless: 0, lossy: 0 }),
  };
}

function plugIn(run: ContextCondensationProvider["condense"], name = "plug-in"): string {
  undo.push(registerProvider(provider(name, run)));
  return name;
}

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
    ["hangs", () => new Promise(() => {}), /no answer within 50 ms/],
    ["calls itself", async (given, options) => condense(given, { ...options, provider: "plug-in" }), /./],
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
    if (run.toString().includes("condense(given")) expect(result.messages.length).toBeLessThan(messages.length);
    else {
      expect(result).toMatchObject({ provider: "native", fellBackFrom: name });
      expect(result.report.userMessagesSummarised).toBeGreaterThan(0);
      expect(codes(result)).toEqual(["provider_failed", "user_messages_summarised"]);
      expect(result.report.notes[0]?.message).toMatch(reason);
    }
    expect(messages).toEqual(before);
  });

  it("is replaced by truncation, which keeps every message of the user, where the settings ask for that", async () => {
    const name = plugIn(() => Promise.reject(new Error("boom")));
    const result = await condense(context, { provider: name, fallback: { keepUserMessages: true } });
    expect(result).toMatchObject({ provider: "truncation", fellBackFrom: name });
    expect(result.report.notes[0]?.message).toMatch(/boom; old messages were dropped/);
    for (const message of messages.filter((one) => Reflect.get(one, "role") === "user"))
      expect(result.messages).toContain(message);
    expect(result.newContextTokens).toBeLessThan(result.metrics.originalTokens);
  });

  it("is replaced where there is none of its name", async () => {
    const result = await condense(context, { provider: "unheard-of" });
    expect(result).toMatchObject({ provider: "native", fellBackFrom: "unheard-of" });
    expect(result.report.notes[0]?.message).toMatch(/there is no provider of this name; known: native, smart/);
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
    undo.push(onCondensation((name) => events.push(name)));
    const result = await condense({ messages: long.messages }, { apiHandler: broken });
    expect(result).toMatchObject({ provider: "truncation", fellBackFrom: "native" });
    expect(result.error).toBeUndefined();
    expect(codes(result)).toContain("native_failed");
    expect(result.messages.slice(-3)).toEqual(long.messages.slice(-3));
    expect(JSON.stringify(result.messages)).toMatch(/\[\d+ earlier messages dropped\]/);
    expect(result.newContextTokens).toBeLessThanOrEqual(result.metrics.originalTokens / 2 + 200);
    expect(events).toEqual(["Sliding Window Truncation", "Context Condensed", "condensation"]);
  });

  it("and nothing may be dropped, the conversation comes back as it came, with the error", async () => {
    const pin = ["e"];
    const result = await condense({ messages: long.messages }, { apiHandler: broken, pin });
    expect(result.messages).toBe(long.messages);
    expect(result.error).toBeDefined();
    expect(result.errorMessage).toBeTruthy();
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
  const folder = mkdtempSync(join(tmpdir(), "tamis-plug-in-"));
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

import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openConversation } from "../../ts/condensation/conversation/open.js";
import { onCondensation } from "../../ts/condensation/events.js";
import { expandConversation } from "../../ts/condensation/lossless/references/expand-conversation.js";
import type { ConversationContext } from "../../ts/condensation/providers/base/context.js";
import { decisionTokens } from "../../ts/condensation/providers/smart/measure.js";
import { ReplayMemory } from "../../ts/condensation/replay/memory.js";
import { type ReplayedHistory, replayCondensation } from "../../ts/condensation/replay/replay.js";
import { toApiHandler } from "../../ts/llm/handler/to-api-handler.js";
import { MemorySummaryStore } from "../../ts/pipeline/summary/store.js";
import { createPrefixChecker } from "../../ts/validate/index.js";
import { validateRequest } from "../../ts/validate/validate.js";
import { BOUND_MODEL } from "../support/thinking-conversation.js";
import { boundConversation } from "./bound-conversation.js";
import { longConversation } from "./long-conversation.js";

const TURNS = 40;
const settings = (limitTokens: number, provider = "smart") => ({ limitTokens, settings: { provider } });

/** Where requests are sent: in front of what the assistant says, and at the end. */
const cutsOf = (messages: readonly { role?: string }[]) =>
  messages
    .flatMap((message, index) => (message.role === "assistant" && index > 0 ? [index] : []))
    .concat(messages.length);

const CONVERSATIONS: [string, ConversationContext, number][] = [
  ["OpenAI Chat", { wire: "openai-chat", messages: longConversation({ turns: TURNS }) }, 20_000],
  [
    "Anthropic with bound thinking",
    { wire: "anthropic", model: BOUND_MODEL, messages: boundConversation(TURNS) },
    9_000,
  ],
];

const CASES = CONVERSATIONS.flatMap(([name, context, limit]) =>
  ["smart", "native"].map((provider) => [name, provider, context, limit] as const),
);

describe.each(CASES)("a condensation over 40 turns: %s, %s", (_, provider, context, limit) => {
  const cuts = cutsOf(context.messages as { role?: string }[]);
  const memory = new ReplayMemory();
  let requests: ReplayedHistory[] = [];
  beforeAll(async () => {
    const shared = { ...settings(limit, provider), memory };
    requests = [];
    for (const cut of cuts)
      requests.push(await replayCondensation({ ...context, messages: context.messages.slice(0, cut) }, shared));
  }, 60_000);

  it("is made at a few steps, and keeps requests small", () => {
    const moves = requests.at(-1)?.moves ?? [];
    expect(moves.length).toBeGreaterThan(1);
    expect(moves.length).toBeLessThan(cuts.length / 4);
    const tokens = (messages: readonly object[]) => decisionTokens(openConversation({ ...context, messages }));
    expect(tokens(requests.at(-1)?.messages ?? [])).toBeLessThan(tokens(context.messages) / 2);
  });

  it("repeats itself with the same bytes until the next one", () => {
    for (const [at, { messages, moves }] of requests.entries()) {
      const before = requests[at - 1];
      if (before === undefined || moves.at(-1) === cuts[at]) continue;
      expect(JSON.stringify(messages).startsWith(JSON.stringify(before.messages).slice(0, -1))).toBe(true);
    }
  });

  it("gives the same bytes on another replica, which sees the newest history alone", async () => {
    const history = JSON.parse(JSON.stringify(context)) as ConversationContext;
    const other = await replayCondensation(history, settings(limit, provider));
    expect(JSON.stringify(other.messages)).toBe(JSON.stringify(requests.at(-1)?.messages));
    expect(other.references).toEqual(requests.at(-1)?.references);
  });

  it("breaks no prefix and no rule of the wire", () => {
    const checker = createPrefixChecker({ wire: context.wire ?? "openai-chat" });
    for (const { messages } of requests) {
      const request = { model: context.model ?? "gpt-5", messages };
      expect(checker.check(request)).toEqual([]);
      const own = new Set(validateRequest({ ...request, messages: context.messages }).map(({ rule }) => rule));
      expect(validateRequest(request).filter(({ rule }) => !own.has(rule))).toEqual([]);
    }
  });

  it("has references that all lead to their originals", () => {
    for (const { messages, references } of requests) {
      expect(expandConversation({ ...context, messages }, references).missing).toEqual([]);
    }
  });

  it("tells of itself at the step at which it is made, and not where it is repeated", () => {
    for (const [at, { event, moves }] of requests.entries()) {
      expect(event !== undefined).toBe(moves.at(-1) === cuts[at]);
      if (event !== undefined) expect(event.finalTokens).toBeLessThan(event.originalTokens);
    }
  });
});

describe("a condensation by a model", () => {
  const [, context, limit] = CONVERSATIONS[0] as (typeof CONVERSATIONS)[0];
  let asked = 0;
  const apiHandler = toApiHandler(async () => `summary number ${++asked}`);
  const replay = (options: object, cut?: number) =>
    replayCondensation({ ...context, messages: context.messages.slice(0, cut) }, {
      ...settings(limit, "native"),
      ...options,
    } as Parameters<typeof replayCondensation>[1]);

  it("is written once, kept in the store, and the same in every process that has the store", async () => {
    const summaryStore = new MemorySummaryStore();
    asked = 0;
    const one = await replay({ apiHandler, summaryStore });
    expect(asked).toBe(one.moves.length);
    const two = await replay({ apiHandler, summaryStore });
    expect([JSON.stringify(two.messages), asked]).toEqual([JSON.stringify(one.messages), one.moves.length]);
    expect(JSON.stringify(one.messages)).toContain("summary number");
  });

  it("is not asked for without a store", async () => {
    asked = 0;
    const { messages } = await replay({ apiHandler });
    expect(asked).toBe(0);
    expect(JSON.stringify(messages)).toBe(JSON.stringify((await replay({})).messages));
  });

  it("is the extract, and stays it, where the model fails", async () => {
    let isDown = true;
    const failing = toApiHandler(async () => {
      if (isDown) throw Object.assign(new Error("down"), { status: 400 });
      return "too late";
    });
    const summaryStore = new MemorySummaryStore();
    const one = await replay({ apiHandler: failing, summaryStore });
    isDown = false;
    const two = await replay({ apiHandler: failing, summaryStore });
    expect(JSON.stringify(two.messages)).toBe(JSON.stringify(one.messages));
    expect(JSON.stringify(one.messages)).not.toContain("too late");
  });

  it("takes the text of a replica that was faster", async () => {
    const texts = new Map<string, string>();
    const summaryStore = {
      get: (key: string) => texts.get(key),
      put: (key: string, text: string) => void texts.set(key, text),
    };
    const slow = toApiHandler(async () => {
      for (let tries = 0; tries < 100 && texts.size === 0; tries++) await new Promise((done) => setTimeout(done, 5));
      return "slow";
    });
    const cut = (await replay({})).moves[0];
    const later = replay({ apiHandler: slow, summaryStore }, cut);
    const first = await replay({ apiHandler: toApiHandler(async () => "fast"), summaryStore }, cut);
    expect(JSON.stringify((await later).messages)).toBe(JSON.stringify(first.messages));
  });
});

describe("a replayed condensation", () => {
  const [, context, limit] = CONVERSATIONS[0] as (typeof CONVERSATIONS)[0];

  it("sends its events once, however often it is repeated", async () => {
    const heard: string[] = [];
    onTestFinished(onCondensation((name) => heard.push(name)));
    const memory = new ReplayMemory();
    const { moves } = await replayCondensation(context, settings(limit));
    heard.length = 0;
    const cut = moves[0] ?? 0;
    const short = { ...context, messages: context.messages.slice(0, cut) };
    for (let time = 0; time < 3; time++) await replayCondensation(short, { ...settings(limit), memory });
    expect(heard).toEqual(["Context Condensed", "condensation"]);
  });

  it("is by native where the settings name a plug-in, of which nothing is known that repeats itself", async () => {
    const own = await replayCondensation(context, settings(limit, "native"));
    const other = await replayCondensation(context, settings(limit, "mine"));
    expect(JSON.stringify(other.messages)).toBe(JSON.stringify(own.messages));
  });

  it("is forgotten first where it was used longest ago", async () => {
    const memory = new ReplayMemory(10);
    let made = 0;
    const make = async () => {
      made++;
      return undefined;
    };
    for (const key of ["aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb"]) await memory.recall(key, make);
    expect(made).toBe(4);
  });

  it("is made once for all who ask while it is under way, also where the memory is full", async () => {
    const memory = new ReplayMemory(1);
    let made = 0;
    let end = () => {};
    const slow = () => {
      made++;
      return new Promise<undefined>((resolve) => {
        end = () => resolve(undefined);
      });
    };
    const first = memory.recall("slow", slow);
    await memory.recall("other", async () => undefined);
    const second = memory.recall("slow", slow);
    end();
    await Promise.all([first, second]);
    expect(made).toBe(1);
  });
});

describe("a condensation that cannot be made", () => {
  it("leaves a short conversation as it is", async () => {
    const messages = longConversation({ turns: 2 });
    const replayed = await replayCondensation({ wire: "openai-chat", messages }, settings(1_000_000));
    expect(replayed.messages).toEqual(messages);
    expect(replayed.moves).toEqual([]);
  });

  it("is refused for a limit that is no number of tokens", async () => {
    const messages = longConversation({ turns: 1 });
    await expect(replayCondensation({ messages }, settings(0))).rejects.toThrow(/limitTokens/);
  });

  it("waits in a bound conversation until the user speaks", async () => {
    const messages = boundConversation(TURNS) as { content: unknown }[];
    const context = { wire: "anthropic", model: BOUND_MODEL, messages } as const;
    const early = await replayCondensation({ ...context, messages: messages.slice(0, 7) }, settings(1_000));
    expect(early.moves).toEqual([]);
    const { moves } = await replayCondensation(context, settings(1_000));
    expect(moves.length).toBeGreaterThan(1);
    for (const cut of moves) expect(messages[cut - 1]?.content).toMatch(/^Now part/);
  });
});

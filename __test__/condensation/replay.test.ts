import { describe, expect, it } from "vitest";
import { openConversation } from "../../ts/condensation/conversation/open.js";
import { expandConversation } from "../../ts/condensation/lossless/references/expand-conversation.js";
import type { ConversationContext } from "../../ts/condensation/providers/base/context.js";
import { decisionTokens } from "../../ts/condensation/providers/smart/measure.js";
import { replayCondensation } from "../../ts/condensation/providers/smart/replay.js";
import { createPrefixChecker } from "../../ts/validate/index.js";
import { validateRequest } from "../../ts/validate/validate.js";
import { BOUND_MODEL } from "../support/thinking-conversation.js";
import { fileOf, longConversation } from "./long-conversation.js";

const TURNS = 40;
const settings = (limitTokens: number) => ({ limitTokens });

/** An agent with thinking whose provider checks it: the user speaks every fourth turn, and a file is read again. */
function boundConversation(turns: number): object[] {
  const messages: object[] = [{ role: "user", content: "Please do it." }];
  for (let turn = 0; turn < turns; turn++) {
    const id = `call_${turn}`;
    messages.push(
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: `I look at ${turn}.`, signature: `sig${turn}` },
          { type: "tool_use", id, name: "read_file", input: { path: `src/m${turn % 7}.ts` } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: fileOf(turn % 7) }] },
    );
    if (turn % 4 !== 3) continue;
    messages.push(
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: `I sum up ${turn}.`, signature: `end${turn}` },
          { type: "text", text: `Part ${turn} is done.` },
        ],
      },
      { role: "user", content: `Now part ${turn + 1}.` },
    );
  }
  return messages;
}

/** Where requests are sent: in front of what the assistant says, and at the end. */
const cutsOf = (messages: readonly { role?: string }[]) =>
  messages
    .flatMap((message, index) => (message.role === "assistant" && index > 0 ? [index] : []))
    .concat(messages.length);

describe.each([
  ["OpenAI Chat", { wire: "openai-chat", messages: longConversation({ turns: TURNS }) } as const, 20_000],
  [
    "Anthropic with bound thinking",
    { wire: "anthropic", model: BOUND_MODEL, messages: boundConversation(TURNS) } as const,
    9_000,
  ],
])("a condensation over 40 turns: %s", (_, context: ConversationContext, limit) => {
  const cuts = cutsOf(context.messages as { role?: string }[]);
  const requestAt = (cut: number) =>
    replayCondensation({ ...context, messages: context.messages.slice(0, cut) }, settings(limit));
  const requests = cuts.map(requestAt);

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

  it("gives the same bytes on another replica, which sees the newest history alone", () => {
    const history = JSON.parse(JSON.stringify(context)) as ConversationContext;
    const other = replayCondensation(history, settings(limit));
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
});

describe("a condensation that cannot be made", () => {
  it("leaves a short conversation as it is", () => {
    const messages = longConversation({ turns: 2 });
    const replayed = replayCondensation({ wire: "openai-chat", messages }, settings(1_000_000));
    expect(replayed.messages).toEqual(messages);
    expect(replayed.moves).toEqual([]);
  });

  it("is refused for a limit that is no number of tokens", () => {
    expect(() => replayCondensation({ messages: longConversation({ turns: 1 }) }, settings(0))).toThrow(/limitTokens/);
  });

  it("waits in a bound conversation until the user speaks", () => {
    const messages = boundConversation(TURNS) as { content: unknown }[];
    const context = { wire: "anthropic", model: BOUND_MODEL, messages } as const;
    expect(replayCondensation({ ...context, messages: messages.slice(0, 7) }, settings(1_000)).moves).toEqual([]);
    const { moves } = replayCondensation(context, settings(1_000));
    expect(moves.length).toBeGreaterThan(1);
    for (const cut of moves) expect(messages[cut - 1]?.content).toMatch(/^Now part/);
  });
});

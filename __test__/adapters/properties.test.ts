import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tamisModelMiddleware } from "../../ts/adapters/ai-sdk.js";
import { tamisFetch } from "../../ts/adapters/fetch.js";
import { tamisMessages } from "../../ts/adapters/langchain.js";
import { reduceBody, reduceRequest, type Wire } from "../../ts/index.js";
import { text, toolName } from "../support/arbitrary-chat.js";
import { arbitraryWirePolicy } from "../support/arbitrary-wire-case.js";
import { REQUESTS } from "../support/arbitrary-wires.js";
import { cases, timeLimit } from "../support/cases.js";
import { arbitraryJsonStyle, renderJson } from "../support/render-json.js";

const ENDPOINTS: Record<Wire, string> = {
  "openai-chat": "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  anthropic: "/v1/messages",
  gemini: "/v1beta/models/gemini-2.5-pro:generateContent",
};

describe.each(REQUESTS)("any request in %s", (wire, arbitraryRequest) => {
  const path = ENDPOINTS[wire];

  it(
    "is sent by tamisFetch as reduceBody gives it, and as it came where that changes nothing",
    async () => {
      let changedCount = 0;
      const property = fc.asyncProperty(
        arbitraryRequest,
        arbitraryJsonStyle,
        arbitraryWirePolicy,
        fc.boolean(),
        async (request, style, policy, asText) => {
          const bytes = Buffer.from(renderJson(request, style));
          const body = asText ? bytes.toString() : bytes;
          let sent: unknown;
          const own = tamisFetch(policy, {
            // A conversation that is first seen in the middle is not edited where thinking is checked.
            sessions: 0,
            fetch: async (_, init) => {
              sent = init?.body;
              return new Response();
            },
          });
          await own(`https://api.example.com${path}`, { method: "POST", body });
          const model = wire === "gemini" ? { model: "gemini-2.5-pro" } : {};
          const expected = reduceBody(Buffer.from(body), policy, { wire, host: "api.example.com", ...model });
          if (expected.changed) expect(Buffer.compare(Buffer.from(sent as Buffer), expected.body)).toBe(0);
          else expect(sent).toBe(body);
          changedCount += Number(expected.changed);
        },
      );
      await fc.assert(property, { numRuns: cases(150) });
      expect(changedCount).toBeGreaterThan(5);
    },
    timeLimit(60_000),
  );
});

/** A history in no library's terms. */
const arbitraryHistory = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ user: text }) },
    {
      weight: 5,
      arbitrary: fc.record({
        say: fc.option(text, { nil: "" }),
        calls: fc.array(fc.record({ name: toolName, result: text, failed: fc.boolean() }), {
          minLength: 1,
          maxLength: 3,
        }),
      }),
    },
  ),
  { minLength: 3, maxLength: 14 },
);
type History = (typeof arbitraryHistory extends fc.Arbitrary<infer T> ? T : never)[number][];

const idOf = (turn: number, call: number) => `call_${turn}_${call}`;
const textPart = (value: string) => ({ type: "text" as const, text: value });

/** The same history for each library, and as requests that a test's author would write by hand. */
const writers = {
  chat: (history: History) => ({
    messages: history.flatMap((turn, at): object[] => {
      if ("user" in turn) return [{ role: "user", content: turn.user }];
      const tool_calls = turn.calls.map(({ name }, index) => ({
        id: idOf(at, index),
        type: "function",
        function: { name, arguments: "{}" },
      }));
      return [
        { role: "assistant", content: turn.say, tool_calls },
        ...turn.calls.map(({ result }, index) => ({ role: "tool", tool_call_id: idOf(at, index), content: result })),
      ];
    }),
  }),
  anthropic: (history: History) => ({
    system: [],
    messages: history.reduce<{ role: string; content: object[] }[]>((messages, turn, at) => {
      const say = (role: string, content: object[]) => {
        const last = messages.at(-1);
        // The provider joins what one role says in a row.
        if (last?.role === role) last.content.push(...content);
        else messages.push({ role, content });
      };
      if ("user" in turn) {
        say("user", [textPart(turn.user)]);
        return messages;
      }
      const used = turn.calls.map(({ name }, index) => ({ type: "tool_use", id: idOf(at, index), name, input: {} }));
      say("assistant", [textPart(turn.say), ...used]);
      const results = turn.calls.map(({ result: content, failed: is_error }, index) => ({
        type: "tool_result",
        tool_use_id: idOf(at, index),
        content,
        is_error,
      }));
      say("user", results);
      return messages;
    }, []),
  }),
  aiSdk: (history: History) =>
    history.flatMap((turn, at): object[] => {
      if ("user" in turn) return [{ role: "user", content: [textPart(turn.user)] }];
      const ids = turn.calls.map(({ name }, index) => ({ toolCallId: idOf(at, index), toolName: name }));
      const results = turn.calls.map(({ result: value, failed }, index) => ({
        type: "tool-result",
        ...ids[index],
        output: { type: failed ? "error-text" : "text", value },
      }));
      const called = ids.map((id) => ({ type: "tool-call", ...id, input: {} }));
      return [
        { role: "assistant", content: [textPart(turn.say), ...called] },
        { role: "tool", content: results },
      ];
    }),
  langchain: (history: History) =>
    history.flatMap((turn, at): BaseMessage[] => {
      if ("user" in turn) return [new HumanMessage(turn.user)];
      const tool_calls = turn.calls.map(({ name }, index) => ({ id: idOf(at, index), name, args: {} }));
      return [
        new AIMessage({ content: turn.say, tool_calls }),
        ...turn.calls.map(
          ({ result, failed }, index) =>
            new ToolMessage({
              tool_call_id: idOf(at, index),
              content: result,
              status: failed ? "error" : "success",
            }),
        ),
      ];
    }),
};

/** The texts of the results, in order, at any place. */
function resultsOf(value: unknown): unknown[] {
  const all: unknown[] = [];
  JSON.stringify(value, (_, one) => {
    if (one?.role === "tool" && typeof one.content === "string") all.push(one.content);
    if (one?.type === "tool_result") all.push(one.content);
    if (one?.type === "tool-result") all.push(one.output.value);
    return one;
  });
  return all;
}

const anthropicModel = { _llmType: () => "anthropic", model: "claude-sonnet-5" };

describe("any history", () => {
  it.each(["chat", "anthropic"] as const)(
    "is masked alike by the middlewares and as a request of %s",
    async (kind) => {
      let maskedCount = 0;
      const isClaude = kind === "anthropic";
      const wire = isClaude ? "anthropic" : "openai-chat";
      const property = fc.asyncProperty(arbitraryHistory, arbitraryWirePolicy, async (history, policy) => {
        const request = isClaude ? writers.anthropic(history) : writers.chat(history);
        const { body, changed } = reduceRequest(request, policy, { wire });
        const expected = resultsOf(body);
        maskedCount += Number(changed);

        const prompt = writers.aiSdk(history);
        const model = { provider: isClaude ? "anthropic.messages" : "openai.chat", modelId: "m" };
        const { prompt: reduced } = await tamisModelMiddleware(policy).transformParams({ params: { prompt }, model });
        expect(resultsOf(reduced)).toEqual(expected);

        const messages = writers.langchain(history);
        const own = tamisMessages(policy, isClaude ? { model: anthropicModel } : {});
        const after = await own(messages);
        const contents = (list: readonly BaseMessage[]) =>
          list.filter(ToolMessage.isInstance).map(({ content }) => content);
        expect(contents(after)).toEqual(expected);
        // Again changes nothing, and what did not change is the very same.
        expect(contents(await own(after))).toEqual(expected);
        for (const [index, message] of after.entries())
          if (message.content === messages[index]?.content) expect(message).toBe(messages[index]);
      });
      await fc.assert(property, { numRuns: cases(200) });
      expect(maskedCount).toBeGreaterThan(20);
    },
    timeLimit(60_000),
  );
});

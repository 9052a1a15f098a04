// Thinking in the messages of libraries: what is left of it stays valid, for a model that checks it.
import { describe, expect, it } from "vitest";
import { tamisModelMiddleware } from "../../ts/adapters/ai-sdk.js";
import { tamisMessages } from "../../ts/adapters/langchain.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { createPrefixChecker } from "../../ts/validate/index.js";
import { boundSession } from "../support/bound-session.js";

type Block = Record<string, unknown>;
interface Message {
  role: string;
  content: Block[];
}

const POLICY: PolicyInput = {
  mask: { windowTurns: 1, minChars: 0, keepErrors: false },
  cache: { strategy: "every-turn" },
};
const MODEL = "claude-opus-5-5";
const isThinking = ({ type }: Block) => type === "thinking" || type === "redacted_thinking";

/** A library's messages: from Anthropic's, reduced, and back. */
interface Library {
  reduce(messages: readonly Message[]): Promise<Message[]>;
}

/** Every block as one message, so that both libraries write it in one way. */
const single = (messages: readonly Message[]) =>
  messages.flatMap(({ role, content }) => content.map((block) => ({ role, block })));

const aiSdk: Library = {
  async reduce(messages) {
    const middleware = tamisModelMiddleware(POLICY);
    const prompt = messages.map(({ role, content }) => {
      const isTool = content.some(({ type }) => type === "tool_result");
      return { role: isTool ? "tool" : role, content: role === "system" ? "reminder" : content.map(toPart) };
    });
    const { prompt: out } = await middleware.transformParams({
      params: { prompt },
      model: { provider: "anthropic.messages", modelId: MODEL },
    });
    return (out as typeof prompt).map(({ role, content }) => ({
      role: role === "tool" ? "user" : role,
      content: typeof content === "string" ? [{ type: "text", text: content }] : content.map(ofPart),
    }));
  },
};

function toPart(block: Block): Block {
  if (block.type === "thinking") {
    return { type: "reasoning", text: block.thinking, providerOptions: { anthropic: { signature: block.signature } } };
  }
  if (block.type === "redacted_thinking") {
    return { type: "reasoning", text: "", providerOptions: { anthropic: { redactedData: block.data } } };
  }
  if (block.type === "tool_use") {
    return { type: "tool-call", toolCallId: block.id, toolName: block.name, input: block.input };
  }
  if (block.type === "tool_result") {
    const output = { type: "text", value: block.content };
    return { type: "tool-result", toolCallId: block.tool_use_id, toolName: "Read", output };
  }
  return { type: "text", text: block.text };
}

function ofPart(part: Block): Block {
  const { anthropic } = (part.providerOptions ?? {}) as { anthropic?: Block };
  if (anthropic?.redactedData !== undefined) return { type: "redacted_thinking", data: anthropic.redactedData };
  if (part.type === "reasoning") return { type: "thinking", thinking: part.text, signature: anthropic?.signature };
  if (part.type === "tool-call") {
    return { type: "tool_use", id: part.toolCallId, name: part.toolName, input: part.input };
  }
  if (part.type === "tool-result") {
    return { type: "tool_result", tool_use_id: part.toolCallId, content: (part.output as Block).value };
  }
  return part;
}

const langChain: Library = {
  async reduce(messages) {
    const reduce = tamisMessages(POLICY, { model: { model: MODEL, _llmType: () => "anthropic" } });
    const given = messages.flatMap(({ role, content }): Block[] => {
      if (role !== "assistant") return single([{ role, content }]).map(({ block }) => toMessage(role, block));
      const calls = content.filter(({ type }) => type === "tool_use");
      return [{ type: "ai", content, tool_calls: calls.map(({ id, name, input }) => ({ id, name, args: input })) }];
    });
    const out = await reduce(given);
    return out.map((message) => {
      if (message.type === "ai") return { role: "assistant", content: message.content as Block[] };
      if (message.type !== "tool") return { role: "user", content: [{ type: "text", text: message.content }] };
      const result = { type: "tool_result", tool_use_id: message.tool_call_id, content: message.content };
      return { role: "user", content: [result] };
    });
  },
};

function toMessage(role: string, block: Block): Block {
  if (block.type === "tool_result") return { type: "tool", tool_call_id: block.tool_use_id, content: block.content };
  return { type: role === "system" ? "system" : "human", content: block.text };
}

describe.each([
  ["AI SDK", aiSdk],
  ["LangChain", langChain],
])("thinking in messages of %s", (_, library) => {
  it("goes with the results behind which it was made, and what is left is valid", async () => {
    let [masked, gone] = [0, 0];
    for (let seed = 0; seed < 20; seed++) {
      const checker = createPrefixChecker({ model: MODEL, wire: "anthropic" });
      for (const { system, tools, messages } of boundSession({ seed, prompts: 4, turns: 5 }).requests as Block[]) {
        const sent = await library.reduce(messages as Message[]);
        const request = { model: MODEL, max_tokens: 9, system, tools, messages: sent };
        expect(
          checker.check(request).map(({ message }) => message),
          `${seed}`,
        ).toEqual([]);
        masked += JSON.stringify(sent).split("left out").length - 1;
        const count = (all: readonly Message[]) => all.flatMap(({ content }) => content.filter(isThinking)).length;
        gone += count(messages as Message[]) - count(sent);
      }
    }
    expect(masked).toBeGreaterThan(50);
    expect(gone).toBeGreaterThan(50);
  });
});

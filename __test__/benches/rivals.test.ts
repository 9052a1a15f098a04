import { describe, expect, it } from "vitest";
import { clearToolUses } from "../../benches/rivals/langchain.js";
import { prune } from "../../benches/rivals/vercel.js";
import { conversation } from "../simulate/conversations.js";

const one = (tool: string) => ({ calls: [{ tool, chars: 300 }] });
const turns = [one("a"), { calls: [...one("b").calls, ...one("c").calls] }, one("d")];

/** The content in order: roles, calls as `id()`, results as `id=` and the head of their text. */
function outline(request: object): string[] {
  const messages: Record<string, unknown>[] = Reflect.get(request, "messages");
  return messages.map(({ role, content, tool_calls: calls, tool_call_id: id }) => {
    const blocks = Array.isArray(content) ? content : [];
    const parts = blocks.map((block) => {
      if (block.type === "tool_use") return `${block.id}()`;
      return block.type === "tool_result" ? `${block.tool_use_id}=${head(block.content)}` : head(block.text);
    });
    const named = Array.isArray(calls) ? calls.map((call) => `${call.id}()`) : [];
    const text = typeof content === "string" ? [id === undefined ? head(content) : `${id}=${head(content)}`] : [];
    return [role, ...named, ...text, ...parts].join(" ");
  });
}

const head = (text: string): string => (text.startsWith("call_") ? "text" : text);

const CLEARED = {
  "openai-chat": [
    "user please do it",
    "assistant call_0()",
    "tool call_0=[cleared]",
    "assistant call_1() call_2()",
    "tool call_1=[cleared]",
    "tool call_2=text",
    "assistant call_3()",
    "tool call_3=text",
  ],
  anthropic: [
    "user please do it",
    "assistant call_0()",
    "user call_0=[cleared]",
    "assistant call_1() call_2()",
    "user call_1=[cleared] call_2=text",
    "assistant call_3()",
    "user call_3=text",
  ],
};

const PRUNED = {
  "openai-chat": ["user please do it", "assistant call_3()", "tool call_3=text"],
  anthropic: ["user please do it", "assistant call_3()", "user call_3=text"],
};

describe.each(["openai-chat", "anthropic"] as const)("rivals read and write %s", (wire) => {
  const request = conversation(wire, turns);

  it("LangChain.js clears all but the newest results, above its trigger", async () => {
    const clear = clearToolUses({ tokens: 100, keep: 2 }, () => 100);
    expect(outline(await clear(request, wire))).toEqual(CLEARED[wire]);
    const idle = clearToolUses({ tokens: 100_000, keep: 2 }, () => 100);
    expect(await idle(request, wire)).toEqual(request);
  });

  it("LangChain.js drops results without a call", async () => {
    const messages: unknown[] = Reflect.get(request, "messages");
    const orphaned = { ...request, messages: messages.filter((_, index) => index !== 1) };
    const clear = clearToolUses({ tokens: 100_000, keep: 2 }, () => 1);
    expect(outline(await clear(orphaned, wire))).toEqual(outline(request).filter((line) => !line.includes("call_0")));
  });

  it("the AI SDK removes calls and results from all but the newest messages", () => {
    const settings = { toolCalls: "before-last-2-messages", emptyMessages: "remove" } as const;
    expect(outline(prune(settings)(request, wire))).toEqual(PRUNED[wire]);
    expect(prune({ toolCalls: "none" })(request, wire)).toEqual(request);
  });
});

it("the AI SDK removes reasoning from Anthropic messages if asked to", () => {
  const thought = { type: "thinking", thinking: "hm", signature: "s" };
  const messages = [
    { role: "user", content: "x" },
    { role: "assistant", content: [thought, { type: "text", text: "said" }] },
    { role: "user", content: "y" },
  ];
  const reduced = prune({ reasoning: "before-last-message" })({ messages }, "anthropic");
  expect(outline(reduced)).toEqual(["user x", "assistant said", "user y"]);
});

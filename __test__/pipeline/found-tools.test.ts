import { expect, it } from "vitest";
import { createReducer } from "../../ts/index.js";

const text = (at: number) =>
  Array.from({ length: 40 }, (_, line) => `row ${at}-${line}: value ${at * line}`).join("\n");

const found = { type: "tool_reference", tool_name: "get_weather" };
const anthropic = {
  model: "claude-sonnet-4-5",
  max_tokens: 9,
  messages: [
    { role: "user", content: "How is the weather?" },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_s", name: "ToolSearch", input: { query: "weather" } }],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_s", content: [found] }] },
    ...Array.from({ length: 12 }, (_, at) => [
      { role: "assistant", content: [{ type: "tool_use", id: `toolu_${at}`, name: "get_weather", input: { at } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${at}`, content: text(at) }] },
    ]).flat(),
  ],
};

const responses = {
  model: "gpt-5.4",
  input: [
    { role: "user", content: "How is the weather?" },
    { type: "tool_search_call", call_id: "call_s", arguments: { query: "weather" } },
    {
      type: "tool_search_output",
      call_id: "call_s",
      tools: [{ type: "function", name: "get_weather", parameters: {} }],
    },
    ...Array.from({ length: 12 }, (_, at) => [
      { type: "function_call", call_id: `call_${at}`, name: "get_weather", arguments: `{"at":${at}}` },
      { type: "function_call_output", call_id: `call_${at}`, output: text(at) },
    ]).flat(),
  ],
};

it.each([
  ["anthropic", anthropic, "tool_reference"],
  ["openai-responses", responses, "tool_search_output"],
] as const)("a budget that drops turns keeps what a search for tools found: %s", async (wire, request, mark) => {
  const { body, report } = await createReducer({ policy: { budget: { tokens: 1000 } } }).reduce<object>(request, {
    wire,
  });
  expect(report.droppedCount).toBeGreaterThan(0);
  expect(JSON.stringify(body)).toContain(mark);
});

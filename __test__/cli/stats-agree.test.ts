// `reduce --stats`: tokens, chars and numbers of results speak of the same results, whoever made them.
import { describe, expect, it } from "vitest";
import { collectStats } from "../../ts/cli/reduce/stats/collect.js";

const big = "result text with words\n".repeat(300);
const claude = (...blocks: object[]) => ({
  model: "claude-opus-5",
  max_tokens: 9,
  messages: [
    { role: "user", content: "q" },
    { role: "assistant", content: [...blocks, { type: "text", text: "ok" }] },
    { role: "user", content: "more" },
  ],
});
const responses = (...items: object[]) => ({
  model: "gpt-5.4",
  input: [{ role: "user", content: "q" }, ...items, { role: "user", content: "more" }],
});

const searched = [
  { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "x" } },
  {
    type: "web_search_tool_result",
    tool_use_id: "srvtoolu_1",
    content: [1, 2].map((at) => ({ type: "web_search_result", url: `u${at}`, title: "t", encrypted_content: big })),
  },
];
const asked = [
  { type: "mcp_tool_use", id: "m1", name: "lookup", server_name: "s", input: {} },
  { type: "mcp_tool_result", tool_use_id: "m1", is_error: false, content: [{ type: "text", text: big }] },
];

describe("statistics agree with themselves", () => {
  it.each<[string, object, string, number]>([
    ["a search of the web", claude(...searched), "web_search", 1],
    ["an MCP server of the provider's", claude(...asked), "lookup", 1],
    ["both in one message", claude(...searched, ...asked), "web_search", 2],
    [
      "an MCP call of Responses",
      responses({ type: "mcp_call", id: "mcp_1", name: "lookup", server_label: "s", arguments: "{}", output: big }),
      "lookup",
      1,
    ],
    [
      "a shell",
      responses(
        { type: "shell_call", id: "sh_1", call_id: "c1", status: "completed", action: { commands: ["ls"] } },
        { type: "shell_call_output", call_id: "c1", output: [{ stdout: big, stderr: "" }] },
      ),
      "shell_call",
      1,
    ],
  ])("%s", (_, request, tool, results) => {
    const stats = collectStats("a.json", Buffer.from(JSON.stringify(request)));
    if (!("conversation" in stats) || stats.conversation === undefined) throw new Error("no conversation");
    const { toolResults, toolResultChars, chars, tokens, tools } = stats.conversation;
    expect(toolResults).toBe(results);
    expect(tokens.toolResults / tokens.total).toBeGreaterThan(0.9);
    expect(toolResultChars / chars).toBeGreaterThan(0.9);
    expect(toolResultChars).toBeLessThanOrEqual(chars);
    expect(tools.map(({ name }) => name)).toContain(tool);
    expect(tools.every((one) => one.results > 0 && one.tokens > 0 && one.chars > 0 && one.calls > 0)).toBe(true);
    expect(tools.reduce((sum, one) => sum + one.results, 0)).toBe(toolResults);
  });
});

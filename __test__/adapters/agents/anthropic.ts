import Anthropic from "@anthropic-ai/sdk";
import { type Agent, MAX_ROUNDS, neverAnswered, runTool, TASK, TOOLS } from "./agent.js";

/** The `@anthropic-ai/sdk` package, with a cached system prompt. */
export const anthropicMessages: Agent = async ({ url, fetch, stream, signal }) => {
  const client = new Anthropic({ apiKey: "sk-canary", baseURL: url, maxRetries: 0, ...(fetch && { fetch }) });
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: TASK }];
  const tools = TOOLS.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters }));
  const system = [{ type: "text" as const, text: "You are brief.", cache_control: { type: "ephemeral" as const } }];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const request = { model: "claude-sonnet-5", max_tokens: 1_000, system, messages, tools };
    const options = signal ? { signal } : {};
    const { content } = stream
      ? await client.messages.stream(request, options).finalMessage()
      : await client.messages.create(request, options);
    const calls = content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) return content.map((block) => (block.type === "text" ? block.text : "")).join("");
    messages.push({ role: "assistant", content });
    messages.push({
      role: "user",
      content: calls.map(({ id, name, input }) => ({
        type: "tool_result" as const,
        tool_use_id: id,
        content: runTool(name, input),
      })),
    });
  }
  throw neverAnswered();
};

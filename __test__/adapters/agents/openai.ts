import OpenAI from "openai";
import { type Agent, type AgentRun, MAX_ROUNDS, neverAnswered, runTool, TASK, TOOLS } from "./agent.js";

const clientOf = ({ url, fetch }: AgentRun) =>
  new OpenAI({ apiKey: "sk-canary", baseURL: `${url}/v1`, maxRetries: 0, ...(fetch && { fetch }) });

/** The `openai` package, Chat Completions. */
export const openaiChat: Agent = async (run) => {
  const client = clientOf(run);
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: TASK }];
  const tools = TOOLS.map((tool) => ({ type: "function" as const, function: tool }));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const request = { model: "gpt-5", messages, tools };
    const options = run.signal ? { signal: run.signal } : {};
    const { choices } = run.stream
      ? await client.chat.completions.stream(request, options).finalChatCompletion()
      : await client.chat.completions.create(request, options);
    const message = choices[0]?.message as OpenAI.ChatCompletionMessage;
    if (!message.tool_calls?.length) return message.content ?? "";
    messages.push(message);
    for (const { id, ...call } of message.tool_calls) {
      const { name, arguments: args } = (call as OpenAI.ChatCompletionMessageFunctionToolCall).function;
      messages.push({ role: "tool", tool_call_id: id, content: runTool(name, JSON.parse(args)) });
    }
  }
  throw neverAnswered();
};

/** The `openai` package, Responses. */
export const openaiResponses: Agent = async (run) => {
  const client = clientOf(run);
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: TASK }];
  const tools = TOOLS.map((tool) => ({ type: "function" as const, strict: false, ...tool }));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const request = { model: "gpt-5", input, tools, store: false };
    const options = run.signal ? { signal: run.signal } : {};
    const { output, output_text } = run.stream
      ? await client.responses.stream(request, options).finalResponse()
      : await client.responses.create(request, options);
    const calls: Pick<OpenAI.Responses.ResponseFunctionToolCall, "call_id" | "name" | "arguments">[] = [];
    for (const item of output) if (item.type === "function_call") calls.push(item);
    if (calls.length === 0) return output_text;
    if (output_text !== "") input.push({ role: "assistant", content: output_text });
    for (const { call_id, name, arguments: args } of calls)
      input.push({ type: "function_call", call_id, name, arguments: args });
    for (const { call_id, name, arguments: args } of calls)
      input.push({ type: "function_call_output", call_id, output: runTool(name, JSON.parse(args)) });
  }
  throw neverAnswered();
};

import type { Wire } from "../../ts/contract/report.js";

/** One conversation, block by block. */
export const SAID = [
  { kind: "text", text: "Fix the bug" },
  { kind: "thinking", text: "I must read the file first." },
  { kind: "call", text: '{"path":"a.ts"}' },
  { kind: "result", text: "const a = 1;" },
  { kind: "text", text: "It is fixed." },
  { kind: "text", text: "Thanks" },
] as const;

const [ask, think, call, answer, say, thank] = SAID.map(({ text }) => text) as [string, ...string[]] & string[];
const args = { path: "a.ts" };

/** The same conversation on each wire. `count`: messages that are left without thinking. */
export const CONVERSATIONS: readonly {
  name: string;
  wire: Wire | "chat-messages";
  messages: object[];
  count: { withoutThinking: number };
}[] = [
  {
    name: "Anthropic Messages",
    wire: "anthropic",
    count: { withoutThinking: 5 },
    messages: [
      { role: "user", content: ask },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: think },
          { type: "tool_use", id: "call_1", name: "read_file", input: args },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: answer }] },
      { role: "assistant", content: [{ type: "text", text: say }] },
      { role: "user", content: [{ type: "text", text: thank }] },
    ],
  },
  {
    name: "OpenAI Chat",
    wire: "openai-chat",
    count: { withoutThinking: 5 },
    messages: [
      { role: "user", content: ask },
      {
        role: "assistant",
        content: null,
        reasoning_content: think,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "read_file", arguments: call } }],
      },
      { role: "tool", tool_call_id: "call_1", content: answer },
      { role: "assistant", content: say },
      { role: "user", content: [{ type: "text", text: thank }] },
    ],
  },
  {
    name: "Gemini",
    wire: "gemini",
    count: { withoutThinking: 5 },
    messages: [
      { role: "user", parts: [{ text: ask }] },
      {
        role: "model",
        parts: [{ text: think, thought: true }, { functionCall: { id: "call_1", name: "read_file", args } }],
      },
      {
        role: "user",
        parts: [{ functionResponse: { id: "call_1", name: "read_file", response: { output: answer } } }],
      },
      { role: "model", parts: [{ text: say }] },
      { role: "user", parts: [{ text: thank }] },
    ],
  },
  {
    name: "OpenAI Responses",
    wire: "openai-responses",
    count: { withoutThinking: 5 },
    messages: [
      { type: "message", role: "user", content: ask },
      { type: "reasoning", summary: [{ type: "summary_text", text: think }] },
      { type: "function_call", call_id: "call_1", name: "read_file", arguments: call },
      { type: "function_call_output", call_id: "call_1", output: answer },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: say }] },
      { role: "user", content: [{ type: "input_text", text: thank }] },
    ],
  },
  {
    name: "ChatMessages",
    wire: "chat-messages",
    count: { withoutThinking: 5 },
    messages: [
      { role: "user", content: ask },
      { role: "assistant", content: call, pairId: "call_1", pairRole: "call", name: "read_file" },
      { role: "tool", content: answer, pairId: "call_1", pairRole: "result", name: "read_file" },
      { role: "assistant", content: say },
      { role: "user", content: thank },
    ],
  },
];

/** Wires whose reasoning cannot be rewritten, and messages that have none. */
export const FIXED_THINKING: ReadonlySet<string> = new Set(["openai-responses"]);
export const NO_THINKING: ReadonlySet<string> = new Set(["chat-messages"]);

// Checked by the compiler alone (`npm run lint`): the official SDKs' own request types go through `reduceRequest` and
// come back as what they were, so that a reduced request is sent without a cast.
import type Anthropic from "@anthropic-ai/sdk";
import type { GenerateContentParameters, GoogleGenAI } from "@google/genai";
import type OpenAI from "openai";
import { type Reduction, reduceRequest } from "../../ts/index.js";

type ChatParams = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;
type ResponsesParams = OpenAI.Responses.ResponseCreateParamsNonStreaming;
type AnthropicParams = Anthropic.Messages.MessageCreateParamsNonStreaming;

/** Compiles only where both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};

const chat = {
  model: "gpt-5",
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "hi" },
        { type: "image_url", image_url: { url: "https://example.com/a.png" } },
      ],
    },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "long" }] },
  ],
} satisfies ChatParams;

const responses = {
  model: "gpt-5",
  input: [
    { role: "user", content: "hi" },
    { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "g" },
    { type: "function_call", call_id: "call_1", name: "f", arguments: "{}" },
    { type: "function_call_output", call_id: "call_1", output: [{ type: "input_text", text: "long" }] },
  ],
} satisfies ResponsesParams;

const anthropic = {
  model: "claude-sonnet-4-5",
  max_tokens: 1000,
  messages: [
    { role: "user", content: "hi" },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm", signature: "s" },
        { type: "tool_use", id: "t1", name: "f", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "t1",
          content: [{ type: "text", text: "long" }],
          cache_control: { type: "ephemeral" },
        },
      ],
    },
  ],
} satisfies AnthropicParams;

const gemini = {
  model: "gemini-3-pro",
  contents: [
    { role: "user", parts: [{ text: "hi" }] },
    { role: "model", parts: [{ functionCall: { name: "f", args: {} }, thoughtSignature: "s" }] },
    { role: "user", parts: [{ functionResponse: { name: "f", response: { output: "long" } } }] },
  ],
} satisfies GenerateContentParameters;

/** Never run: what is sent is what the SDKs take. */
export async function sendReduced(openai: OpenAI, claude: Anthropic, google: GoogleGenAI): Promise<void> {
  await openai.chat.completions.create(reduceRequest<ChatParams>(chat).body);
  await openai.responses.create(reduceRequest<ResponsesParams>(responses, {}, { wire: "openai-responses" }).body);
  await claude.messages.create(reduceRequest<AnthropicParams>(anthropic, { mask: { windowTurns: 4 } }).body);
  await google.models.generateContent(reduceRequest<GenerateContentParameters>(gemini).body);
  // Streaming keeps its own type, and with it the type of what comes back.
  const stream = await claude.messages.create(reduceRequest({ ...anthropic, stream: true as const }).body);
  for await (const event of stream) void event.type;
}

same<ReturnType<typeof reduceRequest<ChatParams>>, Reduction<ChatParams>>(true);
same<ReturnType<typeof reduceRequest<ResponsesParams>>["body"], ResponsesParams>(true);
same<ReturnType<typeof reduceRequest<AnthropicParams>>["body"], AnthropicParams>(true);
same<ReturnType<typeof reduceRequest<GenerateContentParameters>>["body"], GenerateContentParameters>(true);
// A request inferred from a literal keeps its literal type.
same<ReturnType<typeof reduceRequest<typeof gemini>>["body"], typeof gemini>(true);

// @ts-expect-error A body that is no request's object.
reduceRequest("a string");
// @ts-expect-error A reduced Anthropic request is none of OpenAI's.
const wrong: ChatParams = reduceRequest<AnthropicParams>(anthropic).body;
void wrong;

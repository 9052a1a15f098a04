// A conversation of one call a turn, on each wire.
import type { Wire } from "../../ts/contract/report.js";

/** A call, and its result. */
export interface Called {
  tool: string;
  args?: Record<string, unknown>;
  result: string;
  /** A program made the call. */
  caller?: unknown;
  /** The wire marks the call as failed. */
  isFailed?: boolean;
}

export interface CalledConversation {
  model?: string;
  prompt: string;
  calls: readonly Called[];
}

/** The request of a conversation. */
export function writeCalls(wire: Wire, { model, prompt, calls }: CalledConversation): object {
  return { ...WRITERS[wire](prompt, calls), ...(wire !== "gemini" && model !== undefined && { model }) };
}

const WRITERS = {
  anthropic: (prompt, calls) => ({
    model: "claude-sonnet-4-5",
    max_tokens: 9,
    messages: [
      { role: "user", content: prompt },
      ...calls.flatMap(({ tool, args = {}, result, caller, isFailed }, at) => [
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: `c${at}`, name: tool, input: args, ...(caller === undefined ? {} : { caller }) },
          ],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: `c${at}`, content: result, is_error: isFailed }],
        },
      ]),
    ],
  }),
  "openai-chat": (prompt, calls) => ({
    model: "gpt-5.4",
    messages: [
      { role: "user", content: prompt },
      ...calls.flatMap(({ tool, args = {}, result, caller, isFailed }, at) => [
        {
          role: "assistant",
          content: null,
          tool_calls: [
            {
              id: `c${at}`,
              type: "function",
              function: { name: tool, arguments: JSON.stringify(args) },
              ...(caller === undefined ? {} : { caller }),
            },
          ],
        },
        { role: "tool", tool_call_id: `c${at}`, content: result, ...(isFailed && { status: "error" }) },
      ]),
    ],
  }),
  "openai-responses": (prompt, calls) => ({
    model: "gpt-5.4",
    input: [
      { role: "user", content: prompt },
      ...calls.flatMap(({ tool, args = {}, result, caller, isFailed }, at) => [
        {
          type: "function_call",
          call_id: `c${at}`,
          name: tool,
          arguments: JSON.stringify(args),
          ...(caller === undefined ? {} : { caller }),
        },
        { type: "function_call_output", call_id: `c${at}`, output: result, ...(isFailed && { status: "incomplete" }) },
      ]),
    ],
  }),
  gemini: (prompt, calls) => ({
    contents: [
      { role: "user", parts: [{ text: prompt }] },
      ...calls.flatMap(({ tool, args = {}, result, isFailed }) => [
        { role: "model", parts: [{ functionCall: { name: tool, args } }] },
        {
          role: "user",
          parts: [{ functionResponse: { name: tool, response: isFailed ? { error: result } : { output: result } } }],
        },
      ]),
    ],
  }),
} satisfies Record<Wire, (prompt: string, calls: readonly Called[]) => object>;

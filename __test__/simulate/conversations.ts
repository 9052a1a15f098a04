import fc from "fast-check";
import type { Wire } from "../../ts/contract/report.js";

export const WIRE_NAMES: readonly Wire[] = ["openai-chat", "openai-responses", "anthropic", "gemini"];

/** One tool turn: the tools called at once, and the lengths of their results in chars. */
export interface Turn {
  /** What the user says before it. */
  user?: string | undefined;
  calls: readonly { tool: string; chars: number }[];
}

/** A valid conversation of a wire: a user message, then turns of calls and results. */
export function conversation(wire: Wire, turns: readonly Turn[]): object {
  const list: unknown[] = [userMessage(wire, "please do it")];
  let count = 0;
  for (const { user, calls } of turns) {
    if (user !== undefined) list.push(assistantText(wire), userMessage(wire, user));
    const named = calls.map((call) => ({ ...call, id: `call_${count++}` }));
    list.push(...MAKERS[wire](named));
  }
  if (wire === "openai-responses") return { model: "gpt-5", input: list };
  return wire === "gemini"
    ? { contents: list }
    : { model: "m", ...(wire === "anthropic" ? { system: "s" } : {}), messages: list };
}

interface NamedCall {
  id: string;
  tool: string;
  chars: number;
}

const textOf = ({ id, chars }: NamedCall): string => `${id} `.padEnd(chars, "some text of a result ");

const MAKERS: Record<Wire, (calls: readonly NamedCall[]) => unknown[]> = {
  "openai-chat": (calls) => [
    {
      role: "assistant",
      content: null,
      tool_calls: calls.map(({ id, tool }) => ({ id, type: "function", function: { name: tool, arguments: "{}" } })),
    },
    ...calls.map((call) => ({ role: "tool", tool_call_id: call.id, content: textOf(call) })),
  ],
  "openai-responses": (calls) => [
    { type: "reasoning", summary: [] },
    ...calls.map(({ id, tool }) => ({ type: "function_call", call_id: id, name: tool, arguments: "{}" })),
    ...calls.map((call) => ({ type: "function_call_output", call_id: call.id, output: textOf(call) })),
  ],
  anthropic: (calls) => [
    { role: "assistant", content: calls.map(({ id, tool }) => ({ type: "tool_use", id, name: tool, input: {} })) },
    {
      role: "user",
      content: calls.map((call) => ({ type: "tool_result", tool_use_id: call.id, content: textOf(call) })),
    },
  ],
  gemini: (calls) => [
    { role: "model", parts: calls.map(({ tool }) => ({ functionCall: { name: tool, args: {} } })) },
    {
      role: "user",
      parts: calls.map((call) => ({ functionResponse: { name: call.tool, response: { output: textOf(call) } } })),
    },
  ],
};

function userMessage(wire: Wire, text: string): unknown {
  return wire === "gemini" ? { role: "user", parts: [{ text }] } : { role: "user", content: text };
}

function assistantText(wire: Wire): unknown {
  return wire === "gemini" ? { role: "model", parts: [{ text: "done" }] } : { role: "assistant", content: "done" };
}

const turn: fc.Arbitrary<Turn> = fc.record({
  user: fc.option(fc.constant("go on"), { nil: undefined, freq: 5 }),
  calls: fc.array(
    fc.record({ tool: fc.constantFrom("read_file", "bash", "grep"), chars: fc.integer({ min: 10, max: 900 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
});

/** Conversations of up to twelve turns. */
export function sampleConversation(wire: Wire): fc.Arbitrary<object> {
  return fc.array(turn, { minLength: 1, maxLength: 12, size: "max" }).map((turns) => conversation(wire, turns));
}

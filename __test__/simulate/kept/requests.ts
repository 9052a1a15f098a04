// Small conversations of every wire, and what a policy keeps of them.
import type { Wire } from "../../../ts/contract/report.js";
import type { PolicyInput } from "../../../ts/policy/policy.js";
import { maskingPolicy, type SimulatedPolicy } from "../../../ts/simulate/policies.js";
import { simulate } from "../../../ts/simulate/simulate.js";
import type { Trace } from "../../../ts/simulate/trace.js";

export interface Call {
  tool: string;
  args: object;
  result: string;
}

/** What the model says and calls at once; a turn without calls is an answer, after which the user goes on. */
export interface Turn {
  say?: string;
  calls?: readonly Call[];
}

/** A recording of a conversation that begins with the user's words. */
export function recording(wire: Wire, turns: readonly Turn[], prompt = "please do it"): Trace {
  let count = 0;
  const list = turns.flatMap(({ say = "", calls = [] }) => {
    const named = calls.map((call) => ({ ...call, id: `call_${count++}` }));
    const goesOn = calls.length === 0 ? [WORDS[wire]("go on")] : [];
    return [...TURNS[wire](say, named), ...goesOn];
  });
  const messages = [WORDS[wire](prompt), ...list];
  const request = { "openai-chat": { messages }, anthropic: { messages }, gemini: { contents: messages } };
  const whole = wire === "openai-responses" ? { input: messages } : request[wire];
  return { name: "a", wire, request: { model: MODELS[wire], ...whole } };
}

const MODELS: Record<Wire, string> = {
  "openai-chat": "gpt-5",
  "openai-responses": "gpt-5",
  anthropic: "claude-sonnet-4-6",
  gemini: "gemini-2.5-pro",
};

const words = (content: string) => ({ role: "user", content });
const WORDS: Record<Wire, (text: string) => object> = {
  "openai-chat": words,
  "openai-responses": words,
  anthropic: words,
  gemini: (text) => ({ role: "user", parts: [{ text }] }),
};

type Named = Call & { id: string };

const TURNS: Record<Wire, (say: string, calls: readonly Named[]) => object[]> = {
  "openai-chat": (say, calls) => [
    {
      role: "assistant",
      content: say === "" && calls.length > 0 ? null : say,
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, tool, args }) => ({
          ...{ id, type: "function" },
          function: { name: tool, arguments: JSON.stringify(args) },
        })),
      }),
    },
    ...calls.map(({ id, result }) => ({ role: "tool", tool_call_id: id, content: result })),
  ],
  "openai-responses": (say, calls) => [
    ...(say === "" ? [] : [{ role: "assistant", content: say }]),
    ...calls.map(({ id, tool, args }) => ({
      ...{ type: "function_call", call_id: id, name: tool },
      arguments: JSON.stringify(args),
    })),
    ...calls.map(({ id, result }) => ({ type: "function_call_output", call_id: id, output: result })),
  ],
  anthropic: (say, calls) => [
    {
      role: "assistant",
      content: [
        ...(say === "" ? [] : [{ type: "text", text: say }]),
        ...calls.map(({ id, tool, args }) => ({ type: "tool_use", id, name: tool, input: args })),
      ],
    },
    ...(calls.length === 0
      ? []
      : [
          {
            role: "user",
            content: calls.map(({ id, result }) => ({ type: "tool_result", tool_use_id: id, content: result })),
          },
        ]),
  ],
  gemini: (say, calls) => [
    {
      role: "model",
      parts: [
        ...(say === "" ? [] : [{ text: say }]),
        ...calls.map(({ tool, args }) => ({ functionCall: { name: tool, args } })),
      ],
    },
    ...(calls.length === 0
      ? []
      : [
          {
            role: "user",
            parts: calls.map(({ tool, result }) => ({
              functionResponse: { name: tool, response: { output: result } },
            })),
          },
        ]),
  ],
};

/** Masks all but the newest turn, failures too, and names nothing of what it masks. */
export const MASKS: PolicyInput = {
  preset: "none",
  mask: { windowTurns: 1, minChars: 0, keepErrors: false, placeholder: { template: "[masked]" } },
  experimental: { mask: { roles: false } },
};

export const policyOf = (settings: PolicyInput): SimulatedPolicy =>
  maskingPolicy("tried", settings, { strategy: "every-turn" });

/** The bill of one recording under a policy. */
export async function billOf(trace: Trace, policy: SimulatedPolicy = policyOf(MASKS)) {
  const { sessions } = await simulate([trace], [policy], ["auto"], { kept: true, eachRequest: true });
  const bill = sessions[0]?.bills[0]?.[1];
  if (bill?.kept === undefined) throw new Error("the recording was not replayed");
  return { ...bill, kept: bill.kept };
}

/** A turn in which nothing of use happens. */
export const filler = (at: number): Turn => ({
  calls: [{ tool: "list", args: { at }, result: "plain words of no use ".repeat(40) }],
});

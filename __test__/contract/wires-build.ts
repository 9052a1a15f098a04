import type { Wire } from "../../ts/contract/report.js";
import type { SettingsInput } from "../../ts/policy/policy.js";
import { EAGER, plainText, type Subject } from "./build.js";

export type Json = Record<string, unknown>;

/** A call with its result. */
export interface Pair {
  id: string;
  name?: string;
  /** A text, or the texts of a list. */
  content: string | readonly string[];
}

/** How one wire spells a conversation. */
export interface Speller {
  wire: Wire;
  /** Messages of one turn: all calls, then all results. */
  turn(...pairs: readonly Pair[]): Json[];
  /** Calls without results, and results without calls. */
  calls(...pairs: readonly Pair[]): Json[];
  results(...pairs: readonly Pair[]): Json[];
  user(text: string): Json;
  request(messages: readonly unknown[]): Json;
  messagesOf(request: Json): Json[];
  /** What a result of these texts holds. */
  contentOf(content: Pair["content"], more?: Json): unknown;
  /** The path of the content of the result at this place. */
  path(message: number, block: number): string;
  /** The content of a masked result. */
  masked(placeholder: string): unknown;
  /** Whether parallel results share a message, as blocks. */
  blocks: boolean;
}

const withName = (name: string | undefined, more: Json): Json => (name === undefined ? more : { name, ...more });
const list = (content: Pair["content"], type: string): unknown =>
  typeof content === "string" ? content : content.map((text) => ({ type, text }));

function speller(base: Omit<Speller, "turn" | "request" | "messagesOf"> & { key: string; around?: Json }): Speller {
  return {
    ...base,
    turn: (...pairs) => [...base.calls(...pairs), ...base.results(...pairs)],
    request: (messages) => ({ model: "m", ...base.around, [base.key]: messages }),
    messagesOf: (request) => request[base.key] as Json[],
  };
}

export const chat: Speller = speller({
  wire: "openai-chat",
  key: "messages",
  blocks: false,
  calls: (...pairs) => [
    {
      role: "assistant",
      tool_calls: pairs.map(({ id, name }) => ({
        id,
        type: "function",
        function: withName(name, { arguments: "{}" }),
      })),
    },
  ],
  results: (...pairs) =>
    pairs.map(({ id, content }) => ({ role: "tool", tool_call_id: id, content: list(content, "text") })),
  user: (content) => ({ role: "user", content }),
  contentOf: (content) => list(content, "text"),
  path: (message) => `/messages/${message}/content`,
  masked: (placeholder) => placeholder,
});

export const anthropic: Speller = speller({
  wire: "anthropic",
  key: "messages",
  around: { system: "be brief", max_tokens: 9 },
  blocks: true,
  calls: (...pairs) => [
    {
      role: "assistant",
      content: [
        { type: "text", text: "hm" },
        ...pairs.map(({ id, name }) => ({ type: "tool_use", id, ...withName(name, { input: {} }) })),
      ],
    },
  ],
  results: (...pairs) => [
    {
      role: "user",
      content: pairs.map(({ id, content }) => ({
        type: "tool_result",
        tool_use_id: id,
        content: list(content, "text"),
      })),
    },
  ],
  user: (text) => ({ role: "user", content: [{ type: "text", text }] }),
  contentOf: (content) => list(content, "text"),
  path: (message, block) => `/messages/${message}/content/${block}/content`,
  masked: (placeholder) => placeholder,
});

export const responses: Speller = speller({
  wire: "openai-responses",
  key: "input",
  around: { instructions: "be brief" },
  blocks: false,
  calls: (...pairs) =>
    pairs.map(({ id, name }) => ({ type: "function_call", call_id: id, ...withName(name, { arguments: "{}" }) })),
  results: (...pairs) =>
    pairs.map(({ id, content }) => ({
      type: "function_call_output",
      call_id: id,
      output: list(content, "input_text"),
    })),
  user: (content) => ({ role: "user", content }),
  contentOf: (content) => list(content, "input_text"),
  path: (message) => `/input/${message}/output`,
  masked: (placeholder) => placeholder,
});

const response = (content: Pair["content"]): Json => {
  const [first = "", ...others] = typeof content === "string" ? [content] : content;
  return others.length === 0 ? { text: first } : { first, others, count: others.length };
};

export const gemini: Speller = speller({
  wire: "gemini",
  key: "contents",
  blocks: true,
  calls: (...pairs) => [
    { role: "model", parts: pairs.map(({ id, name }) => ({ functionCall: { id, ...withName(name, { args: {} }) } })) },
  ],
  results: (...pairs) => [
    {
      role: "user",
      parts: pairs.map(({ id, name, content }) => ({
        functionResponse: { id, ...withName(name, { response: response(content) }) },
      })),
    },
  ],
  user: (text) => ({ role: "user", parts: [{ text }] }),
  contentOf: response,
  path: (message, block) => `/contents/${message}/parts/${block}/functionResponse/response`,
  masked: (output) => ({ output }),
});

/** Every wire. */
export const SPELLERS: readonly Speller[] = [chat, anthropic, responses, gemini];

export const LONG = plainText(1000);
export const pair = (id: string, content: Pair["content"] = LONG, name = "read_file"): Pair => ({ id, name, content });

/** A turn after whatever a test is about: it fills the window. */
export const later = (speller: Speller): Json[] => speller.turn(pair("later", "later ".repeat(100), "later_tool"));

export const placeholder = (chars = 1000): string => `[old result left out: ${chars} chars]`;

/** The same of the conversation family, which names the call and the tool. */
export const namedPlaceholder = (id: string, chars = 1000, name = "read_file"): string =>
  `[Observation masked: old tool result (tool_call_id=${id}, tool=${name}, chars=${chars})]`;

/** Reduces messages with a window of one turn; also gives the decisions as `id:action/reason`. */
export function run(
  subject: Subject,
  speller: Speller,
  messages: readonly unknown[],
  mask: SettingsInput["mask"] = {},
) {
  return runRequest(subject, speller, speller.request(messages), mask);
}

/** The same for a whole request. */
export function runRequest(subject: Subject, speller: Speller, request: Json, mask: SettingsInput["mask"] = {}) {
  const policy: SettingsInput = { mask: { ...EAGER, ...mask } };
  const { body, changed, report } = subject.reduce(request, policy, { explain: true, tokens: true });
  const reduced: Json = JSON.parse(Buffer.from(body).toString());
  const reasons = report.decisions.map(({ callId, action, reason }) => `${callId}:${action}/${reason}`);
  return { request: reduced, messages: speller.messagesOf(reduced), changed, report, reasons };
}

/** The value at a JSON Pointer without escapes. */
export function at(value: unknown, pointer: string): unknown {
  return pointer
    .slice(1)
    .split("/")
    .reduce((holder: unknown, key) => Reflect.get(Object(holder), key), value);
}

import fc from "fast-check";
import type { Wire } from "../../ts/contract/report.js";
import { arbitraryChatRequest } from "./arbitrary-chat.js";
import { ODD_REQUESTS } from "./arbitrary-request.js";

/** A request of one wire, its list apart so that it can be continued. */
export interface ArbitraryWireRequest {
  wire: Wire;
  messages: unknown[];
  toRequest(messages: readonly unknown[]): object;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isChat = (value: unknown, role: string): value is Json => isObject(value) && value.role === role;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isMarked = (id: unknown): boolean => id === "call_2";

/** Chat messages of any shape, odd ones too, as what another wire would hold in their place. */
type Translate = (messages: readonly unknown[]) => unknown[];

/** Consecutive results share a message, as the wires with blocks want it. */
function withGroups(messages: readonly unknown[], group: (results: Json[]) => unknown, one: Translate): unknown[] {
  const out: unknown[] = [];
  let results: Json[] = [];
  const flush = () => {
    if (results.length > 0) out.push(group(results));
    results = [];
  };
  for (const message of messages) {
    if (isChat(message, "tool")) {
      results.push(message);
    } else {
      flush();
      out.push(...one([message]));
    }
  }
  flush();
  return out;
}

const toAnthropic: Translate = (messages) =>
  withGroups(
    messages,
    (results) => ({
      role: "user",
      content: results.map(({ tool_call_id, role, ...rest }) => ({
        ...rest,
        type: "tool_result",
        tool_use_id: tool_call_id,
        ...(isMarked(tool_call_id) ? { is_error: true } : {}),
      })),
    }),
    ([message]) => {
      if (!isChat(message, "assistant")) return [message];
      const uses = listOf(message.tool_calls).map((call) =>
        isObject(call)
          ? { type: "tool_use", id: call.id, ...Object(call.function ?? call.custom), input: { x: "y" } }
          : call,
      );
      return [{ role: "assistant", content: [...listOf(message.content), ...uses] }];
    },
  );

const toResponses: Translate = (messages) =>
  messages.flatMap((message): unknown[] => {
    if (isChat(message, "tool")) {
      const { role, content, tool_call_id, ...rest } = message;
      const output = Array.isArray(content)
        ? content.map((part) => (isObject(part) && part.type === "text" ? { ...part, type: "input_text" } : part))
        : content;
      return [{ ...rest, type: "function_call_output", call_id: tool_call_id, output }];
    }
    if (!isChat(message, "assistant")) return [message];
    const calls = listOf(message.tool_calls).map((call) =>
      isObject(call) ? { type: `${call.type}_call`, call_id: call.id, ...Object(call.function ?? call.custom) } : call,
    );
    return [...(calls.length === 1 ? [{ type: "reasoning" }] : []), ...calls];
  });

/** Ids of some calls are left out on one side or on both, and some keys are in the other spelling. */
const toGemini: Translate = (messages) => {
  const names = new Map<unknown, unknown>();
  return withGroups(
    messages,
    (results) => ({
      role: "user",
      parts: results.map(({ tool_call_id: id, content }, index) => {
        const response = isObject(content) ? content : { output: content, ...(isMarked(id) ? { error: "x" } : {}) };
        const value = { ...(id === "call_1" ? {} : { id }), name: names.get(id), response };
        return index % 3 === 2 ? { function_response: value } : { functionResponse: value };
      }),
    }),
    ([message]) => {
      if (!isChat(message, "assistant")) {
        return [
          isObject(message) && "content" in message ? { ...message, parts: [{ text: message.content }] } : message,
        ];
      }
      const parts = listOf(message.tool_calls).map((call) => {
        if (!isObject(call)) return call;
        const { id } = call;
        const { name } = Object(call.function ?? call.custom);
        names.set(id, name);
        return { functionCall: { ...(id === "call_1" || id === "call_3" ? {} : { id }), name, args: { x: "y" } } };
      });
      return [{ role: "model", parts: [{ text: "x", thoughtSignature: "s" }, ...parts] }];
    },
  );
};

const WIRES: readonly { wire: Wire; key: string; translate: Translate }[] = [
  { wire: "openai-chat", key: "messages", translate: (messages) => [...messages] },
  { wire: "anthropic", key: "messages", translate: toAnthropic },
  { wire: "openai-responses", key: "input", translate: toResponses },
  { wire: "gemini", key: "contents", translate: toGemini },
];

/** A request of any of some wires, of any shape, and messages to continue it with. */
const requestOf = (wires: typeof WIRES): fc.Arbitrary<ArbitraryWireRequest & { later: unknown[] }> =>
  fc
    .tuple(fc.constantFrom(...wires), arbitraryChatRequest, arbitraryChatRequest)
    .map(([{ wire, key, translate }, { messages, ...rest }, later]) => ({
      wire,
      messages: translate(messages),
      later: translate(later.messages),
      toRequest: (list) => ({ ...rest, [key]: list }),
    }));

/** A request of any wire, of any shape, and messages to continue it with. */
export const arbitraryWireRequest = requestOf(WIRES);

/** Requests of each wire, of any shape, long and short. */
export const REQUESTS: [Wire, fc.Arbitrary<Record<string, unknown>>][] = [
  ...WIRES.map(({ wire }): [Wire, fc.Arbitrary<Record<string, unknown>>] => [
    wire,
    fc.oneof(
      requestOf(WIRES.filter((one) => one.wire === wire)).map(
        ({ messages, toRequest }) => toRequest(messages) as Record<string, unknown>,
      ),
      ODD_REQUESTS[wire],
    ),
  ]),
];

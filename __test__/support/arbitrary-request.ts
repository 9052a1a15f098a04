import fc from "fast-check";
import type { Wire } from "../../ts/contract/report.js";

/** A generated request and the wire it is meant for; most are broken in some way. */
export interface WireRequest {
  wire: Wire;
  request: Record<string, unknown>;
}

const id = fc.constantFrom("c1", "c2", "c3", "srvtoolu_1", 'q"\\', "é漢😀", "", "😀".repeat(65));
const name = fc.constantFrom("read", "write", "", "a b", "f.g:h");
const model = fc.constantFrom(
  "gpt-5",
  "openai/GPT-5",
  "gpt-oss",
  "Qwen/qwen3",
  "MiniMax-M2",
  "mistral-large",
  "x",
  "a\\b",
);
const args = fc.constantFrom("{}", "", "[1]", ' {"a":"\ud800"}', '{"a":', "\f{}", "null");
const text = fc.constantFrom("hello", "", " \n", "x\ud800", "\udc00y", "😀", "a\\ud800");
const odd = fc.constantFrom<unknown[]>(null, 1, "text", [], {}, false);
const rarely = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<unknown> = odd) =>
  fc.oneof({ arbitrary: usual as fc.Arbitrary<unknown>, weight: 30 }, { arbitrary: other, weight: 1 });
const object = (
  shape: Record<string, fc.Arbitrary<unknown>>,
  required: string[],
): fc.Arbitrary<Record<string, unknown>> => fc.record(shape, { requiredKeys: required, noNullPrototype: true });
const list = <T>(item: fc.Arbitrary<T>, max = 4) => fc.array(item, { maxLength: max });

/** Breaks lists of messages the way clients do: drops, repeats, swaps, inserts. */
function broken<T>(messages: readonly T[], edits: readonly (readonly [kind: string, at: number])[]): T[] {
  const out = [...messages];
  for (const [kind, at] of edits) {
    const index = out.length === 0 ? 0 : at % out.length;
    const [here] = out.slice(index, index + 1);
    if (here === undefined) continue;
    if (kind === "drop") out.splice(index, 1);
    else if (kind === "repeat") out.splice(index, 0, here);
    else if (kind === "move") out.push(...out.splice(index, 1));
    else if (kind === "cut") out.splice(index);
  }
  return out;
}

const edits = list(fc.tuple(fc.constantFrom("drop", "repeat", "move", "cut"), fc.nat(20)), 2);
const conversation = <T>(turns: fc.Arbitrary<T[]>) =>
  fc.tuple(list(turns, 5), edits).map(([groups, changes]) => broken(groups.flat(), changes));

const chatCall = object(
  {
    id: rarely(id),
    type: fc.constant("function"),
    function: rarely(object({ name, arguments: rarely(args) }, ["arguments"])),
    custom: object({ name, input: text }, []),
  },
  ["id"],
);
const chatTurn = fc.tuple(list(rarely(chatCall), 3), fc.boolean()).map(([calls, reversed]) => {
  const ids = calls.flatMap((call) => (typeof call === "object" && call && "id" in call ? [call.id] : []));
  const results = ids.map((value) => ({ role: "tool", tool_call_id: value, content: "result" }));
  return [{ role: "assistant", content: null, tool_calls: calls }, ...(reversed ? results.reverse() : results)];
});
const chatMessage = object(
  {
    role: rarely(fc.constantFrom("system", "user", "assistant", "tool", "function", "critic")),
    content: fc.oneof(text, odd, list(object({ type: fc.constant("text"), text }, []), 2)),
    tool_call_id: rarely(id),
    name: rarely(name),
    tool_calls: list(rarely(chatCall), 2),
    refusal: fc.constantFrom(null, "no"),
    audio: fc.constantFrom(null, { id: "a" }),
    function_call: fc.constantFrom(null, { name: "f" }),
  },
  ["role"],
);
const chat = object(
  {
    messages: conversation(
      fc.oneof(
        chatTurn,
        chatMessage.map((m) => [m]),
        rarely(chatMessage).map((m) => [m]),
      ),
    ),
    model: rarely(model),
    tools: list(object({ type: fc.constant("function") }, ["type"]), 1),
  },
  ["messages"],
);

const marker = fc.constantFrom<unknown[]>(
  null,
  { type: "ephemeral" },
  { type: "ephemeral", ttl: "1h" },
  { ttl: "5m" },
  true,
);
const anthropicBlock = fc.oneof(
  object({ type: fc.constant("text"), text, cache_control: marker }, ["type"]),
  object(
    {
      type: fc.constantFrom("tool_use", "tool_use", "server_tool_use", "mcp_tool_use"),
      id: rarely(id),
      name,
      input: rarely(fc.constant({ x: "\ud800" })),
      cache_control: marker,
    },
    ["type"],
  ),
  object({ type: fc.constantFrom("web_search_tool_result", "mcp_tool_result", "compaction"), tool_use_id: id }, [
    "type",
  ]),
  object(
    {
      type: fc.constant("tool_result"),
      tool_use_id: rarely(id),
      content: rarely(
        fc.oneof(text, list(object({ type: fc.constant("text"), text, cache_control: marker }, ["type"]), 2)),
      ),
      cache_control: marker,
    },
    ["type"],
  ),
  object(
    {
      type: fc.constantFrom("document", "search_result"),
      citations: fc.constantFrom<unknown[]>({ enabled: true }, { enabled: false }, { enabled: 1 }, null, []),
    },
    ["type"],
  ),
  object({ type: fc.constantFrom("thinking", "redacted_thinking", "image"), signature: text, cache_control: marker }, [
    "type",
  ]),
);
const anthropicTurn = fc
  .tuple(list(id, 3), list(anthropicBlock, 2), list(anthropicBlock, 2))
  .map(([ids, before, after]) => [
    {
      role: "assistant",
      content: [...before, ...ids.map((value) => ({ type: "tool_use", id: value, name: "f", input: {} }))],
    },
    { role: "user", content: [...ids.map((value) => ({ type: "tool_result", tool_use_id: value })), ...after] },
  ]);
const anthropicMessage = object(
  {
    role: rarely(fc.constantFrom("user", "assistant", "system", "tool")),
    content: fc.oneof(fc.constantFrom("x\n", "x "), text, odd, list(rarely(anthropicBlock), 4)),
  },
  ["role", "content"],
);
const anthropic = object(
  {
    messages: conversation(
      fc.oneof(
        anthropicTurn,
        anthropicMessage.map((m) => [m]),
        rarely(anthropicMessage).map((m) => [m]),
      ),
    ),
    system: fc.oneof(text, list(rarely(anthropicBlock), 2)),
    tools: list(rarely(object({ name, cache_control: marker, defer_loading: fc.boolean() }, ["name"])), 3),
    output_config: fc.constantFrom<unknown[]>({ effort: "low" }, { format: { type: "json_schema" } }, { format: null }),
    thinking: fc.constantFrom<unknown[]>({ type: "enabled" }, { type: "disabled" }, null),
    cache_control: marker,
    model: fc.constantFrom("claude-opus-5", "kimi-k2", "x", null),
    thread: fc.constantFrom<unknown[]>({ id: "thread_1" }, { type: "create" }, null),
  },
  ["messages"],
);

const call = fc.constantFrom(
  "function_call",
  "custom_tool_call",
  "computer_call",
  "tool_search_call",
  "web_search_call",
);
const responsesTurn = fc
  .tuple(call, id, fc.boolean())
  .map(([type, value, thinks]) => [
    ...(thinks ? [{ type: "reasoning", id: `rs_${value}`, summary: [] }] : []),
    { type, call_id: value, name: "f", arguments: "{}", input: "x" },
    { type: `${type}_output`, call_id: value, output: "result" },
  ]);
const responsesItem = object(
  {
    type: rarely(
      fc.constantFrom(
        ...["message", "reasoning", "function_call", "function_call_output", "custom_tool_call", "item_reference"],
        ...["compaction", "local_shell_call", "local_shell_call_output"],
      ),
    ),
    role: rarely(fc.constantFrom("user", "assistant", "developer", "tool")),
    id: rarely(fc.constantFrom("i1", "i2", "fc_1", "msg_1", "rs_1", "")),
    call_id: rarely(id),
    name,
    arguments: rarely(args),
    input: rarely(text),
    encrypted_content: fc.constantFrom(null, "", "x"),
    output: fc.oneof(text, odd),
    status: fc.constantFrom("completed", null),
    content: fc.oneof(
      text,
      list(rarely(object({ type: fc.constantFrom("input_text", "output_text"), text }, ["type"])), 2),
    ),
  },
  [],
);
const responses = object(
  {
    input: rarely(
      conversation(
        fc.oneof(
          responsesTurn,
          responsesItem.map((m) => [m]),
          rarely(responsesItem).map((m) => [m]),
        ),
      ),
      text,
    ),
    model: rarely(model),
    store: fc.constantFrom(true, false, null),
    background: fc.constantFrom(true, false, null),
    tools: list(
      object(
        {
          type: fc.constantFrom("function", "function", "tool_search", "namespace"),
          defer_loading: fc.boolean(),
          tools: list(object({ defer_loading: fc.boolean() }, [])),
        },
        ["type"],
      ),
      2,
    ),
    previous_response_id: fc.constantFrom(null, "resp_1"),
    conversation: fc.constantFrom<unknown[]>(null, { id: "conv" }),
  },
  ["input"],
);

const functionCall = object(
  { id, name: rarely(name), args: fc.oneof({ arbitrary: fc.constant({}), weight: 8 }, odd) },
  [],
);
const functionResponse = object(
  { id, name: rarely(name), response: fc.oneof({ arbitrary: fc.constant({ output: "x" }), weight: 8 }, odd) },
  [],
);
const part = fc.oneof(
  object({ text, thoughtSignature: text }, []),
  object({ functionCall, thoughtSignature: text }, ["functionCall"]),
  object({ functionResponse }, ["functionResponse"]),
  object({ function_call: functionCall, function_response: rarely(functionResponse), functionCall }, ["function_call"]),
);
const geminiTurn = fc.tuple(list(fc.tuple(id, name), 3), fc.boolean(), list(part, 1)).map(([calls, signed, more]) => [
  {
    role: "model",
    parts: calls.map(([value, n]) => ({
      functionCall: { id: value, name: n },
      ...(signed ? { thoughtSignature: "s" } : {}),
    })),
  },
  {
    role: "user",
    parts: [...calls.map(([value, n]) => ({ functionResponse: { id: value, name: n, response: {} } })), ...more],
  },
]);
const geminiContent = object(
  {
    role: rarely(fc.constantFrom("user", "model", "function", "assistant")),
    parts: fc.oneof(list(rarely(part), 3), odd),
  },
  ["parts"],
);
const gemini = object(
  {
    contents: conversation(
      fc.oneof(
        geminiTurn,
        geminiContent.map((m) => [m]),
        rarely(geminiContent).map((m) => [m]),
      ),
    ),
    cachedContent: fc.constantFrom(null, "cached/1"),
    tools: list(fc.constant({ functionDeclarations: [] }), 1),
    toolConfig: fc.constantFrom<unknown[]>(null, {}),
    systemInstruction: fc.constantFrom<unknown[]>(null, { parts: [{ text: "x" }] }),
    model: fc.constantFrom("gemini-2.5-pro", "gemini-3-pro", "models/gemini-10", "xgemini-3"),
  },
  ["contents"],
);

/** Requests of each wire, some of them valid; their texts are short. */
export const ODD_REQUESTS: Record<Wire, fc.Arbitrary<Record<string, unknown>>> = {
  "openai-chat": chat,
  "openai-responses": responses,
  anthropic,
  gemini,
};

/** Requests of all wires, some of them valid. */
export const arbitraryWireRequest: fc.Arbitrary<WireRequest> = fc.oneof(
  ...(Object.keys(ODD_REQUESTS) as Wire[]).map((wire) => ODD_REQUESTS[wire].map((request) => ({ wire, request }))),
);

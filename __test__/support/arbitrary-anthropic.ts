import fc from "fast-check";
import { anything, cacheMarker, callId, extras, ownText, rawText, text, toolName } from "./arbitrary-chat.js";

const marker = cacheMarker.map((value) => (value === undefined ? {} : { cache_control: value }));
const textBlock = fc
  .tuple(text, marker, extras)
  .map(([value, cache, extra]) => ({ ...extra, type: "text", text: value, ...cache }));
/** Images and documents, whole and broken. */
const mediaBlock = fc
  .tuple(
    fc.constantFrom("image", "document", "video"),
    fc.oneof(
      fc.constantFrom<unknown[]>(
        { type: "base64", media_type: "image/png", data: "iVBORw0KGgo".repeat(20) },
        { type: "base64", media_type: 'a"b\\', data: "x".repeat(200) },
        { type: "url", url: "https://example.com/a.png" },
        { type: "base64", media_type: null, data: 5, more: ["y".repeat(300)] },
        { media_type: "text/plain", media_type2: "é".repeat(80) },
        null,
      ),
      anything,
    ),
    marker,
  )
  .map(([type, source, cache]) => ({ type, source, ...cache }));
const oddBlock = fc.oneof(
  fc.constantFrom<unknown[]>(
    { type: "text" },
    { type: "text", text: null },
    { type: "search_result", source: "x" },
    null,
    "text",
  ),
  anything,
);
/** Search results, whole and broken. */
const searchBlock = fc
  .tuple(
    fc.oneof(
      fc.array(
        fc.oneof(
          textBlock,
          fc.constantFrom<unknown[]>({ type: "text", text: "[masked]" }, { type: "text" }, null, [{ text: "x" }], {
            a: { text: "y" },
            text: "",
          }),
        ),
        { maxLength: 3 },
      ),
      anything,
    ),
    marker,
  )
  .map(([content, cache]) => ({ type: "search_result", source: "https://example.com", title: "t", content, ...cache }));
const blocks = fc.oneof(
  { arbitrary: fc.array(textBlock, { minLength: 1, maxLength: 4 }), weight: 5 },
  { arbitrary: fc.array(fc.oneof(textBlock, mediaBlock), { minLength: 1, maxLength: 4 }), weight: 4 },
  { arbitrary: fc.array(fc.oneof(textBlock, searchBlock), { minLength: 1, maxLength: 4 }), weight: 2 },
  { arbitrary: fc.array(fc.oneof(textBlock, oddBlock, mediaBlock, searchBlock), { maxLength: 3 }), weight: 1 },
);
const content = fc.oneof({ arbitrary: text, weight: 5 }, { arbitrary: blocks, weight: 6 }, anything);
const isError = fc.constantFrom<object[]>(
  {},
  {},
  {},
  { is_error: true },
  { is_error: false },
  { is_error: null },
  { is_error: "true" },
);

const answered = fc
  .record({
    id: callId,
    name: toolName,
    content,
    own: fc.option(ownText, { nil: undefined, freq: 8 }),
    isError,
    marker,
    extras,
  })
  .map(({ id, name, content: value, own, isError: error, marker: cache, extras: extra }) => ({
    call: { type: "tool_use", id, name, input: {} },
    result: {
      type: "tool_result",
      tool_use_id: id,
      content: own === undefined ? value : own(id, name),
      ...error,
      ...cache,
      ...extra,
    },
  }));
const before = fc.constantFrom<object[][]>(
  [],
  [],
  [{ type: "thinking", thinking: "hm", signature: "s" }],
  [
    { type: "text", text: "I look." },
    { type: "server_tool_use", id: "call_1", name: "web", input: {} },
  ],
  [
    { type: "mcp_tool_use", id: "call_2", name: "db", input: {} },
    { type: "mcp_tool_result", tool_use_id: "call_2", content: [] },
  ],
);
const after = fc.oneof(
  fc.constantFrom<unknown[][]>([], [], [], [{ type: "text", text: "and this" }], [null], [{ type: "tool_result" }]),
  fc.array(fc.oneof(mediaBlock, mediaBlock, fc.constant<unknown>({ type: "text", text: "and this" })), {
    maxLength: 3,
  }),
);
const turn = fc
  .tuple(fc.array(answered, { minLength: 1, maxLength: 3 }), before, after)
  .map(([pairs, head, tail]): unknown[] => [
    { role: "assistant", content: [...head, ...pairs.map(({ call }) => call)] },
    { role: "user", content: [...pairs.map(({ result }) => result), ...tail] },
  ]);

const anyBlock = fc.oneof(
  textBlock,
  mediaBlock,
  answered.map(({ call }) => call),
  answered.map(({ result }) => result),
  fc.record({ type: fc.constant("tool_use"), id: anything, name: anything }),
  fc.record({ type: fc.constant("tool_result"), tool_use_id: anything, content }, { requiredKeys: ["type"] }),
  oddBlock,
);
const odd = fc
  .record(
    {
      role: fc.oneof(fc.constantFrom("user", "assistant", "system", "critic"), anything),
      content: fc.oneof(fc.array(anyBlock, { maxLength: 3 }), rawText, anything),
    },
    { requiredKeys: ["role"] },
  )
  .map((message): unknown[] => [message]);

/** An Anthropic Messages request of any shape, well-formed or not. */
export const arbitraryAnthropicRequest: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { arbitrary: turn, weight: 8 },
        { arbitrary: odd, weight: 2 },
        anything.map((one) => [one]),
      ),
      { maxLength: 8, size: "max" },
    ),
    extras,
    fc.constantFrom<object[]>(
      {},
      { system: "s" },
      { anthropic_version: "bedrock-2023-05-31" },
      { context_management: { edits: [{ type: "compact" }] } },
    ),
  )
  .map(([groups, extra, more]) => ({ ...extra, ...more, messages: groups.flat() }));

import fc from "fast-check";
import { anything, cacheMarker, callId, extras, ownText, rawText, text, toolName } from "./arbitrary-chat.js";
import { PICTURE } from "./picture.js";

const marker = cacheMarker.map((value) => (value === undefined ? {} : { prompt_cache_breakpoint: value }));
const textPart = fc
  .tuple(fc.constantFrom("input_text", "input_text", "output_text", "text"), text, marker, extras)
  .map(([type, value, cache, extra]) => ({ ...extra, type, text: value, ...cache }));
const mediaPart = fc
  .tuple(
    fc.constantFrom<object[]>(
      { type: "input_image", image_url: `data:image/png;base64,${"A".repeat(200)}` },
      { type: "input_image", image_url: `data:image/png,${"A".repeat(200)}`, detail: "low" },
      { type: "input_image", image_url: "https://example.com/a.png" },
      { type: "input_image", file_id: "file_1" },
      { type: "input_image", image_url: { url: `data:image/jpeg;base64,${"B".repeat(90)}` } },
      { type: "input_file", file_data: `data:application/pdf;base64,${"C".repeat(150)}`, filename: "a.pdf" },
      { type: "input_file", file_data: `data:;base64,${"C".repeat(150)}` },
      { type: "input_file", file_data: 'data:a"b\\;x', other: "é".repeat(100) },
    ),
    marker,
  )
  .map(([part, cache]) => ({ ...part, ...cache }));
const oddPart = fc.oneof(
  fc.constantFrom<unknown[]>({ type: "input_text" }, { type: "refusal", text: "no" }, null),
  anything,
);
const output = fc.oneof(
  { arbitrary: text, weight: 6 },
  { arbitrary: fc.array(textPart, { minLength: 1, maxLength: 4 }), weight: 3 },
  { arbitrary: fc.array(fc.oneof(textPart, mediaPart), { minLength: 1, maxLength: 4 }), weight: 3 },
  { arbitrary: fc.array(fc.oneof(textPart, oddPart, mediaPart), { maxLength: 3 }), weight: 1 },
  { arbitrary: anything, weight: 1 },
);

const callType = fc.constantFrom(
  ...[
    "function_call",
    "function_call",
    "function_call",
    "custom_tool_call",
    "local_shell_call",
    "_call",
    "tool_search_call",
  ],
);
/** What a computer answers with, whole and broken. */
const picture = fc.constantFrom<unknown[]>(
  { type: "computer_screenshot", image_url: `data:image/png;base64,${"A".repeat(400)}` },
  { type: "input_image", image_url: `data:image/png;base64,${"A".repeat(400)}`, file_id: null },
  { image_url: `data:image/png;base64,${"A".repeat(400)}`, type: "computer_screenshot", file_id: "file_1" },
  { type: "computer_screenshot", image_url: "https://example.com/a.png" },
  { type: "computer_screenshot", file_id: "file_1" },
  { type: "other", image_url: `data:image/png;base64,${"A".repeat(400)}` },
  { type: "computer_screenshot", image_url: PICTURE },
);
const pictured = fc.record({ id: callId, output: fc.oneof(picture, picture, output) }).map(({ id, output: made }) => ({
  call: { type: "computer_call", call_id: id, action: { type: "screenshot" } },
  output: { type: "computer_call_output", call_id: id, output: made },
}));
const answeredCall = fc
  .record({
    type: callType,
    id: callId,
    name: fc.option(toolName, { nil: undefined, freq: 6 }),
    output,
    own: fc.option(ownText, { nil: undefined, freq: 8 }),
    extras,
  })
  .map(({ type, id, name, output: value, own, extras: extra }) => ({
    call: { type, call_id: id, ...(name === undefined ? {} : { name }), arguments: "{}" },
    output: { type: `${type}_output`, call_id: id, output: own === undefined ? value : own(id, name ?? ""), ...extra },
  }));
const answered = fc.oneof({ arbitrary: answeredCall, weight: 6 }, { arbitrary: pictured, weight: 2 });
const reasoning = fc.constantFrom<object[]>(
  { type: "reasoning", summary: [], encrypted_content: "g" },
  { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "s" }] },
);
/** Calls with reasoning between them, then their outputs. */
const turn = fc
  .tuple(fc.array(answered, { minLength: 1, maxLength: 3 }), fc.option(reasoning, { nil: undefined }), fc.boolean())
  .map(([pairs, thought, isZipped]): unknown[] => {
    const between = thought === undefined ? [] : [thought];
    if (isZipped) return pairs.flatMap((pair) => [...between, pair.call, pair.output]);
    return [...pairs.flatMap((pair) => [...between, pair.call]), ...pairs.map((pair) => pair.output)];
  });
const odd = fc
  .oneof(
    fc.record({
      role: fc.oneof(fc.constantFrom("user", "assistant", "system", "tool"), anything),
      content: fc.oneof(text, anything),
    }),
    fc.record({
      type: fc.constant("message"),
      role: fc.constantFrom("user", "assistant"),
      content: fc.array(fc.oneof(textPart, oddPart, mediaPart), { maxLength: 3 }),
    }),
    fc.record(
      {
        type: fc.oneof(
          fc.constantFrom("function_call", "function_call_output", "item_reference", "web_search_call"),
          anything,
        ),
        call_id: anything,
        output,
      },
      { requiredKeys: ["type"] },
    ),
    fc.record({ type: fc.constant("custom_tool_call"), call_id: callId, name: toolName, input: rawText }),
    fc.constantFrom<object[]>(
      { type: "compaction", encrypted_content: "g" },
      { type: "mcp_call", id: "m", output: "o".repeat(99) },
    ),
    reasoning,
  )
  .map((item): unknown[] => [item]);
const delta = fc.constantFrom<object[]>(
  {},
  {},
  {},
  {},
  { previous_response_id: "r" },
  { previous_response_id: null },
  { conversation: "c" },
  { conversation: { id: "c" } },
  { conversation: [] },
);

/** An OpenAI Responses request of any shape, well-formed or not. */
export const arbitraryResponsesRequest: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { arbitrary: turn, weight: 8 },
        { arbitrary: odd, weight: 3 },
        anything.map((one) => [one]),
      ),
      { maxLength: 8, size: "max" },
    ),
    extras,
    delta,
    fc.constantFrom(true, true, true, true, true, true, true, false),
  )
  .map(([groups, extra, more, isList]) => ({ ...extra, ...more, input: isList ? groups.flat() : "a question" }));

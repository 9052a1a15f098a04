import fc from "fast-check";
import type { SettingsInput } from "../../ts/policy/policy.js";
import { arbitraryJsonStyle, renderJson } from "./render-json.js";

/** A generated body and what it was made from. */
export interface ArbitraryBody {
  request: unknown;
  body: Buffer;
}

// Also for the other wires. Few ids and names, so that repeats, orphans and look-alikes are frequent.
export const callId = fc.constantFrom("call_1", "call_2", "call_3", "call_4", 'c"5\\', "é漢😀", "a\nb", "");
export const toolName = fc.constantFrom(
  "read_file",
  "read_dir",
  "bash",
  "",
  "grep\u0007",
  "日本",
  "x".repeat(140),
  "__proto__",
);
export const anything = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1.5, -3, 1e21, "", "text"),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 2 }),
  fc.dictionary(fc.string({ maxLength: 4 }), fc.integer(), { maxKeys: 2 }),
);

/** Strings of every UTF-16 unit, lone surrogates too. */
export const rawText = fc
  .array(fc.oneof(fc.constantFrom(10, 34, 92, 0xd83d, 0xde00, 0xe9, 0x2028, 0), fc.integer({ min: 32, max: 126 })), {
    maxLength: 40,
  })
  .map((units) => String.fromCharCode(...units));

const marked = fc.constantFrom(
  "Error: it broke",
  "ok\nValueError: bad\n",
  "Traceback (most recent call last):\n  File x",
  "a timeout happened",
  '{"error": null, "x": 1}',
  '{"error": "no"}',
  ' [{"status": "error"}]',
  '{"error": false}',
  "[error clipped — 5000 chars]",
  "\n[error clipped — 12 chars]\n",
  "[observation masked — 12 chars]",
  "[Observation masked: old tool result (tool_call_id=call_1, tool=read_file, chars=900)]",
  "[Observation masked: old tool result (tool_call_id=call_2, tool=unknown, chars=1)]",
  "[old result left out: 900 chars]",
  "[old error left out: 900 chars; mentions: lines 1-40, src/a.ts]",
  "[old result left out: 9 chars]",
  "[see above: same file, unchanged]",
  "[Observation masquée: résultat d’outil ancien (tool_call_id=call_1, outil=inconnu, chars=3)]",
  '\nBEGIN_DISPATCH_RESULT\n{"ok": "é"}\nEND_DISPATCH_RESULT\n',
  "[dispatch output masked — 12 chars]\nBEGIN_DISPATCH_RESULT\nEND_DISPATCH_RESULT",
);
const filler = fc
  .tuple(fc.constantFrom("x", "line of text\n", "é", "😀", "漢字 ", '"\\', "\n"), fc.integer({ min: 0, max: 400 }))
  .map(([unit, count]) => unit.repeat(count));
export const text = fc.oneof(
  rawText,
  marked,
  { arbitrary: fc.tuple(filler, fc.oneof(marked, rawText), filler).map((t) => t.join("")), weight: 2 },
  { arbitrary: fc.tuple(marked, filler).map(([a, b]) => `${a}\n${b}`), weight: 1 },
  { arbitrary: filler, weight: 3 },
);

export const cacheMarker = fc.option(fc.constantFrom({ type: "ephemeral" }, true), { nil: undefined, freq: 2 });
const textPart = fc
  .tuple(text, cacheMarker)
  .map(([value, cache]) => ({ type: "text", text: value, ...(cache === undefined ? {} : { cache_control: cache }) }));
const oddPart = fc.oneof(
  fc.constantFrom(
    { type: "image_url", image_url: { url: "data:" } },
    { type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(300)}` } },
    { type: "file", file: { filename: "a", file_data: `data:application/pdf;base64,${"A".repeat(300)}` } },
    { type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(300)}` }, cache_control: {} },
    { type: "text" },
    { type: "text", text: null },
    null,
  ),
  anything,
);
const content = fc.oneof(
  { arbitrary: text, weight: 6 },
  { arbitrary: fc.array(textPart, { minLength: 1, maxLength: 4 }), weight: 3 },
  { arbitrary: fc.array(fc.oneof(textPart, oddPart), { maxLength: 3 }), weight: 1 },
  { arbitrary: anything, weight: 1 },
);

const call = fc.oneof(
  {
    arbitrary: fc.record({
      id: callId,
      type: fc.constant("function"),
      function: fc.record({ name: toolName, arguments: fc.constantFrom("{}", '{"path":"a"}') }),
    }),
    weight: 8,
  },
  fc.record({ id: callId, type: fc.constant("custom"), custom: fc.record({ name: toolName, input: rawText }) }),
  fc.record({ id: anything, function: anything }),
  fc.record({ id: callId }),
  anything,
);

export const extras = fc.dictionary(fc.constantFrom("name", "refusal", "metadata", "x"), anything, { maxKeys: 1 });
const assistant = fc.record(
  { role: fc.constant("assistant"), content, tool_calls: fc.array(call, { maxLength: 3 }) },
  { requiredKeys: ["role"] },
);
const toolResult = fc.record(
  { role: fc.constant("tool"), tool_call_id: fc.oneof({ arbitrary: callId, weight: 8 }, anything), content },
  { requiredKeys: ["role", "tool_call_id"] },
);
const other = fc.record(
  { role: fc.oneof(fc.constantFrom("user", "system", "developer", "function", "critic"), anything), content },
  { requiredKeys: ["role"] },
);

/** The content of a result, given the call that it answers. */
export type ContentMaker = (id: string, name: string) => unknown;

/** Placeholders of the very call that a result answers, and what looks like them. */
export const ownText: fc.Arbitrary<ContentMaker> = fc
  .tuple(
    fc.constantFrom<((id: string, name: string) => string)[]>(
      (id, name) => `[Observation masked: old tool result (tool_call_id=${id}, tool=${name || "unknown"}, chars=9)]`,
      (id, name) =>
        `[Observation masquée: résultat d’outil ancien (tool_call_id=${id}, outil=${name || "inconnu"}, chars=9)]`,
      (id, name) => `<masked result: ${name || "unknown"} ${id} 12311>`,
      () => "masked text\nof 77 chars",
      () => "[observation masked — 123456 chars]",
      () => "[observation masked — 123456 cha",
    ),
    fc.constantFrom("", "", "\nhead of it...", " "),
  )
  .map(
    ([make, tail]) =>
      (id, name) =>
        make(id, name) + tail,
  );

/** A call with its result, so that most results are no orphans. */
const answeredCall = fc
  .record({
    id: callId,
    name: fc.option(toolName, { nil: undefined, freq: 8 }),
    makeContent: fc.oneof(
      {
        arbitrary: content.map(
          (value): ContentMaker =>
            () =>
              value,
        ),
        weight: 7,
      },
      { arbitrary: ownText, weight: 1 },
    ),
  })
  .map(({ id, name, makeContent }) => ({
    call: { id, type: "function", function: { ...(name === undefined ? {} : { name }), arguments: "{}" } },
    result: { role: "tool", tool_call_id: id, content: makeContent(id, name ?? "") },
  }));

const turn = fc
  .array(answeredCall, { minLength: 1, maxLength: 3 })
  .map((pairs) => [
    { role: "assistant", content: null, tool_calls: pairs.map((p) => p.call) },
    ...pairs.map((p) => p.result),
  ]);

const messages = fc
  .array(
    fc.oneof(
      { arbitrary: turn, weight: 16 },
      { arbitrary: fc.tuple(assistant, extras).map(([m, e]) => [{ ...e, ...m }]), weight: 2 },
      { arbitrary: fc.tuple(toolResult, extras).map(([m, e]) => [{ ...m, ...e }]), weight: 2 },
      { arbitrary: other.map((m) => [m]), weight: 2 },
      { arbitrary: anything.map((m) => [m]), weight: 1 },
    ),
    { maxLength: 10, size: "max" },
  )
  .map((groups): unknown[] => groups.flat());

/** An OpenAI Chat request of any shape, well-formed or not. */
export const arbitraryChatRequest: fc.Arbitrary<{ messages: unknown[] }> = fc
  .tuple(messages, extras, fc.constantFrom("before", "after"))
  .map(([list, extra, place]) => {
    const decoy = { ...extra, tools: [{ messages: [{ role: "tool", tool_call_id: "call_1", content: "decoy" }] }] };
    return place === "before" ? { ...decoy, messages: list } : { messages: list, ...decoy };
  });

/** {@link arbitraryChatRequest} as bytes, in many spellings of the same JSON. */
export const arbitraryChatBody: fc.Arbitrary<ArbitraryBody> = fc
  .tuple(arbitraryChatRequest, arbitraryJsonStyle)
  .map(([request, style]) => ({ request, body: Buffer.from(renderJson(request, style)) }));

const k = fc.constantFrom(null, 1, 2);
const keepErrors = fc.constantFrom<(boolean | "seed")[]>(true, false, "seed");
const toolRule = fc.record(
  {
    windowTurns: fc.integer({ min: 1, max: 4 }),
    keepLastK: k,
    keepErrors,
    maxObservationChars: fc.constantFrom(null, 40, 150, 600),
    never: fc.constantFrom(false, false, true),
  },
  { requiredKeys: [] },
);

/** A valid policy that makes every rule matter on small conversations. */
export const arbitraryPolicy: fc.Arbitrary<SettingsInput> = fc.record({
  mask: fc.record({
    windowTurns: fc.constantFrom(1, 1, 1, 2, 4),
    minChars: fc.constantFrom(0, 0, 20, 256),
    keepErrors,
    keepErrorsMaxChars: fc.constantFrom(200, 250, 4000),
    keepLastKPerTool: fc.constantFrom(null, null, null, 1, 2),
    tools: fc.dictionary(fc.constantFrom("read_*", "*", "日?", "bash"), toolRule, {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    maxObservationChars: fc.constantFrom(null, null, 20, 33, 80, 81, 120, 300),
    placeholder: fc.constantFrom<NonNullable<NonNullable<SettingsInput["mask"]>["placeholder"]>[]>(
      {},
      { locale: "fr" },
      { family: "observation" },
      { template: "<masked result: {tool_name} {tool_call_id} {original_lines}{original_tokens}1{message_index}>" },
      { template: "masked text\nof {original_chars} chars", locale: "fr" },
    ),
  }),
});

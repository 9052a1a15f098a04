import fc from "fast-check";
import { anything, callId, extras, ownText, text, toolName } from "./arbitrary-chat.js";

/** One key in either spelling, rarely in both, which makes its object ambiguous. */
const spelled = (camel: string, snake: string) => (value: unknown) =>
  fc.constantFrom<object[]>(
    ...Array.from({ length: 12 }, (_, index) => ({ [index % 3 === 0 ? snake : camel]: value })),
    { [camel]: value, [snake]: value },
  );
const callMember = spelled("functionCall", "function_call");
const responseMember = spelled("functionResponse", "function_response");

/** What a tool may answer with: texts at any depth. */
const nested = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthIdentifier: "response" },
    text,
    anything,
    fc.array(tie("node"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("output", "error", "status", "a/b~c", "é", "x"), tie("node"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
})).node;
const response = fc.oneof(
  { arbitrary: text.map((output): unknown => ({ output })), weight: 5 },
  {
    arbitrary: fc.dictionary(fc.constantFrom("output", "result", "error", "status", "list"), nested, {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    weight: 4,
  },
  {
    arbitrary: fc
      .tuple(
        text,
        fc.constantFrom<object[]>(
          { error: null },
          { error: false },
          { error: "no" },
          { status: "error" },
          { error: {} },
        ),
      )
      .map(([output, more]): unknown => ({ output, ...more })),
    weight: 2,
  },
  { arbitrary: fc.constantFrom<unknown[]>({}, null, "text", [], [{ output: "x".repeat(300) }]), weight: 1 },
);

/** Images and other files, whole and broken. */
const filePart = fc.oneof(
  fc.constantFrom<unknown[]>(
    { inlineData: { mimeType: "image/png", data: "A".repeat(200) } },
    { inline_data: { mime_type: "application/pdf", data: "B".repeat(150) } },
    { fileData: { mimeType: "video/mp4", fileUri: `https://example.com/${"c".repeat(90)}` } },
    { file_data: { file_uri: `https://example.com/${"c".repeat(90)}` } },
    { inlineData: { mimeType: 'a"b', data: "é".repeat(150) }, mediaResolution: {} },
    { inlineData: { mimeType: "image/png", data: "A".repeat(200) }, fileData: { fileUri: "x" } },
    { inlineData: { mimeType: "image/png", data: "A".repeat(200) }, functionCall: { name: "x" } },
    { inlineData: "A".repeat(200) },
    { inlineData: { mimeType: "image/png", data: "A" } },
  ),
  anything,
);
/** What may be next to a response. */
const responseParts = fc.option(fc.oneof(fc.array(filePart, { maxLength: 3 }), anything), { nil: undefined, freq: 3 });
const answered = fc
  .record({
    id: callId,
    name: toolName,
    callHasId: fc.boolean(),
    resultHasId: fc.boolean(),
    response,
    responseParts,
    isFirst: fc.boolean(),
    own: fc.option(ownText, { nil: undefined, freq: 8 }),
    isSameName: fc.constantFrom(true, true, true, true, true, false),
    extras,
  })
  .chain(
    ({
      id,
      name,
      callHasId,
      resultHasId,
      response: value,
      responseParts: parts,
      isFirst,
      own,
      isSameName,
      extras: extra,
    }) => {
      const call = { ...(callHasId ? { id } : {}), name, args: { s: "x" } };
      const made = own === undefined ? value : { output: own(resultHasId ? id : "unknown", name) };
      const files = parts === undefined ? {} : { parts };
      const answer = isFirst ? { ...files, response: made } : { response: made, ...files };
      const result = { ...(resultHasId ? { id } : {}), name: isSameName ? name : "other", ...answer, ...extra };
      return fc.record({ call: callMember(call), result: responseMember(result) });
    },
  );
const signature = fc.constantFrom<object[]>({}, {}, { thoughtSignature: "s" }, { thought_signature: "s" });
const modelRole = fc.constantFrom<object[]>(
  { role: "model" },
  { role: "model" },
  { role: "model" },
  { role: "model" },
  { role: "user" },
);
const resultRole = fc.constantFrom<object[]>(
  { role: "user" },
  { role: "user" },
  {},
  { role: "function" },
  { role: "model" },
  { role: 5 },
);
const someTail = fc.constantFrom<unknown[][]>(
  [],
  [],
  [],
  [],
  [{ text: "and this" }],
  [null],
  [{ inlineData: { mimeType: "image/png", data: "A" } }],
);
const tail = fc.oneof(
  someTail,
  fc.array(fc.oneof(filePart, fc.constant<unknown>({ text: "and this" })), { maxLength: 3 }),
);
const turn = fc
  .tuple(fc.array(answered, { minLength: 1, maxLength: 3 }), modelRole, resultRole, signature, tail, fc.boolean())
  .map(([pairs, model, user, signed, more, isReversed]): unknown[] => {
    const results = pairs.map(({ result }) => result);
    return [
      { ...model, parts: pairs.map(({ call }, index) => ({ ...call, ...(index === 0 ? signed : {}) })) },
      { ...user, parts: [...(isReversed ? results.toReversed() : results), ...more] },
    ];
  });
const anyPart = fc.oneof(
  filePart,
  text.map((value): unknown => ({ text: value })),
  answered.map(({ call }): unknown => call),
  answered.map(({ result }): unknown => result),
  fc
    .tuple(fc.constantFrom("functionCall", "functionResponse", "function_response"), anything)
    .map(([key, value]) => ({ [key]: value })),
  fc.record({
    functionResponse: fc.record({ id: anything, name: anything, response }, { requiredKeys: ["response"] }),
  }),
  anything,
);
const odd = fc
  .record(
    {
      role: fc.oneof(fc.constantFrom("user", "model", "function", "system"), anything),
      parts: fc.oneof(fc.array(anyPart, { maxLength: 3 }), anything),
    },
    { requiredKeys: [] },
  )
  .map((content): unknown[] => [content]);
const delta = fc.constantFrom<object[]>(
  {},
  {},
  {},
  { cachedContent: "c" },
  { cached_content: "c" },
  { cachedContent: 5 },
);

/** A Gemini request of any shape, well-formed or not, in either spelling. */
export const arbitraryGeminiRequest: fc.Arbitrary<Record<string, unknown>> = fc
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
    delta,
  )
  .map(([groups, extra, more]) => ({ ...extra, ...more, contents: groups.flat() }));

import { describe, expect, it } from "vitest";
import { plainText, type Subject } from "./build.js";
import { gemini, type Json, LONG, later, namedPlaceholder, placeholder, run, runRequest } from "./wires-build.js";

const model = (...calls: Json[]) => ({ role: "model", parts: calls.map((functionCall) => ({ functionCall })) });
const user = (...responses: Json[]) => ({
  role: "user",
  parts: responses.map((functionResponse) => ({ functionResponse })),
});
const call = (name: string, id?: string) => ({ name, args: {}, ...(id === undefined ? {} : { id }) });
const response = (name: string, value: unknown = { text: LONG }, id?: string) => ({
  name,
  response: value,
  ...(id === undefined ? {} : { id }),
});

/** One turn of a call and its response. */
const turn = (value: unknown) => [model(call("f")), user(response("f", value)), ...later(gemini)];
const unnamed = (chars = 1000) => namedPlaceholder("unknown", chars, "f");

type Case = [title: string, response: unknown, mask: object, expected: string];

const CASES: Case[] = [
  ["an object", { text: LONG }, {}, "mask/window"],
  ["a nested object", { a: [{ b: LONG }, 5, null], c: { d: "x" } }, {}, "mask/window"],
  ["an object without a string", { count: 5, list: [1, true, null] }, {}, "keep/not_shorter"],
  ["an empty object", {}, {}, "keep/not_shorter"],
  ["an empty object, with a minimum", {}, { minChars: 1 }, "keep/short"],
  ["a string", LONG, {}, "keep/content"],
  ["a list", [LONG], {}, "keep/content"],
  ["null", null, {}, "keep/content"],
  ["an error", { error: { message: LONG } }, {}, "keep/error"],
  ["an error under a policy that keeps none", { error: LONG }, { keepErrors: false }, "mask/window"],
  ["no error", { error: null, text: LONG }, {}, "mask/window"],
  ["no error, either", { error: false, text: LONG }, {}, "mask/window"],
  ["an empty error", { error: "", text: LONG }, {}, "mask/window"],
  ["an error without members", { error: {}, text: LONG }, {}, "mask/window"],
  ["an error by MCP's mark", { content: [{ type: "text", text: LONG }], isError: true }, {}, "keep/error"],
  ["an exit code", { output: LONG, exitCode: 2 }, {}, "keep/error"],
  ["an exit code in metadata", { output: LONG, metadata: { exit_code: 101 } }, {}, "keep/error"],
  ["the exit code 0", { output: LONG, exitCode: 0, isError: false }, {}, "mask/window"],
  ["an error by its status", { status: "error", text: LONG }, {}, "keep/error"],
  ["another status", { status: "errors", text: LONG }, {}, "mask/window"],
  ["an error deeper down", { result: { error: LONG } }, {}, "mask/window"],
  ["words of an error", { text: `Error: no\n${LONG}` }, {}, "mask/window"],
  ["words of the seed's", { text: `timeout ${LONG}` }, { keepErrors: "seed" }, "keep/error"],
  ["an error, under the seed's rule", { error: 5, text: LONG }, { keepErrors: "seed" }, "keep/error"],
  ["a long error of one text", { error: LONG }, { keepErrorsMaxChars: 200 }, "clip/error"],
  ["a long error of two texts", { error: LONG, more: "x" }, { keepErrorsMaxChars: 200 }, "keep/error"],
  ["our placeholder", { output: placeholder() }, {}, "keep/placeholder"],
  ["our placeholder with a name", { output: unnamed(5) }, {}, "keep/placeholder"],
  ["our placeholder under another key", { x: [unnamed(5)] }, {}, "keep/placeholder"],
  ["our placeholder beside a text", { output: unnamed(5), x: LONG }, {}, "mask/window"],
  ["another's placeholder", { output: namedPlaceholder("a_call_with_another_longer_id", 5, "f") }, {}, "mask/window"],
];

export function geminiCases(subject: Subject): void {
  describe("gemini", () => {
    it.each(CASES)("%s", (_, value, mask, expected) => {
      const { reasons, report } = run(subject, gemini, turn(value), mask);
      expect(reasons[0]).toBe(`undefined:${expected}`);
      expect(report.decisions[0]?.toolName).toBe("f");
    });

    objectCases(subject);
    pairingCases(subject);
    spellingCases(subject);

    it("reads responses in contents of any role except model", () => {
      const roles = [{ role: "function" }, {}, { role: "tool" }];
      for (const role of roles) {
        const parts = [{ functionResponse: response("f") }];
        expect(run(subject, gemini, [model(call("f")), { ...role, parts }, ...later(gemini)]).report.maskedCount).toBe(
          1,
        );
      }
      const parts = [{ functionResponse: response("f") }];
      expect(run(subject, gemini, [model(call("f")), { role: "model", parts }, ...later(gemini)]).reasons).toHaveLength(
        1,
      );
    });

    it("measures texts, args and responses", () => {
      const contents = [
        { role: "user", parts: [{ text: "12" }, { inlineData: { mimeType: "image/png", data: "not counted" } }] },
        {
          role: "model",
          parts: [{ text: "3", thought: true }, { functionCall: { name: "f", args: { a: ["45", { b: "6" }] } } }],
        },
        user(response("f", { x: "789", y: [null, "0"] })),
      ];
      expect(run(subject, gemini, contents).report.chars?.before).toBe(2 + 1 + 3 + 4);
    });

    it.each([
      ["cachedContent", "c", true],
      ["cached_content", "c", true],
      ["cachedContent", {}, undefined],
      ["previous_response_id", "r", undefined],
    ])("takes the list for a continuation with %s: %j", (key, value, delta) => {
      const request = { ...gemini.request(turn({ text: LONG })), [key]: value };
      expect(runRequest(subject, gemini, request).report).toMatchObject({ maskedCount: 1 });
      expect(runRequest(subject, gemini, request).report.delta).toBe(delta);
    });

    it("reads the model's name from the options, because bodies lack it", () => {
      const options = { model: "gemini-x" };
      expect(subject.reduce({ contents: [] }, {}, options).report.model).toBe("gemini-x");
      expect(subject.reduce({ contents: [], model: "m" }, {}, options).report.model).toBe("gemini-x");
      expect(subject.reduce({ contents: [] }).report.model).toBeUndefined();
    });
  });
}

function objectCases(subject: Subject): void {
  it("sums chars over all strings, at any depth, and replaces the response by one object", () => {
    const value = {
      a: ["x".repeat(100), { "key is no text": "y".repeat(100) }],
      b: { c: { d: [["z".repeat(100)]] } },
      n: 1,
    };
    const image = { inlineData: { mimeType: "image/png", data: "AAAA" } };
    const answered = { ...response("f", value), parts: [image], scheduling: "SILENT" };
    const { messages, report } = run(subject, gemini, [model(call("f")), user(answered), ...later(gemini)]);
    expect(report.decisions[0]).toMatchObject({ charsBefore: 300, charsAfter: placeholder(300).length });
    expect(messages[1]).toEqual(user({ ...answered, response: { output: placeholder(300) } }));
  });

  it("does not replace a response by a larger object", () => {
    const mask = { placeholder: { template: "12345678" } };
    const decided = (value: unknown) => run(subject, gemini, turn(value), mask).reasons[0];
    // {"output":"12345678"} has 21 bytes, {"":"…"} 7 and the text.
    expect(decided({ "": "x".repeat(14) })).toMatch("not_shorter");
    expect(decided({ "": "x".repeat(15) })).toMatch("mask");
    // Another string counts only with its quotes; the JSON around it is not counted.
    expect(decided({ "": "x".repeat(12), y: "" })).toMatch("not_shorter");
    expect(decided({ "": "x".repeat(13), y: "" })).toMatch("mask");
    // Chars have to become fewer, too.
    expect(decided({ "": "漢".repeat(8) })).toMatch("not_shorter");
    expect(decided({ "": "漢".repeat(9) })).toMatch("mask");
  });

  it("clips the only text of a long error in place", () => {
    const text = `Error: ${plainText(1000)}`;
    const value = { error: { "a/b~c": [1, text] }, code: 5 };
    const mask = { keepErrorsMaxChars: 200 };
    const { messages, report } = run(subject, gemini, turn(value), mask);
    const line = "\n[error clipped — 1007 chars]\n";
    const clipped = text.slice(0, 100) + line + text.slice(-(100 - line.length));
    expect(messages[1]).toEqual(user(response("f", { error: { "a/b~c": [1, clipped] }, code: 5 })));
    expect(report).toMatchObject({ clippedCount: 1, clippedChars: 807 });
    const { edits } = subject.plan(gemini.request(turn(value)), { mask: { ...mask, windowTurns: 1, minChars: 0 } });
    expect(edits[0]).toMatchObject({
      path: "/contents/1/parts/0/functionResponse/response/error/a~1b~0c/1",
      replacement: JSON.stringify(clipped),
      action: "clip",
    });
    expect(run(subject, gemini, messages, mask).reasons[0]).toBe("undefined:keep/error");
  });

  it("says that a masked result was an error", () => {
    const { messages } = run(subject, gemini, turn({ error: LONG }), { keepErrors: false });
    expect(JSON.stringify(messages[1])).toContain("[old error left out: 1000 chars]");
  });
}

function pairingCases(subject: Subject): void {
  /** Tool turn of each result before the last, by the window that keeps it: `-` for an orphan. */
  const tools = (...contents: Json[]) =>
    run(subject, gemini, [...contents, ...later(gemini)])
      .report.decisions.slice(0, -1)
      .map(({ toolName, reason, callId }) => `${callId ?? ""}${reason === "orphan" ? "-" : toolName}`);

  it("pairs calls by name in the last turn, each once", () => {
    expect(tools(model(call("f"), call("g"), call("f")), user(response("g"), response("f"), response("f")))).toEqual([
      "g",
      "f",
      "f",
    ]);
    expect(tools(model(call("f")), user(response("f"), response("f")))).toEqual(["f", "-"]);
    expect(tools(model(call("f")), model(call("g")), user(response("f")))).toEqual(["-"]);
    expect(tools(model(call("f")), user(response("h")))).toEqual(["-"]);
    expect(tools(user(response("f")), model(call("f")))).toEqual(["-"]);
  });

  it("pairs calls by id anywhere", () => {
    const contents = [model(call("f", "1")), model(call("g", "2")), user(response("other", {}, "1"))];
    expect(tools(...contents)).toEqual(["1f"]);
    expect(tools(model(call("f", "1")), model(call("g", "1")), user(response("f", {}, "1")))).toEqual(["1g"]);
    expect(tools(model(call("f", "1")), user(response("f", {}, "1"), response("f", {}, "1")))).toEqual(["1f", "1f"]);
  });

  it("accepts an id on one side only, but not two different ids", () => {
    expect(tools(model(call("f", "1")), user(response("f")))).toEqual(["f"]);
    expect(tools(model(call("f")), user(response("f", {}, "1")))).toEqual(["1f"]);
    expect(tools(model(call("f", "1")), user(response("f", {}, "2")))).toEqual(["2-"]);
    expect(tools(model(call("f", "")), user(response("f", {}, "2")))).toEqual(["2f"]);
    expect(tools(model(call("f", "1"), call("f")), user(response("f", {}, "2"), response("f")))).toEqual(["2f", "f"]);
    expect(tools(model(call("f", "1"), call("f")), user(response("f", {}, "1"), response("f")))).toEqual(["1f", "f"]);
  });

  it("pairs no call without a name by its place", () => {
    expect(tools(model({ args: {} }), user({ response: {} }))).toEqual(["-"]);
    expect(tools(model({ id: "1", args: {} }), user({ id: "1", response: {} }))).toEqual(["1undefined"]);
  });

  it("counts each content with calls as a turn", () => {
    const contents = [
      model(),
      model(call("f"), call("f")),
      { role: "model", parts: [{ functionCall: 5 }, { text: "x" }] },
    ];
    expect(run(subject, gemini, contents).report.toolTurnCount).toBe(1);
  });

  it("is fast with many calls of one name in a turn", () => {
    const many = Array.from({ length: 20_000 }, () => call("f"));
    const answers = many.map(() => response("f", { x: "" }));
    const started = performance.now();
    const { report } = run(subject, gemini, [model(...many), user(...answers), ...later(gemini)]);
    expect(report.decisions.filter(({ reason }) => reason === "orphan")).toEqual([]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
}

function spellingCases(subject: Subject): void {
  const snakeCall = (name: string) => ({
    role: "model",
    parts: [{ function_call: call(name), thought_signature: "s" }],
  });
  const snake = (name: string) => ({ role: "user", parts: [{ function_response: response(name) }] });

  it("reads both spellings, and writes the one in the request", () => {
    const contents = [snakeCall("f"), snake("f"), ...later(gemini)];
    const { messages, report } = run(subject, gemini, contents);
    expect(report.maskedCount).toBe(1);
    expect(messages[1]).toEqual({
      role: "user",
      parts: [{ function_response: response("f", { output: placeholder() }) }],
    });
    const { edits } = subject.plan(gemini.request(contents), { mask: { windowTurns: 1, minChars: 0 } });
    expect(edits.map(({ path }) => path)).toEqual(["/contents/1/parts/0/function_response/response"]);
    expect(run(subject, gemini, [snakeCall("f"), user(response("f")), ...later(gemini)]).report.maskedCount).toBe(1);
  });

  it("leaves a result that is spelled twice, or whose call is", () => {
    const twice = { functionResponse: response("f"), function_response: response("f", { text: "other" }) };
    const result = { role: "user", parts: [twice] };
    expect(run(subject, gemini, [model(call("f")), result, ...later(gemini)]).reasons[0]).toMatch("keep/duplicate_key");
    const calls = { role: "model", parts: [{ functionCall: call("g"), function_call: call("f") }] };
    const { reasons, report } = run(subject, gemini, [calls, user(response("f")), ...later(gemini)]);
    expect(reasons[0]).toMatch("keep/duplicate_key");
    // Of the two, the later one counts, as of a key that occurs twice.
    expect(report.decisions[0]).toMatchObject({ toolName: "f" });
  });
}

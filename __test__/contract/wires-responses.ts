import { describe, expect, it } from "vitest";
import { EAGER, type Subject } from "./build.js";
import { type Json, LONG, later, placeholder, responses, run, runRequest } from "./wires-build.js";

const call = (id: string, more: Json = {}) => ({
  type: "function_call",
  call_id: id,
  name: "f",
  arguments: "{}",
  ...more,
});
const output = (id: string, value: unknown = LONG) => ({ type: "function_call_output", call_id: id, output: value });
const reasoning = {
  type: "reasoning",
  id: "rs",
  encrypted_content: LONG,
  summary: [{ type: "summary_text", text: "s" }],
};
const text = (value: string, more: Json = {}) => ({ type: "input_text", text: value, ...more });

type Case = [title: string, output: unknown, expected: string];

const CASES: Case[] = [
  ["a list of input_text", [text(LONG), text("x")], "mask/window"],
  ["a list of output_text and text", [text(LONG, { type: "output_text" }), text("x", { type: "text" })], "mask/window"],
  ["an empty list", [], "keep/content"],
  ["an unknown part", [text(LONG), { type: "input_audio" }], "keep/content"],
  ["an object", { text: LONG }, "keep/content"],
  ["null", null, "keep/content"],
  ["an empty string", "", "keep/not_shorter"],
  ["an error by its words", `Error: no\n${LONG}`, "keep/error"],
  ["an error in one part", [text(LONG), text(`Error: no\n${LONG}`)], "keep/error"],
];

/** Calls that are not to functions: their outputs keep their bytes. */
const OTHER_TOOLS: [call: Json, output: Json][] = [
  [
    { type: "custom_tool_call", call_id: "a", name: "p", input: "i" },
    { type: "custom_tool_call_output", output: LONG },
  ],
  [
    { type: "local_shell_call", call_id: "a", action: {} },
    { type: "local_shell_call_output", output: LONG },
  ],
  [
    { type: "shell_call", call_id: "a", action: {} },
    { type: "shell_call_output", output: [{ stdout: LONG }] },
  ],
  [
    { type: "apply_patch_call", call_id: "a" },
    { type: "apply_patch_call_output", output: LONG },
  ],
  [
    { type: "computer_call", call_id: "a" },
    { type: "computer_call_output", output: { type: "computer_screenshot" } },
  ],
  [
    { type: "tool_search_call", call_id: "a" },
    { type: "tool_search_output", tools: [] },
  ],
];

export function responsesCases(subject: Subject): void {
  describe("openai-responses", () => {
    it.each(CASES)("%s", (_, value, expected) => {
      const { reasons } = run(subject, responses, [call("a"), output("a", value), ...later(responses)]);
      expect(reasons[0]).toBe(`a:${expected}`);
    });

    it("counts a run of calls as one turn, even with reasoning between them", () => {
      const messages = [call("a"), reasoning, call("b"), output("a"), output("b"), reasoning, call("c"), output("c")];
      const { report, reasons } = run(subject, responses, messages);
      expect(report.toolTurnCount).toBe(2);
      expect(reasons).toEqual(["a:mask/window", "b:mask/window", "c:keep/window"]);
    });

    it.each([
      ["an output", output("z", "x")],
      ["a message", { role: "assistant", content: "x" }],
      ["a call without an id", { type: "web_search_call", id: "ws" }],
      ["what is no object", null],
    ])("starts another turn after %s", (_, item) => {
      expect(run(subject, responses, [call("a"), item, reasoning, call("b")]).report.toolTurnCount).toBe(2);
    });

    it.each(OTHER_TOOLS)("leaves $type unchanged", (made, answer) => {
      const messages = [made, { ...answer, call_id: "a" }, ...later(responses)];
      const { changed, report, reasons } = run(subject, responses, messages);
      expect([changed, report.toolTurnCount, reasons]).toEqual([false, 2, ["later:keep/window"]]);
    });

    it("keeps every item in place", () => {
      const message = { type: "message", role: "user", content: [text("x")] };
      const items = [message, reasoning, call("a"), output("a"), { type: "compaction", encrypted_content: LONG }];
      const { messages } = run(subject, responses, [...items, ...later(responses)]);
      expect(messages.slice(0, 5)).toEqual(items.with(3, output("a", placeholder("a").replace("read_file", "f"))));
    });

    it("puts the placeholder into the last text with a cache marker, and keeps its type", () => {
      const parts = [text(LONG), text("b", { type: "output_text", prompt_cache_breakpoint: {} }), text("c")];
      const { messages } = run(subject, responses, [
        call("a", { name: "read_file" }),
        output("a", parts),
        ...later(responses),
      ]);
      expect(messages[1]?.output).toEqual([{ ...parts[1], text: placeholder("a", 1002) }]);
    });

    it("recognises user messages with and without their type", () => {
      const old = [call("a"), output("a"), ...later(responses)];
      for (const user of [
        { role: "user", content: "x" },
        { type: "message", role: "user", content: [] },
      ]) {
        const protect = { protectOpenLoop: true };
        expect(run(subject, responses, [user, ...old], protect).reasons[0]).toBe("a:keep/open_loop");
        expect(run(subject, responses, [...old, user], protect).reasons[0]).toBe("a:mask/window");
      }
      const unknown = [{ type: "item_reference", role: "user" }, ...old];
      expect(run(subject, responses, unknown, { protectOpenLoop: true }).reasons[0]).toBe("a:mask/window");
    });

    it("measures messages, arguments and outputs of functions", () => {
      const messages = [
        { role: "user", content: "12" },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "345" }] },
        reasoning,
        call("a", { arguments: "6789" }),
        { type: "custom_tool_call", call_id: "b", input: "ab" },
        output("a", [text("c"), text("d")]),
        { type: "custom_tool_call_output", call_id: "b", output: "not counted" },
      ];
      expect(run(subject, responses, messages).report.chars?.before).toBe(2 + 3 + 4 + 2 + 2);
    });

    wholeRequestCases(subject);
  });
}

function wholeRequestCases(subject: Subject): void {
  const messages = [output("gone"), call("a"), output("a"), ...later(responses)];

  it.each([
    [{ previous_response_id: "r" }, true],
    [{ conversation: "c" }, true],
    [{ conversation: { id: "c" } }, true],
    [{ previous_response_id: null, conversation: null }, undefined],
    [{ cachedContent: "c" }, undefined],
    [{}, undefined],
  ])("reads the list as it is with %j", (more, delta) => {
    const { report, reasons } = runRequest(subject, responses, { ...responses.request(messages), ...more });
    expect(report.delta).toBe(delta);
    expect(reasons).toEqual(["gone:keep/orphan", "a:mask/window", "later:keep/window"]);
  });

  it("reduces nothing in a plain string", () => {
    const { changed, report } = subject.reduce({ input: "some text" }, { mask: EAGER }, { tokens: true });
    expect([changed, report.skipped, report.wire]).toEqual([false, undefined, "openai-responses"]);
    expect(report).toMatchObject({ messageCount: 0, toolResultCount: 0, chars: { before: 9, after: 9 } });
  });
}

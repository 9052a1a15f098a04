import { describe, expect, it } from "vitest";
import { EAGER, type Subject } from "./build.js";
import { at, type Json, LONG, later, placeholder, responses, run, runRequest } from "./wires-build.js";

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

/** Calls that are not to functions, and texts of their outputs. */
const OTHER_TOOLS: [call: Json, output: Json, masked: (placeholder: string) => unknown][] = [
  [
    { type: "custom_tool_call", name: "f", input: "i" },
    { type: "custom_tool_call_output", output: LONG },
    (placeholder) => placeholder,
  ],
  [
    { type: "custom_tool_call", name: "f", input: "i" },
    { type: "custom_tool_call_output", output: [text(LONG), text("x")] },
    (placeholder) => [text(placeholder)],
  ],
  [
    { type: "local_shell_call", name: "f", action: {} },
    { type: "local_shell_call_output", status: "completed", output: LONG },
    (placeholder) => placeholder,
  ],
  [
    { type: "shell_call", name: "f", action: {} },
    {
      type: "shell_call_output",
      max_output_length: 9,
      output: [
        { stdout: "", stderr: LONG, outcome: { type: "exit", exit_code: 0 } },
        { outcome: { type: "exit", exit_code: 0 }, stdout: "more", stderr: null },
      ],
    },
    (placeholder) => [
      { stdout: "", stderr: placeholder, outcome: { type: "exit", exit_code: 0 } },
      { outcome: { type: "exit", exit_code: 0 }, stdout: "", stderr: null },
    ],
  ],
  [
    { type: "apply_patch_call", name: "f", operation: {} },
    { type: "apply_patch_call_output", status: "completed", output: LONG },
    (placeholder) => placeholder,
  ],
  [
    { type: "tool_search_call", name: "f" },
    { type: "tool_search_output", output: LONG, tools: [{ name: "g" }] },
    (placeholder) => placeholder,
  ],
  [{ type: "x_call", name: "f" }, { type: "x_call_output", output: LONG }, (placeholder) => placeholder],
];

/** Outputs without a text. */
const TEXTLESS: Json[] = [
  { type: "computer_call_output", output: { type: "computer_screenshot", image_url: LONG } },
  { type: "tool_search_output", tools: [{ name: LONG }] },
  { type: "shell_call_output", output: [{ stdout: LONG }, "x"] },
  { type: "shell_call_output", output: [] },
  { type: "local_shell_call_output", output: { text: LONG } },
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

    describe.each(OTHER_TOOLS)("%j", (made, answer, masked) => {
      const messages = [{ ...made, call_id: "a" }, { ...answer, call_id: "a" }, ...later(responses)];
      const texts = JSON.stringify(answer.output).includes('"more"') ? 1004 : 1000;
      const chars = Array.isArray(answer.output) && texts === 1000 ? 1001 : texts;
      const output = masked(placeholder(chars));

      it("masks the texts of the output, and nothing else", () => {
        const reduced = run(subject, responses, messages);
        expect(reduced.messages).toEqual(messages.with(1, { ...answer, call_id: "a", output }));
        expect(reduced.reasons).toEqual(["a:mask/window", "later:keep/window"]);
      });

      it("plans the edits that it makes, once", () => {
        const request = responses.request(messages);
        const { edits } = subject.plan(request, { mask: EAGER });
        expect(edits.length).toBeGreaterThan(0);
        for (const { path } of edits) expect(at(request, path)).toBeDefined();
        const twice = run(subject, responses, messages.with(1, { ...answer, call_id: "a", output }));
        expect([twice.changed, twice.reasons[0]]).toEqual([false, "a:keep/placeholder"]);
      });

      it("counts it", () => {
        const without = messages.with(1, { ...answer, output: "", call_id: "a" });
        const sizeOf = (list: readonly unknown[]) => run(subject, responses, list).report.chars?.before ?? 0;
        expect(sizeOf(messages) - sizeOf(without)).toBeGreaterThanOrEqual(1000);
      });
    });

    it.each(TEXTLESS)("leaves %j unchanged", (answer) => {
      const messages = [{ type: "x_call", call_id: "a" }, { ...answer, call_id: "a" }, ...later(responses)];
      const { changed, reasons } = run(subject, responses, messages);
      expect([changed, reasons]).toEqual([false, ["a:keep/content", "later:keep/window"]]);
    });

    describe("an MCP call, which has its output in it", () => {
      const mcp = (more: Json = {}) => ({
        type: "mcp_call",
        id: "m",
        name: "f",
        arguments: "{}",
        output: LONG,
        ...more,
      });
      const messages = [mcp(), { role: "user", content: "x" }, ...later(responses)];

      it("is a turn and a result", () => {
        const { report, reasons, messages: reduced } = run(subject, responses, messages);
        expect([report.toolTurnCount, reasons]).toEqual([2, ["m:mask/window", "later:keep/window"]]);
        expect(reduced[0]).toEqual(mcp({ output: placeholder() }));
      });

      it.each([
        [{ error: "failed" }, "m:keep/error"],
        [{ error: null }, "m:mask/window"],
        [{ output: null, error: "failed" }, "m:keep/content"],
        [{ id: "" }, "undefined:keep/orphan"],
      ])("with %j", (more, reason) => {
        expect(run(subject, responses, messages.with(0, mcp(more))).reasons[0]).toBe(reason);
      });
    });

    it("finds the call of a local shell by the output's own id", () => {
      const answer = { type: "local_shell_call_output", id: "a", output: LONG };
      const messages = [{ type: "local_shell_call", call_id: "a" }, answer, ...later(responses)];
      expect(run(subject, responses, messages).reasons[0]).toBe("a:mask/window");
      const other = { type: "custom_tool_call_output", id: "a", output: LONG };
      expect(run(subject, responses, messages.with(1, other)).reasons[0]).toBe("undefined:keep/orphan");
    });

    it("clips a long error where it is, and keeps one of several texts whole", () => {
      const error = `Error: no\n${"x".repeat(9000)}`;
      const shell = (stdout: string) => ({
        type: "shell_call_output",
        call_id: "a",
        output: [{ stdout, stderr: error, outcome: { type: "exit", exit_code: 1 } }],
      });
      const messages = [{ type: "shell_call", call_id: "a", name: "f" }, shell(""), ...later(responses)];
      const clipped = run(subject, responses, messages);
      expect(clipped.reasons[0]).toBe("a:clip/error");
      expect(String(at(clipped.request, "/input/1/output/0/stderr"))).toMatch(/\[error clipped — 9010 chars\]/);
      expect(run(subject, responses, messages.with(1, shell("x"))).reasons[0]).toBe("a:keep/error");
    });

    it("keeps every item in place", () => {
      const message = { type: "message", role: "user", content: [text("x")] };
      const items = [{ type: "compaction", encrypted_content: LONG }, message, reasoning, call("a"), output("a")];
      const { messages } = run(subject, responses, [...items, ...later(responses)]);
      expect(messages.slice(0, 5)).toEqual(items.with(4, output("a", placeholder())));
    });

    it("leaves what is in front of a compaction as it is: the model does not read it", () => {
      const items = [call("a"), output("a"), { type: "compaction", encrypted_content: LONG }];
      const { messages } = run(subject, responses, [...items, ...later(responses)]);
      expect(messages.slice(0, 3)).toEqual(items);
    });

    it("puts the placeholder into the last text with a cache marker, and keeps its type", () => {
      const parts = [text(LONG), text("b", { type: "output_text", prompt_cache_breakpoint: {} }), text("c")];
      const { messages } = run(subject, responses, [
        call("a", { name: "read_file" }),
        output("a", parts),
        ...later(responses),
      ]);
      expect(messages[1]?.output).toEqual([{ ...parts[1], text: placeholder(1002) }]);
    });

    it("measures messages, arguments and every output", () => {
      const messages = [
        { role: "user", content: "12" },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "345" }] },
        reasoning,
        call("a", { arguments: "6789" }),
        { type: "custom_tool_call", call_id: "b", input: "ab" },
        output("a", [text("c"), text("d")]),
        { type: "custom_tool_call_output", call_id: "b", output: "ef" },
        { type: "new_item", text: "gh", deep: [{ more: LONG }] },
        { type: "additional_tools", tools: [{ name: "jk" }] },
      ];
      // Instructions have 8 chars, the summary one, a definition its name and value.
      expect(run(subject, responses, messages).report.chars?.before).toBe(
        8 + 2 + 3 + 1 + 4 + 2 + 2 + 2 + (2 + 1000) + 6,
      );
    });

    it("counts instructions and tools", () => {
      const request = { instructions: "1234", tools: [{ name: "5678" }], input: [{ role: "user", content: "9" }] };
      const { report } = subject.reduce(request, { mask: EAGER }, { tokens: true });
      expect(report).toMatchObject({ chars: { before: 4 + 8 + 1 }, tokens: { before: 4, method: "chars4" } });
    });

    it("counts an image by its number, not by its data", () => {
      const image = { type: "input_image", image_url: `data:image/png;base64,${LONG}` };
      const request = { input: [{ role: "user", content: [image] }] };
      const { report } = subject.reduce(request, { mask: EAGER }, { tokens: true });
      expect(report).toMatchObject({ chars: { before: 0 }, tokens: { before: 1229 } });
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

import { expect, it } from "vitest";
import { definePolicy, reduceRequest, reduceToolOutput, TamisError } from "../../ts/index.js";
import { chatOf } from "../support/on-wire.js";
import { written } from "../support/written.js";

const policy = definePolicy(written({ arrival: { terminal: true, longLines: 200 } }));
const RUN = `start\n${"waiting\r".repeat(30)}end`;

it("is what a request sends of the same output", () => {
  const messages = chatOf([{ calls: [{ id: "a", tool: "bash", result: RUN }] }]);
  const { body } = reduceRequest({ model: "gpt-4o", messages }, policy);
  const { text, kind, changed, charsBefore, charsAfter } = reduceToolOutput(RUN, { tool: "bash", policy });
  expect(body.messages[1]).toEqual({ role: "tool", tool_call_id: "a", content: text });
  expect({ kind, changed, charsBefore, charsAfter }).toEqual({
    kind: "terminal",
    changed: true,
    charsBefore: RUN.length,
    charsAfter: text.length,
  });
});

it("comes back as it is where nothing applies, under a policy that only observes, and a second time", () => {
  expect(reduceToolOutput("short", { policy })).toEqual({
    text: "short",
    changed: false,
    charsBefore: 5,
    charsAfter: 5,
  });
  const observing = definePolicy(written({ arrival: { terminal: true }, mode: "observe" }));
  expect(reduceToolOutput(RUN, { policy: observing }).text).toBe(RUN);
  const { text } = reduceToolOutput(RUN, { policy });
  expect(reduceToolOutput(text, { policy }).changed).toBe(false);
});

it("applies the kinds of the default policy where none is given", () => {
  expect(reduceToolOutput(RUN).kind).toBe("terminal");
  expect(reduceToolOutput("x".repeat(3_000)).changed).toBe(false);
  expect(reduceToolOutput("x".repeat(9_000)).kind).toBe("clip");
});

it.each([
  ["bash", { command: "cat a.json | jq ." }],
  ["bash", { command: "cat a.ts" }],
  ["Task", { description: "look", prompt: "look at it" }],
])("loses nothing of files that commands show, and of reports: %s, %j", (tool, args) => {
  const text = Array.from({ length: 400 }, (_, at) => `text ${at} of many`).join("\n");
  expect(reduceToolOutput(text, { tool: "bash" }).kind).toBe("clip");
  expect(reduceToolOutput(text, { tool, args }).changed).toBe(false);
});

it("loses nothing of an error, said by the caller or by the text", () => {
  const long = `${"x".repeat(400)}\n`;
  const kindOf = (text: string, isError?: boolean) =>
    reduceToolOutput(text, { policy, ...(isError === undefined ? {} : { isError }) }).kind;
  expect(kindOf(long)).toBe("long_lines");
  expect(kindOf(long, false)).toBe("long_lines");
  expect(kindOf(long, true)).toBeUndefined();
  expect(kindOf(`Error: no\n${long}`)).toBeUndefined();
});

it("refuses what is no output, and options that it does not know", () => {
  expect(() => reduceToolOutput(7 as never)).toThrow(TamisError);
  expect(() => reduceToolOutput("x", { tols: "bash" } as never)).toThrow(/did you mean "tool"/);
  expect(() => reduceToolOutput("x", { args: 1 } as never)).toThrow(/options.args: expected an object or its JSON/);
});

it("takes arguments in both forms, and odd texts", () => {
  const itself = { command: "make" };
  Object.assign(itself, { itself, size: 10n });
  for (const args of [{ command: "make" }, itself, '{"command":"make"}', "not JSON"]) {
    expect(reduceToolOutput(RUN, { tool: "bash", args, policy }).changed).toBe(true);
    expect(reduceToolOutput(RUN, { tool: "bash", args, policy, isError: false }).changed).toBe(true);
  }
  for (const text of ["", "\ud800", `${RUN}\udc00`]) expect(reduceToolOutput(text, { policy }).text).toBe(text);
});

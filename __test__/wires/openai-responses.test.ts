import { describe, expect, it } from "vitest";
import { openAiResponses } from "../../ts/wires/openai-responses.js";
import { showTranscript } from "../support/show-transcript.js";

const call = (id: unknown, more = {}) => ({ type: "function_call", call_id: id, name: "f", arguments: "{}", ...more });
const output = (id: unknown, value: unknown) => ({ type: "function_call_output", call_id: id, output: value });
const reasoning = { type: "reasoning" };

type Case = [title: string, items: unknown[], results: string[]];

const CASES: Case[] = [
  ["what is no item", [null, 5, "x", [], {}, { type: 5 }], []],
  [
    "a run of calls, with reasoning",
    [{ role: "user", content: "go" }, reasoning, call("a"), reasoning, call("b"), output("a", "A"), output("b", "B")],
    ["5.0 a=f @0 text:A", "6.0 b=f @0 text:B"],
  ],
  ["reasoning first is in no run", [output("z", "Z"), reasoning, call("a")], ["0.0 z=undefined @undefined text:Z"]],
  [
    "outputs of any call are results",
    [
      { type: "custom_tool_call", call_id: "a", name: "f" },
      { type: "custom_tool_call_output", call_id: "a", output: "A" },
      { type: "shell_call_output", call_id: "z", output: [{ stdout: "B", stderr: "" }] },
    ],
    ["1.0 a=f @0 text:A", "2.0 z=undefined @undefined fields:B"],
  ],
  ["a name that is none", [call("a", { name: 5 }), output("a", "A")], ["1.0 a=undefined @0 text:A"]],
];

const OUTPUTS: [output: unknown, shown: string][] = [
  [
    [
      { type: "input_text", text: "a" },
      { type: "output_text", text: "b" },
      { type: "text", text: "c" },
    ],
    "parts:a|b|c",
  ],
  [
    [
      { type: "input_text", text: "a" },
      { type: "input_text", text: "b", prompt_cache_breakpoint: {} },
    ],
    "parts:a|b",
  ],
  [
    [
      { type: "input_text", text: "a" },
      { type: "input_text", text: "b", cache_control: {} },
    ],
    "parts:a|b",
  ],
  [[{ type: "input_image", image_url: "data:image/jpeg;base64,AAAA" }], "fields:"],
  [
    [
      { type: "input_file", file_id: "file-123456" },
      { type: "text", text: "a" },
    ],
    "fields:a",
  ],
  [[{ type: "image", source: {} }], "other:"],
  [[], "other:"],
  [undefined, "other:"],
];

describe("reading OpenAI Responses items", () => {
  it.each(CASES)("%s", (_, items, results) => {
    expect(showTranscript(openAiResponses.read(items))).toEqual(results);
  });

  it.each(OUTPUTS)("output %j is %s", (value, shown) => {
    expect(showTranscript(openAiResponses.read([call("a"), output("a", value)]))).toEqual([`1.0 a=f @0 ${shown}`]);
  });
});

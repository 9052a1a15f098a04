import { describe, expect, it } from "vitest";
import { openAiResponses } from "../../ts/wires/openai-responses.js";
import { showTranscript } from "../support/show-transcript.js";

const call = (id: unknown, more = {}) => ({ type: "function_call", call_id: id, name: "f", arguments: "{}", ...more });
const output = (id: unknown, value: unknown) => ({ type: "function_call_output", call_id: id, output: value });
const reasoning = { type: "reasoning" };

type Case = [title: string, items: unknown[], turns: number, lastUser: number, results: string[]];

const CASES: Case[] = [
  ["nothing", [], 0, -1, []],
  ["what is no item", [null, 5, "x", [], {}, { type: 5 }], 0, -1, []],
  [
    "a run of calls, with reasoning",
    [{ role: "user", content: "go" }, reasoning, call("a"), reasoning, call("b"), output("a", "A"), output("b", "B")],
    1,
    0,
    ["5.0 a=f @0 text:A", "6.0 b=f @0 text:B"],
  ],
  ["a call without an id parts a run", [call("a"), { type: "web_search_call" }, call("b")], 2, -1, []],
  [
    "a call of any type is one",
    [
      { type: "custom_tool_call", call_id: "a" },
      { type: "x_call", call_id: "b" },
    ],
    1,
    -1,
    [],
  ],
  [
    "reasoning first is in no run",
    [output("z", "Z"), reasoning, call("a")],
    1,
    -1,
    ["0.0 z=undefined @undefined text:Z"],
  ],
  [
    "outputs of any call are results",
    [
      { type: "custom_tool_call", call_id: "a", name: "f" },
      { type: "custom_tool_call_output", call_id: "a", output: "A" },
      { type: "shell_call_output", call_id: "z", output: [{ stdout: "B", stderr: "" }] },
    ],
    1,
    -1,
    ["1.0 a=f @0 text:A", "2.0 z=undefined @undefined fields:B"],
  ],
  ["a name that is none", [call("a", { name: 5 }), output("a", "A")], 1, -1, ["1.0 a=undefined @0 text:A"]],
  [
    "messages of users",
    [
      { type: "message", role: "user" },
      { type: "message", role: "developer" },
    ],
    0,
    0,
    [],
  ],
  [
    "a type that is no string",
    [
      { type: null, role: "user" },
      { type: "other", role: "user" },
    ],
    0,
    0,
    [],
  ],
];

const OUTPUTS: [output: unknown, shown: string][] = [
  [
    [
      { type: "input_text", text: "a" },
      { type: "output_text", text: "b" },
      { type: "text", text: "c" },
    ],
    "parts(0):a|b|c",
  ],
  [
    [
      { type: "input_text", text: "a" },
      { type: "input_text", text: "b", prompt_cache_breakpoint: {} },
    ],
    "parts(1):a|b",
  ],
  [
    [
      { type: "input_text", text: "a" },
      { type: "input_text", text: "b", cache_control: {} },
    ],
    "parts(0):a|b",
  ],
  [[{ type: "input_image", image_url: "data:image/jpeg;base64,AAAA" }], "media(-1)::image image/jpeg 27"],
  [
    [
      { type: "input_file", file_id: "file-123456" },
      { type: "text", text: "a" },
    ],
    "media(1):a:document undefined 11|text",
  ],
  [[{ type: "image", source: {} }], "other:"],
  [[], "other:"],
  [undefined, "other:"],
];

describe("reading OpenAI Responses items", () => {
  it.each(CASES)("%s", (_, items, turns, user, results) => {
    expect(showTranscript(openAiResponses.read(items))).toEqual({ turns, user, results });
  });

  it.each(OUTPUTS)("output %j is %s", (value, shown) => {
    expect(showTranscript(openAiResponses.read([call("a"), output("a", value)]))).toMatchObject({
      results: [`1.0 a=f @0 ${shown}`],
    });
  });
});

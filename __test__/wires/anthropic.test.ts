import { describe, expect, it } from "vitest";
import { anthropic } from "../../ts/wires/anthropic.js";
import { showTranscript } from "../support/show-transcript.js";

const use = (id: unknown, name?: unknown) => ({ type: "tool_use", id, name, input: {} });
const result = (id: unknown, content?: unknown, more = {}) => ({
  type: "tool_result",
  tool_use_id: id,
  content,
  ...more,
});
const assistant = (...content: unknown[]) => ({ role: "assistant", content });
const user = (...content: unknown[]) => ({ role: "user", content });
const text = (value: unknown, more = {}) => ({ type: "text", text: value, ...more });

type Case = [title: string, messages: unknown[], results: string[]];

const CASES: Case[] = [
  ["what is no message", [null, 5, "x", [], { role: "user" }], []],
  [
    "parallel calls",
    [user(text("go")), assistant(text("ok"), use("a", "x"), use("b", "y")), user(result("b", "B"), result("a", "A"))],
    ["2.0 b=y @0 text:B", "2.1 a=x @0 text:A"],
  ],
  [
    "a message with more than results is the user's",
    [assistant(use("a", "x")), user(result("a", "A"), text("and"))],
    ["1.0 a=x @0 text:A"],
  ],
  ["calls of the user are none", [user(use("a")), user(result("a", "A"))], ["1.0 a=undefined @undefined text:A"]],
  ["results of the assistant are none", [assistant(use("a")), assistant(result("a", "A"))], []],
  [
    "the nearest call before",
    [
      assistant(use("a", "x")),
      user(result("a", "1")),
      assistant(use("a", 5)),
      user(result("a", "2"), result("a", "3")),
    ],
    ["1.0 a=x @0 text:1", "3.0 a=undefined @1 text:2", "3.1 a=undefined @1 text:3"],
  ],
  [
    "ids that are none",
    [user(result("", "A"), result(7, "B"), { type: "tool_result" })],
    [
      "0.0 undefined=undefined @undefined text:A",
      "0.1 undefined=undefined @undefined text:B",
      "0.2 undefined=undefined @undefined other:",
    ],
  ],
  [
    "errors",
    [assistant(use("a", "x")), user(result("a", "A", { is_error: true }), result("a", "B", { is_error: 1 }))],
    ["1.0 a=x @0! text:A", "1.1 a=x @0 text:B"],
  ],
];

const CONTENTS: [content: unknown, shown: string][] = [
  ["", "text:"],
  [[], "other:"],
  [{}, "other:"],
  [[text("a"), text("b")], "parts:a|b"],
  [[text("a"), text("b", { cache_control: {} }), text("c", { cache_control: null })], "parts:a|b|c"],
  [[text("a"), text("b", { prompt_cache_breakpoint: {} })], "parts:a|b"],
  [[text(5)], "other:"],
  [[text("a"), { type: "search_result" }], "other:"],
  [[{ type: "image", source: { media_type: "image/png", data: "AAAAAAAA" } }, text("a")], "fields:a"],
  [[{ type: "document", source: { media_type: "text/plain", data: "12345678901" } }], "fields:"],
  [[{ type: "image", source: { media_type: "not a type" } }], "fields:"],
  [[{ type: "image", source: {}, cache_control: {} }], "other:"],
  [[{ type: "image", source: "x" }], "other:"],
  [[{ type: "image_url", image_url: { url: "x" } }], "other:"],
];

describe("reading Anthropic messages", () => {
  it.each(CASES)("%s", (_, messages, results) => {
    expect(showTranscript(anthropic.read(messages))).toEqual(results);
  });

  it.each(CONTENTS)("content %j is %s", (content, shown) => {
    const read = anthropic.read([assistant(use("a", "x")), user(result("a", content))]);
    expect(showTranscript(read)).toEqual([`1.0 a=x @0 ${shown}`]);
  });
});

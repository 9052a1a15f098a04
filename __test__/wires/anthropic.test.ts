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

type Case = [title: string, messages: unknown[], turns: number, lastUser: number, results: string[]];

const CASES: Case[] = [
  ["nothing", [], 0, -1, []],
  ["what is no message", [null, 5, "x", [], { role: "user" }], 0, 4, []],
  [
    "parallel calls",
    [user(text("go")), assistant(text("ok"), use("a", "x"), use("b", "y")), user(result("b", "B"), result("a", "A"))],
    1,
    0,
    ["2.0 b=y @0 text:B", "2.1 a=x @0 text:A"],
  ],
  [
    "a message with more than results is the user's",
    [assistant(use("a", "x")), user(result("a", "A"), text("and"))],
    1,
    1,
    ["1.0 a=x @0 text:A"],
  ],
  [
    "a user message without blocks",
    [user(), { role: "user", content: "x" }, { role: "system", content: "x" }],
    0,
    1,
    [],
  ],
  ["calls without an id are none", [assistant(use(""), use(7), use(undefined), text("x"), null)], 0, -1, []],
  ["calls of the user are none", [user(use("a")), user(result("a", "A"))], 0, 0, ["1.0 a=undefined @undefined text:A"]],
  ["results of the assistant are none", [assistant(use("a")), assistant(result("a", "A"))], 1, -1, []],
  [
    "the nearest call before",
    [
      assistant(use("a", "x")),
      user(result("a", "1")),
      assistant(use("a", 5)),
      user(result("a", "2"), result("a", "3")),
    ],
    2,
    -1,
    ["1.0 a=x @0 text:1", "3.0 a=undefined @1 text:2", "3.1 a=undefined @1 text:3"],
  ],
  [
    "ids that are none",
    [user(result("", "A"), result(7, "B"), { type: "tool_result" })],
    0,
    -1,
    [
      "0.0 undefined=undefined @undefined text:A",
      "0.1 undefined=undefined @undefined text:B",
      "0.2 undefined=undefined @undefined other:",
    ],
  ],
  [
    "errors",
    [assistant(use("a", "x")), user(result("a", "A", { is_error: true }), result("a", "B", { is_error: 1 }))],
    1,
    -1,
    ["1.0 a=x @0! text:A", "1.1 a=x @0 text:B"],
  ],
];

const CONTENTS: [content: unknown, shown: string][] = [
  ["", "text:"],
  [[], "other:"],
  [{}, "other:"],
  [[text("a"), text("b")], "parts(0):a|b"],
  [[text("a"), text("b", { cache_control: {} }), text("c", { cache_control: null })], "parts(1):a|b|c"],
  [[text("a"), text("b", { prompt_cache_breakpoint: {} })], "parts(0):a|b"],
  [[text(5)], "other:"],
  [[text("a"), { type: "search_result" }], "other:"],
  [
    [{ type: "image", source: { media_type: "image/png", data: "AAAAAAAA" } }, text("a")],
    "media(1):a:image image/png 8|text",
  ],
  [
    [{ type: "document", source: { media_type: "text/plain", data: "12345678901" } }],
    "media(-1)::document text/plain 11",
  ],
  [[{ type: "image", source: { media_type: "not a type" } }], "media(-1)::image undefined 5"],
  [[{ type: "image", source: {}, cache_control: {} }], "other:"],
  [[{ type: "image", source: "x" }], "other:"],
  [[{ type: "image_url", image_url: { url: "x" } }], "other:"],
];

describe("reading Anthropic messages", () => {
  it.each(CASES)("%s", (_, messages, turns, user, results) => {
    expect(showTranscript(anthropic.read(messages))).toEqual({ turns, user, results });
  });

  it.each(CONTENTS)("content %j is %s", (content, shown) => {
    const { results } = anthropic.read([assistant(use("a", "x")), user(result("a", content))]);
    expect(showTranscript({ messageCount: 0, toolTurnCount: 0, lastUserMessage: 0, results })).toMatchObject({
      results: [`1.0 a=x @0 ${shown}`],
    });
  });
});

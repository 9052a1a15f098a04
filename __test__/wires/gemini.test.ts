import { describe, expect, it } from "vitest";
import { gemini } from "../../ts/wires/gemini.js";
import { showTranscript } from "../support/show-transcript.js";

const model = (...calls: unknown[]) => ({ role: "model", parts: calls.map((functionCall) => ({ functionCall })) });
const user = (...responses: unknown[]) => ({ parts: responses.map((functionResponse) => ({ functionResponse })) });
const say = (role?: unknown) => ({ ...(role === undefined ? {} : { role }), parts: [{ text: "x" }] });

type Case = [title: string, contents: unknown[], results: string[]];

const CASES: Case[] = [
  ["what is no content", [null, 5, "x", [], { role: "model", parts: 5 }, { role: "model" }], []],
  [
    "calls and responses by name",
    [
      say("user"),
      model({ name: "f" }, { name: "g" }),
      user({ name: "g", response: { x: "G" } }, { name: "f", response: {} }),
    ],
    ["2.0 undefined=g @0 object:G", "2.1 undefined=f @0 object:"],
  ],
  [
    "a response whose call is in no last turn",
    [model({ name: "f" }), model({ name: "g" }), user({ name: "f", response: { x: "F" } })],
    ["2.0 undefined=undefined @undefined object:F"],
  ],
  ["errors", [model({ name: "f" }), user({ name: "f", response: { error: "E" } })], ["1.0 undefined=f @0! object:E"]],
  [
    "responses that are no objects",
    [model({ name: "f" }, { name: "f" }), user({ name: "f", response: "x" }, { name: "f", response: ["x"] }, 5)],
    ["1.0 undefined=f @0 other:", "1.1 undefined=f @0 other:"],
  ],
  [
    "both spellings at once",
    [
      model({ name: "f" }),
      {
        parts: [
          { functionResponse: { name: "f", response: {} }, function_response: { name: "f", response: { x: "later" } } },
        ],
      },
    ],
    ["1.0 undefined=f @0? object:later"],
  ],
];

describe("reading Gemini contents", () => {
  it.each(CASES)("%s", (_, contents, results) => {
    expect(showTranscript(gemini.read(contents))).toEqual(results);
  });

  it("finds strings in document order", () => {
    const response = { b: ["1", { z: "2", y: ["3"] }], a: "4", n: 5, o: null };
    const { results } = gemini.read([model({ name: "f" }), user({ name: "f", response })]);
    expect(results[0]?.content).toMatchObject({ kind: "object", texts: ["1", "2", "3", "4"] });
  });

  it("returns the place of a response in its own spelling", () => {
    const content = { parts: [{}, { function_response: {} }, { functionResponse: {} }] };
    expect([0, 1, 2].map((block) => gemini.isSnakeCase(content, block))).toEqual([false, true, false]);
    expect(gemini.contentPath(1, true)).toEqual(["parts", 1, "function_response", "response"]);
    expect(gemini.contentPath(2, false)).toEqual(["parts", 2, "functionResponse", "response"]);
  });
});

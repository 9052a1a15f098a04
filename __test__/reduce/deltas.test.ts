// A request that continues what the provider keeps: nothing that was sent before is edited by it.
import { describe, expect, it } from "vitest";
import { reduceBody, reduceRequest } from "../../ts/reduce/reduce.js";
import { everyTurn } from "../support/every-turn.js";

const POLICY = everyTurn({ mask: { windowTurns: 0, minChars: 0, keepErrors: false } });
const TEXT = "line\n".repeat(400);

/** Results whose calls the provider has. */
const DELTAS: [string, object][] = [
  ["previous_response_id", { model: "gpt-5", previous_response_id: "r", input: responses() }],
  ["conversation", { model: "gpt-5", conversation: "c", input: responses() }],
  ["cachedContent", { cachedContent: "cachedContents/x", contents: [{ role: "user", parts: [response()] }] }],
  [
    "thread",
    {
      model: "claude-fable-5-2",
      max_tokens: 9,
      thread: { id: "t" },
      messages: [{ role: "user", content: [result()] }],
    },
  ],
];

function responses(): object[] {
  return ["a", "b"].map((call_id) => ({ type: "function_call_output", call_id, output: TEXT }));
}

function response(): object {
  return { functionResponse: { id: "a", name: "read", response: { output: TEXT } } };
}

function result(): object {
  return { type: "tool_result", tool_use_id: "a", content: TEXT };
}

describe("a delta", () => {
  it.each(DELTAS)("keeps results whose calls it does not have: %s", (_, request) => {
    const body = Buffer.from(JSON.stringify(request));
    expect(reduceBody(body, POLICY).changed).toBe(false);
    expect(reduceRequest(request, POLICY).body).toBe(request);
  });
});

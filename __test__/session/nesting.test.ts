// JSON that is nested more deeply than a recursive reader survives: in every place of an import, in turns, and in
// arguments that a model wrote as text.
import { describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import { addAll, assistant, charsSession, result, user } from "./build.js";

const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const turn = '"session_id":"s","agent":"a","timestamp":"2026-01-01T00:00:00Z","role":"assistant","content":"x"';

/** Where a value can be in what is imported. */
const places: [name: string, json: (value: string) => string][] = [
  [
    "arguments (OpenAI Chat)",
    (v) =>
      `{"model":"m","messages":[{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${v}}}]},{"role":"tool","tool_call_id":"c","content":"r"}]}`,
  ],
  [
    "input (Anthropic)",
    (v) =>
      `{"max_tokens":9,"system":"s","messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":${v}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"r"}]}]}`,
  ],
  [
    "another block (Anthropic)",
    (v) => `{"max_tokens":9,"system":"s","messages":[{"role":"user","content":[{"type":"x","y":${v}}]}]}`,
  ],
  ["args (Gemini)", (v) => `{"contents":[{"role":"model","parts":[{"functionCall":{"name":"f","args":${v}}}]}]}`],
  [
    "a response (Gemini)",
    (v) =>
      `{"contents":[{"role":"model","parts":[{"functionCall":{"name":"f","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"x":${v}}}}]}]}`,
  ],
  [
    "an action (Responses)",
    (v) =>
      `{"input":[{"type":"function_call","call_id":"c","name":"f","action":${v}},{"type":"function_call_output","call_id":"c","output":"r"}]}`,
  ],
  ["metadata of an export", (v) => `[{${turn},"metadata":{"x":${v}}}]`],
  ["the original of an export", (v) => `[{${turn},"original":{"wire":"anthropic","value":${v}}}]`],
  [
    "what is no part of the conversation",
    (v) => `{"model":"m","metadata":${v},"messages":[{"role":"user","content":"q"}]}`,
  ],
  ["the whole", (v) => v],
];

describe("nesting", () => {
  it.each(places)("that is too deep imports nothing: %s", async (_, json) => {
    for (const depth of [1_100, 5_000, 100_000]) {
      for (const value of [lists(depth), objects(depth)]) {
        const session = charsSession(1_000_000);
        await session.addTurn(user("before"));
        await expect(session.import(json(value))).rejects.toMatchObject({
          name: "TamisError",
          code: "SESSION_INVALID",
        });
        expect(session.turns).toHaveLength(1);
      }
    }
  });

  it.each(places.slice(0, -1))("of 900 levels is imported, sent to every wire and exported: %s", async (_, json) => {
    const session = charsSession(1_000_000);
    await session.import(json(objects(900))).catch((error) => expect(error).toMatchObject({ code: "SESSION_INVALID" }));
    for (const wire of WIRE_NAMES) expect(JSON.stringify((await session.prompt(wire)).request)).toBeTruthy();
    const other = charsSession(1_000_000);
    await other.import(session.export());
    expect(other.turns).toHaveLength(session.turns.length);
  });

  it.each(["metadata", "original"])("in a turn's %s is refused where it comes in", async (key) => {
    const deep = JSON.parse(objects(5_000));
    const session = charsSession(1000);
    const value = key === "original" ? { wire: "anthropic" as Wire, value: deep } : deep;
    await expect(session.addTurn({ ...assistant("x"), [key]: value })).rejects.toMatchObject({
      code: "SESSION_INVALID",
    });
    expect(session.turns).toEqual([]);
  });

  it("in arguments that are text is sent as text to wires whose arguments are objects", async () => {
    const text = objects(5_000);
    const session = charsSession(1_000_000);
    const call = { role: "assistant" as const, toolCalls: [{ id: "c", name: "f", arguments: text }] };
    await addAll(session, [user("q"), call, result("c")]);
    for (const wire of WIRE_NAMES) {
      expect(JSON.stringify((await session.prompt(wire)).request)).toContain(JSON.stringify(text).slice(1, 50));
    }
  });
});

import { describe, expect, it } from "vitest";
import type { Wire } from "../../ts/contract/report.js";
import { readUnits } from "../../ts/pipeline/atomic-units.js";
import { WIRES } from "../../ts/wires/index.js";
import { readSteps } from "../../ts/wires/steps.js";

const units = (wire: Wire, list: object[], pin: { text: string; role?: "user" }[] = []) =>
  readUnits(WIRES.of(wire), list, readSteps(WIRES.of(wire), list), pin).map(
    ({ start, end, kind }) => `${start}-${end - 1} ${kind}`,
  );

const call = (...ids: string[]) => ({
  role: "assistant",
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "f", arguments: "{}" } })),
});
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "r" });

describe("atomic units", () => {
  it("joins a call and all its results in OpenAI Chat", () => {
    const list = [
      { role: "system", content: "s" },
      { role: "user", content: "u" },
      call("a", "b"),
      result("b"),
      result("a"),
      { role: "assistant", content: "done" },
      { role: "developer", content: "d" },
      { role: "critic", content: "?" },
    ];
    expect(units("openai-chat", list)).toEqual([
      "0-0 kept",
      "1-1 user",
      "2-4 agent",
      "5-5 agent",
      "6-6 kept",
      "7-7 kept",
    ]);
  });

  it("keeps units with a pinned text, in the requested role", () => {
    const list = [{ role: "user", content: "NEVER push" }, call("a"), { ...result("a"), content: "never Push" }];
    expect(units("openai-chat", list, [{ text: "never push" }])).toEqual(["0-0 kept", "1-2 kept"]);
    expect(units("openai-chat", list, [{ text: "never push", role: "user" }])).toEqual(["0-0 kept", "1-2 agent"]);
  });

  it("joins reasoning with the item it led to, and calls made together, in OpenAI Responses", () => {
    const list = [
      { role: "user", content: "u" },
      { type: "reasoning", id: "r1" },
      { type: "function_call", call_id: "a", name: "f" },
      { type: "reasoning", id: "r2" },
      { type: "function_call", call_id: "b", name: "f" },
      { type: "function_call_output", call_id: "a", output: "x" },
      { type: "function_call_output", call_id: "b", output: "x" },
      { type: "reasoning", id: "r3" },
      { type: "message", role: "assistant", content: [] },
      { type: "compaction", id: "c" },
      { type: "item_reference", id: "i" },
      { type: "web_search_call", id: "w" },
    ];
    expect(units("openai-responses", list)).toEqual([
      "0-0 user",
      "1-6 agent",
      "7-8 agent",
      "9-9 kept",
      "10-10 kept",
      "11-11 agent",
    ]);
  });

  it("joins a call with its results, and a thinking loop as a whole, in Anthropic", () => {
    const use = (id: string, ...before: object[]) => ({
      role: "assistant",
      content: [...before, { type: "tool_use", id, name: "f", input: {} }],
    });
    const answer = (id: string, ...after: object[]) => ({
      role: "user",
      content: [{ type: "tool_result", tool_use_id: id, content: "r" }, ...after],
    });
    const thinking = { type: "thinking", thinking: "hm", signature: "s" };
    const list = [
      { role: "user", content: "u" },
      use("a"),
      answer("a"),
      use("b"),
      answer("b", { type: "text", text: "and this" }),
      use("c", thinking),
      answer("c"),
      use("d"),
      answer("d"),
      { role: "assistant", content: "done" },
      { role: "user", content: "next" },
      use("e"),
      answer("e"),
      { role: "assistant", content: [{ type: "compaction", content: "c" }] },
    ];
    expect(units("anthropic", list)).toEqual([
      "0-0 user",
      "1-2 agent",
      "3-4 agent",
      "4-4 user",
      "5-9 agent",
      "10-10 user",
      "11-12 agent",
      "13-13 kept",
    ]);
  });

  it("joins contents with calls and their responses in Gemini", () => {
    const list = [
      { role: "user", parts: [{ text: "u" }] },
      { role: "model", parts: [{ functionCall: { name: "f" } }] },
      { role: "user", parts: [{ functionResponse: { name: "f", response: {} } }] },
      { role: "model", parts: [{ function_call: { name: "f" } }] },
      { role: "function", parts: [{ function_response: { name: "f", response: {} } }] },
      { role: "model", parts: [{ text: "done" }] },
    ];
    expect(units("gemini", list)).toEqual(["0-0 user", "1-2 agent", "3-4 agent", "5-5 agent"]);
  });
});

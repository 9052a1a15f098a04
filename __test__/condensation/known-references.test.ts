import { describe, expect, it } from "vitest";
import { condense, expandConversation, registerProvider, toApiHandler } from "../../ts/condensation/index.js";
import type { Wire } from "../../ts/contract/report.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";

const LOSSLESS = { provider: "smart", targetReductionPercent: 1 } as const;

/** Calls of a tool with their results, and what is said between. */
function conversation(wire: Wire, results: readonly (readonly [tool: string, args: object, text: string])[], from = 0) {
  const say = (role: "user" | "assistant", text: string): object => {
    if (wire === "gemini") return { role: role === "user" ? role : "model", parts: [{ text }] };
    if (wire !== "openai-responses") return { role, content: text };
    return { type: "message", role, content: [{ type: role === "user" ? "input_text" : "output_text", text }] };
  };
  const call = (name: string, args: object, text: string, id: string): object[] => {
    switch (wire) {
      case "anthropic":
        return [
          { role: "assistant", content: [{ type: "tool_use", id, name, input: args }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text }] },
        ];
      case "gemini":
        return [
          { role: "model", parts: [{ functionCall: { name, args } }] },
          { role: "user", parts: [{ functionResponse: { name, response: { output: text } } }] },
        ];
      case "openai-chat": {
        const called = { id, type: "function", function: { name, arguments: JSON.stringify(args) } };
        return [
          { role: "assistant", content: null, tool_calls: [called] },
          { role: "tool", tool_call_id: id, content: text },
        ];
      }
      default:
        return [
          { type: "function_call", call_id: id, name, arguments: JSON.stringify(args) },
          { type: "function_call_output", call_id: id, output: text },
        ];
    }
  };
  const parts = results.flatMap(([tool, args, text], at) => call(tool, args, text, `call_${from + at}`));
  return [say("user", "Please go on."), ...parts, say("assistant", "That is all."), say("user", "And now?")];
}

const source = (file: number, count = 90) =>
  Array.from({ length: count }, (_, at) => `export const value${file}x${at} = compute(${at * 31});`).join("\n");
const read = (file: number) => ["read_file", { path: `src/f${file}.ts` }, source(file)] as const;
const paths = (count: number) =>
  Array.from({ length: count }, (_, at) => `src/components/module_${at}/index_${at}.tsx`).join("\n");
const hits = Array.from({ length: 12 }, (_, at) => `src/a.ts:${at + 3}: const hit${at} = find(${at});`).join("\n");
const FORMS = [
  ["list_files", { path: "src" }, paths(30)],
  ["search_files", { path: "src", regex: "hit" }, hits],
  ["run", { command: "build" }, `\u001b[32mdone\u001b[0m   \n${"same line of the log\n".repeat(30)}`],
  ["fetch", { url: "a" }, JSON.stringify({ a: [1, 2, 3], text: "x".repeat(200) }, null, 8)],
  ["list_files", { path: "src" }, paths(40)],
] as const;

describe.each(WIRE_NAMES)("a condensation of %s", (wire) => {
  it("gives back every result byte for byte, also those that it wrote in a smaller form", async () => {
    const messages = conversation(wire, [...FORMS, read(1), read(1)]);
    const result = await condense({ wire, messages }, LOSSLESS);
    const text = JSON.stringify(result.messages);
    expect(text).toContain("paths under src/components/");
    expect(text).not.toContain("\\u001b[32m");
    const back = expandConversation({ wire, messages: result.messages }, result.references);
    expect(back).toEqual({ messages, missing: [] });
  });

  it("names and restores the references of the one before it, and does so in one step", async () => {
    const messages = conversation(wire, [...FORMS, read(1), read(1), read(2)]);
    const first = await condense({ wire, messages }, LOSSLESS);
    const more = conversation(wire, [read(2), read(1), FORMS[0]], 20);
    const second = await condense({ wire, messages: [...first.messages, ...more] }, LOSSLESS);
    expect(second.references.length).toBeGreaterThan(first.references.length);
    const back = expandConversation({ wire, messages: second.messages }, second.references);
    expect(back).toEqual({ messages: [...messages, ...more], missing: [] });
  });

  it("leaves no pointer of the one before it without its original, whatever condenses", async () => {
    const messages = conversation(wire, [read(1), read(2), read(1), read(2), read(1)]);
    const first = await condense({ wire, messages }, LOSSLESS);
    const more = conversation(wire, [read(3), read(4), read(5)], 20);
    const next = { wire, messages: [...first.messages, ...more] };
    const smart = await condense(next, { provider: "smart", targetReductionPercent: 80 });
    expect(expandConversation({ ...next, messages: smart.messages }, smart.references).missing).toEqual([]);
    const pointers = JSON.stringify(smart.messages).split("already provided above").length - 1;
    expect(smart.references.filter(({ lines }) => lines === undefined)).toHaveLength(pointers);
    const newest = await condense({ wire, messages: first.messages }, { provider: "native" });
    expect(newest.provider).toBe("native");
    expect(JSON.stringify(newest.messages)).not.toContain("already provided above");
    const off = registerProvider({
      ...{ name: "none", description: "", version: "", condense: () => Promise.reject(new Error("no")) },
      ...{
        supportsLossless: () => false,
        supportsContentTypeAwareness: () => false,
        supportsCustomPrompts: () => false,
      },
      estimateReduction: () => Promise.reject(new Error("no")),
    });
    const broken = toApiHandler(() => Promise.reject(new Error("no model")));
    const cut = await condense(
      { wire, messages: [...first.messages, ...more] },
      { provider: "none", targetReductionPercent: 60, apiHandler: broken },
    );
    off();
    expect(cut.provider).toBe("truncation");
    expect(JSON.stringify(cut.messages)).not.toContain("already provided above");
  });
});

describe("references that are none", () => {
  const messages = conversation("openai-chat", [read(1)]);
  it.each([null, undefined, "x", [null], [5], {}])("are refused by name: %j", (references) => {
    expect(() => expandConversation({ messages }, references as never)).toThrow(
      expect.objectContaining({ code: "OPTION_INVALID" }),
    );
  });

  it("lead nowhere where members are wrong", () => {
    const wrong = [{}, { place: 5, source: "/1/content", hash: "x" }] as never;
    expect(expandConversation({ messages }, wrong)).toEqual({ messages, missing: wrong });
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskOldToolResults, type OpenAiMessage } from "../../ts/history/mask-policy.js";
import { toPolicy } from "../../ts/policy/seed-policy.js";
import { reduceRequest } from "../../ts/reduce/reduce.js";
import { arbitraryChatRequest } from "../support/arbitrary-chat.js";
import { thrownBy } from "../support/thrown.js";

const call = (id: string, name = "read_file") => ({ id, type: "function", function: { name, arguments: "{}" } });
const assistant = (...calls: ReturnType<typeof call>[]): OpenAiMessage =>
  ({ role: "assistant", content: null, tool_calls: calls }) as OpenAiMessage;
const tool = (id: unknown, content: unknown = "result"): OpenAiMessage =>
  ({ role: "tool", tool_call_id: id, content }) as OpenAiMessage;
const turn = (id: string, content?: unknown, name?: string) => [assistant(call(id, name)), tool(id, content)];
const contents = (messages: readonly OpenAiMessage[]) =>
  messages.filter((m) => m.role === "tool").map((m) => m.content);

const masked = (id: string, name: string, chars: number) =>
  `[Observation masquée: résultat d’outil ancien (tool_call_id=${id}, outil=${name}, chars=${chars})]`;

describe("seed 004, section 10", () => {
  const turns = Array.from({ length: 10 }, (_, i) => turn(`c${i}`)).flat();

  it("masks only results older than N tool turns", () => {
    const expected = Array.from({ length: 10 }, (_, i) => (i < 2 ? masked(`c${i}`, "read_file", 6) : "result"));
    expect(contents(maskOldToolResults(turns))).toEqual(expected);
    expect(contents(maskOldToolResults(turns, { windowTurns: 10 }))).toEqual(contents(turns));
    expect(contents(maskOldToolResults(turns, { windowTurns: 11 }))).toEqual(contents(turns));
  });

  it("masks every id of a turn with several calls together", () => {
    const parallel = [assistant(call("a"), call("b")), tool("b"), tool("a"), ...turn("c"), ...turn("d")];
    expect(contents(maskOldToolResults(parallel, { windowTurns: 2 }))).toEqual([
      masked("b", "read_file", 6),
      masked("a", "read_file", 6),
      "result",
      "result",
    ]);
    expect(contents(maskOldToolResults(parallel, { windowTurns: 3 }))).toEqual(contents(parallel));
  });

  it.each([
    "Traceback (most recent call last)",
    '{ "error": "x" }',
    '[{"status": "error"}]',
    "connection refused",
    "x\nError: y",
  ])("keeps errors with keepErrors: %j", (text) => {
    const messages = [...turn("a", text), ...turn("b")];
    expect(contents(maskOldToolResults(messages, { windowTurns: 1 }))[0]).toBe(text);
    expect(contents(maskOldToolResults(messages, { windowTurns: 1, keepErrors: false }))[0]).toBe(
      masked("a", "read_file", text.length),
    );
  });

  it("pairs no result with an empty id, whatever the calls' ids are", () => {
    const messages = [
      ...turn("", "result"),
      assistant(call("a"), call("")),
      tool(""),
      tool("a"),
      ...turn("b"),
      ...turn("c"),
    ];
    const kept = contents(maskOldToolResults(messages, { windowTurns: 1 }));
    expect(kept.slice(0, 3)).toEqual(["result", "result", masked("a", "read_file", 6)]);
  });

  it("keeps orphans", () => {
    const messages = [tool("unknown"), tool(undefined), tool(""), tool(7), ...turn("a")];
    expect(contents(maskOldToolResults(messages, { windowTurns: 1 }))).toEqual(contents(messages));
  });
});

describe("seed 004, invariants", () => {
  const policies = fc.record({
    windowTurns: fc.integer({ min: -1, max: 5 }),
    keepErrors: fc.boolean(),
    keepLastKPerTool: fc.constantFrom(null, 1, 2),
  });

  it("keeps number, order, ids and calls, changes only contents of results, and leaves the input unchanged", () => {
    fc.assert(
      fc.property(arbitraryChatRequest, policies, ({ messages }, policy) => {
        const before = structuredClone(messages);
        const after = maskOldToolResults(messages as OpenAiMessage[], policy);
        expect(messages).toEqual(before);
        expect(after.length).toBe(messages.length);
        after.forEach((message, index) => {
          const original: unknown = messages[index];
          if (typeof message !== "object" || message === null || message.role !== "tool")
            expect(message).toEqual(original);
          else expect({ ...message, content: 0 }).toEqual({ ...(original as object), content: 0 });
        });
      }),
    );
  });

  it("masks like reduceRequest with the policy of toPolicy, on strings with single ids", () => {
    const text = fc.constantFrom(
      "x".repeat(300),
      `timeout ${"x".repeat(300)}`,
      `{"status":"error","p":"${"x".repeat(300)}"}`,
    );
    const turns = fc
      .array(fc.tuple(text, fc.constantFrom("a", "b")), { maxLength: 8 })
      .map((list) => list.flatMap(([content, name], index) => turn(`c${index}`, content, name)));
    fc.assert(
      fc.property(turns, policies, (messages, policy) => {
        expect(maskOldToolResults(messages, policy)).toEqual(
          reduceRequest({ messages }, toPolicy(policy)).body.messages,
        );
      }),
    );
  });
});

describe("maskOldToolResults", () => {
  const two = [...turn("a"), ...turn("b")];

  it("returns the same array if it is disabled", () => {
    for (const policy of [{ enabled: false }, { windowTurns: 0 }, { windowTurns: -3 }, { window_turns: 0 }]) {
      expect(maskOldToolResults(two, policy)).toBe(two);
    }
  });

  it("returns a new array of shallow copies if it is enabled", () => {
    const out = maskOldToolResults(two);
    expect(out).not.toBe(two);
    expect(out).toEqual(two);
    for (const [index, message] of out.entries()) expect(message).not.toBe(two[index]);
    expect(out[0]?.tool_calls).toBe(two[0]?.tool_calls);
  });

  it("accepts snake_case", () => {
    const policy = {
      enabled: true,
      window_turns: 1,
      keep_errors: false,
      keep_last_k_per_tool: null,
      placeholder_template: "{tool_name}!",
    };
    expect(contents(maskOldToolResults(two, policy))).toEqual(["read_file!", "result"]);
  });

  it("says inconnu for a call without name", () => {
    const nameless = { role: "assistant", tool_calls: [{ id: "a" }] } as unknown as OpenAiMessage;
    expect(contents(maskOldToolResults([nameless, tool("a"), ...turn("b")], { windowTurns: 1 }))[0]).toBe(
      masked("a", "inconnu", 6),
    );
  });

  it("assigns all results of a repeated id to its last call", () => {
    const messages = [...turn("a", "old", "x"), ...turn("b"), ...turn("a", "new", "y")];
    expect(contents(maskOldToolResults(messages, { windowTurns: 1 }))).toEqual([
      "old",
      masked("b", "read_file", 6),
      "new",
    ]);
    expect(contents(maskOldToolResults([...messages, ...turn("c")], { windowTurns: 1 }))).toEqual([
      masked("a", "y", 3),
      masked("b", "read_file", 6),
      masked("a", "y", 3),
      "result",
    ]);
  });

  it.each([null, undefined, 5, [{ type: "text", text: "x".repeat(900) }], {}])(
    "leaves the content %j unchanged",
    (content) => {
      const messages = [...turn("a", content), ...turn("b")];
      if (content === undefined) messages[1] = { role: "tool", tool_call_id: "a" };
      expect(maskOldToolResults(messages, { windowTurns: 1 })[1]?.content).toEqual(content);
    },
  );

  it("keeps the newest k results of each tool", () => {
    const messages = ["x", "y", "x", "x", "z"].flatMap((name, i) => turn(`c${i}`, `result ${i}`, name));
    expect(contents(maskOldToolResults(messages, { windowTurns: 1, keepLastKPerTool: 1 }))).toEqual([
      masked("c0", "x", 8),
      "result 1",
      masked("c2", "x", 8),
      "result 3",
      "result 4",
    ]);
    expect(contents(maskOldToolResults(messages, { windowTurns: 1, keepLastKPerTool: 2 }))[2]).toBe("result 2");
    const none = { window_turns: 1, keep_last_k_per_tool: 0 };
    expect(contents(maskOldToolResults(messages, none))[3]).toBe(masked("c3", "x", 8));
  });

  it("masks a short result unless onlyIfShorter is set", () => {
    expect(contents(maskOldToolResults(two, { windowTurns: 1 }))[0]).toBe(masked("a", "read_file", 6));
    expect(contents(maskOldToolResults(two, { windowTurns: 1 }, { onlyIfShorter: true }))[0]).toBe("result");
  });

  it("counts only turns with a call that has an id", () => {
    const empty = { role: "assistant", tool_calls: [] } as OpenAiMessage;
    expect(contents(maskOldToolResults([...turn("a"), empty, empty], { windowTurns: 1 }))).toEqual(["result"]);
  });

  it("copies invalid messages", () => {
    const odd = [null, 5, "x", []] as unknown as OpenAiMessage[];
    expect(maskOldToolResults(odd)).toEqual(odd);
  });

  it("never expands an inserted value", () => {
    expect(contents(maskOldToolResults([...turn("{tool_name}"), ...turn("b")], { windowTurns: 1 }))[0]).toContain(
      "tool_call_id={tool_name},",
    );
  });

  it.each([
    [{ windowTurn: 1 }, /^policy: windowTurn: unknown key "windowTurn"; did you mean "windowTurns"\?/],
    [{ windowTurns: "8" }, /^policy: windowTurns: expected a whole number of tool turns up to 1000000, got "8"/],
    [{ keep_errors: "seed" }, /^policy: keep_errors: expected true or false/],
    [{ keepLastKPerTool: -1 }, /0 or more, or null, got -1/],
    [{ placeholderTemplate: "" }, /1 to 500 chars/],
    [{ placeholderTemplate: "{nope}" }, /unknown field \{nope\}/],
    [{ windowTurns: 1, window_turns: 2 }, /given twice/],
    [null, /expected a table of settings, got null/],
  ])("refuses %j", (policy, message) => {
    const error = thrownBy(() => maskOldToolResults(two, policy as never));
    expect(error.code).toBe("POLICY_INVALID");
    expect(error.message).toMatch(message);
  });

  it("stays linear in turns of one id", () => {
    const many = Array.from({ length: 50_000 }, () => turn("a")).flat();
    const started = performance.now();
    maskOldToolResults(many, { keepLastKPerTool: 1 });
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

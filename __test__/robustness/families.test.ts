import { describe, expect, it, vi } from "vitest";
import { LIMITS } from "../../ts/base/limits.js";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { everyTurn } from "../support/every-turn.js";
import { bothBackends, everyBackend } from "../support/native.js";
import { bodyOf, reduce, replaced, turnJson } from "./build.js";

// Large inputs on shared machines.
vi.setConfig({ testTimeout: 120_000 });

const LATER = turnJson("later", "done");
const SIZE = 1 << 18;
const placeholder = (chars: number) => `[observation masked — ${chars} chars]`;

/** Raw texts between quotes that are slow for a reader that reads them twice, and their chars. */
const TEXTS: [title: string, json: string, chars: number][] = [
  ["quotes", '\\"'.repeat(SIZE), SIZE],
  ["backslashes", "\\\\".repeat(SIZE), SIZE],
  ["backslashes and a quote", `${"\\\\".repeat(SIZE)}\\"`, SIZE + 1],
  ["short escapes", "\\n".repeat(SIZE), SIZE],
  ["escapes of letters", "\\u0041".repeat(SIZE), SIZE],
  ["escapes of halves of pairs", "\\ud83d".repeat(SIZE), SIZE],
  ["escapes of pairs", "\\uD83D\\uDE00".repeat(SIZE), 2 * SIZE],
  ["2-byte letters", "é".repeat(SIZE), SIZE],
  ["3-byte letters", "漢".repeat(SIZE), SIZE],
  ["4-byte letters", "😀".repeat(SIZE), 2 * SIZE],
  ["braces", "[{".repeat(SIZE), 2 * SIZE],
  ["one word of an error", "e".repeat(SIZE), SIZE],
  ["colons", "a:".repeat(SIZE), 2 * SIZE],
  ["what begins like a placeholder", "[observation masked — ".repeat(SIZE / 16), 22 * (SIZE / 16)],
];

describe.each(everyBackend())("long texts: %s", (_, backend) => {
  it.each(TEXTS)("%s", (_, json, chars) => {
    const body = bodyOf([turnJson("a", json), LATER]);
    const { report, body: out } = reduce(backend, body);
    expect(report).toMatchObject({ maskedCount: 1, maskedChars: chars - placeholder(chars).length });
    expect(Buffer.from(out).toString() === replaced(body, json, placeholder(chars))).toBe(true);
  });

  it.each(TEXTS)("%s, as a key, as a value, and outside of messages", (_, json, chars) => {
    const body = bodyOf([`{"role":"user","content":"${json}","${json}":0}`], `,"${json}":["${json}"]`);
    const reduction = reduce(backend, body);
    expect(reduction.changed).toBe(false);
    expect(reduction.report).toMatchObject({ messageCount: 1, chars: { before: chars } });
  });
});

describe.each(bothBackends())("many: %s", (_, backend) => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  const OLD = "some old result that is longer than what replaces it";

  it("messages of one byte, up to the limit and one more", () => {
    expect(reduce(backend, bodyOf(["1,".repeat(LIMITS.messages - 1) + 1])).report).toMatchObject({
      messageCount: LIMITS.messages,
    });
    const over = bodyOf(["1,".repeat(LIMITS.messages) + 1]);
    const reduction = reduce(backend, over);
    expect(reduction.report).toMatchObject({ skipped: "too_many_messages", messageCount: 0 });
    expect(reduction.body).toBe(over);
  });

  it("messages in half a million turns", () => {
    const turns = Array.from({ length: LIMITS.messages / 2 }, () => turnJson("a", OLD));
    const { report } = reduce(backend, bodyOf(turns));
    expect(report).toMatchObject({ messageCount: LIMITS.messages, maskedCount: LIMITS.messages / 2 - 1 });
  });

  it("tools of one name, and of as many names", () => {
    const policy = { mask: { windowTurns: 1, keepLastKPerTool: 3, minChars: 0, keepErrors: false } } as const;
    for (const sameName of [true, false]) {
      const turns = numbers(100_000).map((n) => turnJson(`call_${n}`, OLD.repeat(4), "", sameName ? "f" : `f${n}`));
      const { report } = backend.reduceBody(bodyOf(turns), resolvePolicy(everyTurn(policy)), {});
      expect(report).toMatchObject({ toolTurnCount: 100_000, maskedCount: sameName ? 100_000 - 3 : 0 });
    }
  });

  it("calls in one message", () => {
    const ids = numbers(100_000);
    const calls = ids.map((id) => `{"id":"${id}","function":{"name":"f"}}`).join(",");
    const results = ids.map((id) => `{"role":"tool","tool_call_id":"${id}","content":"${OLD}"}`).reverse();
    const { report } = reduce(backend, bodyOf([`{"role":"assistant","tool_calls":[${calls}]}`, ...results, LATER]));
    expect(report).toMatchObject({ toolTurnCount: 2, toolResultCount: 100_001, maskedCount: 100_000 });
  });

  it("results of one call, and calls of one id", () => {
    const result = `{"role":"tool","tool_call_id":"a","content":"${OLD}"}`;
    const call = '{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f"}}]}';
    const results = Array.from({ length: 100_000 }, () => result);
    expect(reduce(backend, bodyOf([call, ...results, LATER])).report).toMatchObject({ maskedCount: 100_000 });
    const calls = Array.from({ length: 100_000 }, () => call);
    // All results belong to the newest call, two turns from the end.
    expect(reduce(backend, bodyOf([...calls, ...results])).report).toMatchObject({ maskedCount: 0 });
    expect(reduce(backend, bodyOf([...calls, ...results, LATER])).report).toMatchObject({ maskedCount: 100_000 });
  });

  it("parts in one list", () => {
    const part = `{"type":"text","text":"${OLD}"}`;
    const content = Array.from({ length: 100_000 }, () => part).join(",");
    const call = '{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f"}}]}';
    const body = bodyOf([call, `{"role":"tool","tool_call_id":"a","content":[${content}]}`, LATER]);
    const { report, body: out } = reduce(backend, body);
    const chars = 100_000 * OLD.length;
    expect(report).toMatchObject({ maskedCount: 1, maskedChars: chars - placeholder(chars).length });
    expect(JSON.parse(Buffer.from(out).toString()).messages[1].content).toEqual([
      { type: "text", text: placeholder(chars) },
    ]);
  });

  it("orphans, keys and empty things", () => {
    const orphans = numbers(100_000).map((n) => `{"role":"tool","tool_call_id":"${n}","content":"${OLD}"}`);
    expect(reduce(backend, bodyOf([...orphans, LATER])).report).toMatchObject({
      maskedCount: 0,
      toolResultCount: 100_001,
    });
    const keys = numbers(100_000).map((n) => `"${n}k":0`);
    const message = `{${keys.join(",")},"role":"tool","tool_call_id":"a","content":"${OLD}"}`;
    const call = '{"role":"assistant","tool_calls":[{"id":"a"}]}';
    expect(reduce(backend, bodyOf([call, message, LATER])).report).toMatchObject({ maskedCount: 1 });
    const empty = Array.from({ length: 300_000 }, (_, index) => ["{}", "[]", '""'][index % 3] ?? "");
    expect(reduce(backend, bodyOf(empty)).report).toMatchObject({ messageCount: 300_000, toolResultCount: 0 });
  });
});

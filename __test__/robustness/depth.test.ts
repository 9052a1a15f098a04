import { describe, expect, it, vi } from "vitest";
import { resolvePolicy } from "../../ts/policy/policy.js";
import { everyTurn } from "../support/every-turn.js";
import { everyBackend } from "../support/native.js";
import { bodyOf, expectUntouched, reduce, replaced, turnJson } from "./build.js";

// Large inputs on shared machines.
vi.setConfig({ testTimeout: 120_000 });

const DEPTH = 100_000;
const LISTS = "[".repeat(DEPTH) + "]".repeat(DEPTH);
const OBJECTS = `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`;
const OLD = "x".repeat(300);
const MASKED = "[observation masked — 300 chars]";
const LATER = turnJson("later", "done");

type Place = [title: string, make: (deep: string) => Buffer];

const PLACES: Place[] = [
  ["an unknown field", (deep) => bodyOf([turnJson("a", OLD), LATER], `,"x":${deep}`)],
  ["a message", (deep) => bodyOf([turnJson("a", OLD, `,"x":${deep}`), LATER])],
  ["the list of messages", (deep) => bodyOf([deep, turnJson("a", OLD), LATER])],
  ["a user's content", (deep) => bodyOf([`{"role":"user","content":${deep}}`, turnJson("a", OLD), LATER])],
];

describe.each(everyBackend())("nesting of 100,000 levels: %s", (_, backend) => {
  describe.each([
    ["lists", LISTS],
    ["objects", OBJECTS],
  ])("of %s", (_, deep) => {
    it.each(PLACES)("is read in %s", (_, make) => {
      const body = make(deep);
      const reduction = reduce(backend, body);
      expect(reduction.report).toMatchObject({ changed: true, maskedCount: 1 });
      expect(Buffer.from(reduction.body).toString()).toBe(replaced(body, OLD, MASKED));
    });

    it("keeps a result with such content", () => {
      const content = `{"role":"tool","tool_call_id":"a","content":${deep}}`;
      const call = '{"role":"assistant","tool_calls":[{"id":"a"}]}';
      expectUntouched(reduce(backend, bodyOf([call, content, LATER])));
    });

    it("masks an old result with such a text", () => {
      const body = bodyOf([turnJson("a", deep.replaceAll('"', '\\"')), LATER]);
      const { report } = reduce(backend, body);
      expect(report).toMatchObject({ maskedCount: 1, changed: true });
    });

    it("masks behind such arguments of a call, which are only text", () => {
      const call = `{"role":"assistant","tool_calls":[{"id":"a","function":{"arguments":${JSON.stringify(deep)}}}]}`;
      const result = `{"role":"tool","tool_call_id":"a","content":"${OLD}"}`;
      const body = bodyOf([call, result, LATER]);
      const reduction = reduce(backend, body);
      expect(reduction.report).toMatchObject({ maskedCount: 1, chars: { before: deep.length + 300 + 6 } });
      expect(Buffer.from(reduction.body).toString()).toBe(replaced(body, OLD, MASKED));
    });

    it("passes on a body that is never closed", () => {
      const open = deep.slice(0, deep.length / 2);
      expect(reduce(backend, Buffer.from(open)).report.skipped).toBe("invalid_json");
      expect(reduce(backend, Buffer.from(`{"messages":[${open}`)).report.skipped).toBe("invalid_json");
    });
  });

  it("judges such a text of an error candidate without recursion", () => {
    const policy = { mask: { windowTurns: 1, minChars: 0 } };
    const open = "[".repeat(DEPTH);
    for (const text of [LISTS, open, `{"error":${LISTS}}`.replaceAll('"', '\\"')]) {
      const { report } = backend.reduceBody(bodyOf([turnJson("a", text), LATER]), resolvePolicy(everyTurn(policy)), {
        explain: true,
      });
      const isError = text.startsWith("{");
      expect(report.decisions[0]).toMatchObject({ reason: isError ? "error" : "window" });
    }
  });
});

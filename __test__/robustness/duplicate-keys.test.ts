import { describe, expect, it } from "vitest";
import { createNative } from "../../ts/native/backend.js";
import { describeNative } from "../support/native.js";
import { bodyOf, EAGER, reduce, replaced, turnJson } from "./build.js";

const OLD = "x".repeat(300);
const MASKED = "[observation masked — 300 chars]";
const LATER = turnJson("later", "done");
const call = (inside: string, around = "") => `{"role":"assistant",${around}"tool_calls":[{${inside}}]}`;
const CALL = call('"id":"a","function":{"name":"f"}');
const result = (more = "") => `{"role":"tool","tool_call_id":"a","content":"${OLD}"${more}}`;

/** Readers differ in which of the two counts, so the result concerned keeps its bytes. */
const STRUCTURAL: [title: string, messages: string[]][] = [
  ["role of a result", [CALL, result(',"role":"tool"')]],
  ["role of a result, escaped", [CALL, result(',"r\\u006fle":"tool"')]],
  ["tool_call_id of a result", [CALL, result(',"tool_call_id":"a"')]],
  ["content of a result", [CALL, result(`,"content":"${OLD}"`)]],
];

/** Bodies in which no key that is read occurs twice. */
const HARMLESS: [title: string, messages: string[]][] = [
  ["an unknown key of a result", [CALL, result(',"x":1,"x":2')]],
  ["a key inside an unknown value", [CALL, result(',"x":{"content":1,"content":2}')]],
  ["a key of another message", ['{"role":"user","role":"user","content":"x","content":"y"}', CALL, result()]],
];

describeNative("repeated keys", ({ addon, levels }) => {
  describe.each(levels)("%s", (level) => {
    const native = createNative(addon, level);

    it.each(STRUCTURAL)("keeps the result and masks the others: %s", (_, messages) => {
      const other = turnJson("b", `other ${OLD}`);
      const body = bodyOf([...messages, other, LATER]);
      const { report, body: out } = native.reduceBody(body, EAGER, { explain: true });
      expect(report.decisions.map(({ action, reason }) => `${action}/${reason}`)).toEqual([
        "keep/duplicate_key",
        "mask/window",
        "keep/window",
      ]);
      expect(Buffer.from(out).toString()).toBe(replaced(body, `other ${OLD}`, "[observation masked — 306 chars]"));
    });

    it.each(HARMLESS)("masks the result and keeps both keys: %s", (_, messages) => {
      const body = bodyOf([...messages, LATER]);
      const { report, body: out } = reduce(native, body);
      expect(report.maskedCount).toBe(1);
      expect(Buffer.from(out).toString()).toBe(replaced(body, OLD, MASKED));
    });

    it("reads nothing if the list of messages is repeated", () => {
      const body = Buffer.from(`{"messages":[${CALL},${result()},${LATER}],"m\\u0065ssages":[]}`);
      const reduction = reduce(native, body);
      expect(reduction.report).toMatchObject({ skipped: "duplicate_key", changed: false });
      expect(reduction.body).toBe(body);
    });
  });
});

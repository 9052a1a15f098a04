import { describe, expect, it } from "vitest";
import { EAGER, laterTurns, plainText, type Subject, turn, user } from "./build.js";

const LONG = plainText(1000);
const POLICY = { mask: EAGER };
/** Placeholders name their call. */
const NAMED = { mask: { ...EAGER, placeholder: { family: "conversation" } } } as const;

export function fidelityCases(subject: Subject): void {
  describe("fidelity", () => {
    it("changes only the contents of results", () => {
      const request = {
        model: "m",
        __proto_like: 1,
        n: [1, 1.5, -2, 1e3, true, null, "é😀\u2028\u0000"],
        messages: [
          { role: "system", content: LONG, name: "s" },
          user([{ type: "image_url", image_url: { url: "x" } }]),
          {
            role: "assistant",
            content: LONG,
            refusal: null,
            tool_calls: [{ id: "a", function: { name: "f", arguments: LONG }, x: 1 }],
          },
          { z: 1, role: "tool", content: LONG, tool_call_id: "a", name: "f" },
          { role: "tool", tool_call_id: "orphan", content: LONG },
          { role: "critic", content: LONG },
          null,
          ...laterTurns(1),
        ],
        after: { messages: [{ role: "tool", content: "decoy" }] },
      };
      const copy = structuredClone(request);
      const { body } = subject.reduce(request, POLICY);
      const parsed = JSON.parse(Buffer.from(body).toString());
      expect(Object.keys(parsed.messages[3])).toEqual(["z", "role", "content", "tool_call_id", "name"]);
      parsed.messages[3].content = LONG;
      expect(parsed).toEqual(copy);
    });

    it("keeps keys that look like prototypes", () => {
      const masked = `{"role":"tool","__proto__":{"role":"user"},"tool_call_id":"a","content":${JSON.stringify(LONG)}}`;
      const call = '{"role":"assistant","constructor":1,"tool_calls":[{"id":"a","function":{"name":"__proto__"}}]}';
      const rest = laterTurns(1)
        .map((message) => JSON.stringify(message))
        .join(",");
      const body = `{"__proto__":{"x":1},"messages":[${call},${masked},${rest}]}`;
      const reduction = subject.reduce(body, POLICY);
      const text = Buffer.from(reduction.body).toString();
      expect(reduction.report.maskedCount).toBe(1);
      expect(text).toContain('"__proto__":{"role":"user"}');
      expect(text).toContain('"__proto__":{"x":1}');
      expect(Reflect.get({}, "x")).toBeUndefined();
    });

    it("reads escaped keys and values by their meaning", () => {
      const plain = JSON.stringify({ messages: [...turn("a", LONG), ...laterTurns(1)] });
      const escaped = plain
        .replaceAll('"role"', '"r\\u006fle"')
        .replaceAll('"tool"', '"\\u0074ool"')
        .replaceAll('"messages"', '"m\\u0065ssages"');
      expect(subject.reduce(escaped, POLICY).report.maskedCount).toBe(1);
    });

    it("keeps lone surrogates", () => {
      const body = JSON.stringify({ messages: [user("\ud800 \udc00"), ...turn("\udfff", LONG), ...laterTurns(1)] });
      const parsed = JSON.parse(Buffer.from(subject.reduce(body, NAMED).body).toString());
      expect(parsed.messages[0].content).toBe("\ud800 \udc00");
      expect(parsed.messages[2].tool_call_id).toBe("\udfff");
      expect(parsed.messages[2].content).toContain("(tool_call_id=\udfff,");
    });

    it("reads a view of a larger buffer", () => {
      const body = Buffer.from(JSON.stringify({ messages: [...turn("a", LONG), ...laterTurns(1)] }));
      const large = new Uint8Array(body.length + 20).fill(0xff);
      large.set(body, 10);
      const before = large.slice();
      const reduction = subject.reduce(large.subarray(10, 10 + body.length), POLICY);
      expect(reduction.report.maskedCount).toBe(1);
      expect(large).toEqual(before);
    });
  });
}

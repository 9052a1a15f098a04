import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Repair, repairRequest, validateRequest } from "../../ts/validate/index.js";
import { arbitraryWireRequest, type WireRequest } from "../support/arbitrary-request.js";
import { cases, timeLimit } from "../support/cases.js";
import { recordings as allRecordings, readRecording } from "../support/recordings.js";
import { arbitraryJsonStyle, renderJson } from "../support/render-json.js";

const parse = (body: Uint8Array): unknown => JSON.parse(Buffer.from(body).toString("utf8"));

/** Rules that a repaired request never breaks. */
const REPAIRED: ReadonlySet<string> = new Set([
  "lone-surrogate",
  ...["chat/call-unanswered", "chat/result-orphan", "chat/duplicate-result", "chat/result-without-id"],
  ...["anthropic/missing-result", "anthropic/orphan-result", "anthropic/duplicate-result"],
  ...["anthropic/result-without-id", "anthropic/result-not-first"],
  ...["responses/orphan-output", "responses/duplicate-output", "responses/output-without-id"],
  "gemini/orphan-response",
  ...["chat/calls-empty", "chat/call-id-form", "responses/call-id-form", "responses/item-id-form"],
  "responses/reasoning-status",
  ...["anthropic/call-id-form", "anthropic/result-id-form", "anthropic/trailing-space"],
]);

describe("repairRequest", () => {
  it(
    "leaves nothing that it can repair, does it once, and does the same to bytes and objects",
    () => {
      fc.assert(
        fc.property(arbitraryWireRequest, arbitraryJsonStyle, ({ wire, request }, style) => {
          const text = renderJson(request, style);
          const original = structuredClone(request);
          const bytes = repairRequest(Buffer.from(text), { wire });
          const object = repairRequest(request, { wire });
          deepStrictEqual(request, original, "the original is never written to");
          deepStrictEqual(parse(bytes.body), JSON.parse(JSON.stringify(object.body)), "bytes and objects agree");
          deepStrictEqual(bytes.repairs, object.repairs);
          const again = repairRequest(bytes.body, { wire });
          deepStrictEqual(again, { body: bytes.body, repairs: [] }, "once is enough");
          const left = validateRequest(bytes.body, { wire }).map(({ rule }) => rule);
          if (
            !left.includes("duplicate-key") &&
            !left.some((rule) => rule.endsWith("-not-object") && !rule.includes("/"))
          ) {
            deepStrictEqual(
              left.filter((rule) => REPAIRED.has(rule)),
              [],
            );
          }
          if (bytes.repairs.length === 0) deepStrictEqual(Buffer.from(bytes.body).toString(), text);
        }),
        { numRuns: cases(1500), seed: 3 },
      );
    },
    timeLimit(60_000),
  );

  it("leaves a request as it is in which a key is there twice: readers differ in which one counts", () => {
    const orphan = '{"role":"tool","tool_call_id":"x","content":"r"}';
    const body = Buffer.from(`{"messages":[{"role":"user","content":"a","content":"q"},${orphan}]}`);
    expect(validateRequest(body).map(({ rule }) => rule)).toEqual(["duplicate-key", "chat/result-orphan"]);
    expect(repairRequest(body)).toEqual({ body, repairs: [] });
  });

  it("returns the input itself if there is nothing to repair", () => {
    const request = { messages: [{ role: "user", content: "hello" }] };
    const body = Buffer.from(JSON.stringify(request));
    expect(repairRequest(request).body).toBe(request);
    expect(repairRequest(body).body).toBe(body);
    const broken = Buffer.from("{");
    expect(repairRequest(broken)).toEqual({ body: broken, repairs: [] });
  });

  it.each<[name: string, wire: WireRequest["wire"], before: string, after: string, actions: Repair["action"][]]>([
    [
      "removes a result without a call, and keeps every other byte",
      "openai-chat",
      '{ "messages" : [ {"role":"user","content":"\\u0061"} , {"role":"tool","tool_call_id":"x","content":"r"} ,\n {"role":"user","content":1.0e0,"x":1.0} ] }',
      '{ "messages" : [ {"role":"user","content":"\\u0061"} ,\n {"role":"user","content":1.0e0,"x":1.0} ] }',
      ["removed"],
    ],
    [
      "answers a call that another message follows",
      "openai-chat",
      '{"messages":[{"role":"assistant","tool_calls":[{"id":"a"},{"id":"b"}]},{"role":"tool","tool_call_id":"b","content":""},{"role":"user","content":"x"}]}',
      '{"messages":[{"role":"assistant","tool_calls":[{"id":"a"},{"id":"b"}]},{"role":"tool","tool_call_id":"b","content":""},{"role":"tool","tool_call_id":"a","content":"[no result recorded]"},{"role":"user","content":"x"}]}',
      ["answered"],
    ],
    [
      "moves a late result to its call",
      "openai-chat",
      '{"messages":[{"role":"assistant","tool_calls":[{"id":"a"}]},{"role":"user","content":"x"},{"role":"tool","tool_call_id":"a","content":"r"}]}',
      '{"messages":[{"role":"assistant","tool_calls":[{"id":"a"}]},{"role":"tool","tool_call_id":"a","content":"r"},{"role":"user","content":"x"}]}',
      ["moved"],
    ],
    [
      "leaves a call at the very end to whoever runs it",
      "openai-chat",
      '{"messages":[{"role":"assistant","tool_calls":[{"id":"a"}]}]}',
      '{"messages":[{"role":"assistant","tool_calls":[{"id":"a"}]}]}',
      [],
    ],
    [
      "puts results first in their message",
      "anthropic",
      '{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":[{"type":"text","text":"t"} , {"type":"tool_result", "tool_use_id":"a"}]}]}',
      '{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result", "tool_use_id":"a"},{"type":"text","text":"t"}]}]}',
      ["moved"],
    ],
    [
      "answers a call in front of the user's text",
      "anthropic",
      '{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":"caf\\u00e9"}]}',
      '{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"[no result recorded]","is_error":true},{"type":"text","text":"caf\\u00e9"}]}]}',
      ["answered"],
    ],
    [
      "keeps the first of two results",
      "anthropic",
      '{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"},{"type":"tool_result","tool_use_id":"a","content":"2"}]}]}',
      '{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"}]}]}',
      ["removed"],
    ],
    [
      "drops empty texts, but never the last block",
      "anthropic",
      '{"system":[{"type":"text","text":""},{"type":"text","text":"s"}],"messages":[{"role":"user","content":[{"type":"text","text":""},{"type":"text","text":"x"}]},{"role":"user","content":[{"type":"text","text":""}]}]}',
      '{"system":[{"type":"text","text":"s"}],"messages":[{"role":"user","content":[{"type":"text","text":"x"}]},{"role":"user","content":[{"type":"text","text":""}]}]}',
      ["removed", "removed"],
    ],
    [
      "answers a Responses call right after it",
      "openai-responses",
      '{"input":[{"type":"custom_tool_call","call_id":"a"},{"role":"user","content":"x"}]}',
      '{"input":[{"type":"custom_tool_call","call_id":"a"},{"type":"custom_tool_call_output","call_id":"a","output":"[no result recorded]"},{"role":"user","content":"x"}]}',
      ["answered"],
    ],
    [
      "gives each Gemini call one response, in order, before text",
      "gemini",
      '{"contents":[{"parts":[{"text":"q"}]},{"role":"model","parts":[{"functionCall":{"name":"f"}},{"functionCall":{"name":"g"}}]},{"role":"user","parts":[{"text":"t"},{"functionResponse":{"name":"g","response":{"n":1.0}}}]}]}',
      '{"contents":[{"parts":[{"text":"q"}]},{"role":"model","parts":[{"functionCall":{"name":"f"}},{"functionCall":{"name":"g"}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"error":"[no result recorded]"}}},{"functionResponse":{"name":"g","response":{"n":1.0}}},{"text":"t"}]}]}',
      ["answered", "moved"],
    ],
    [
      "replaces halves of surrogate pairs, and nothing that looks like one",
      "openai-chat",
      '{"messages":[{"role":"user","content":"\\ud83d\\ude00 \\uD83D \\\\ud83d \\\\\\ude00"}]}',
      '{"messages":[{"role":"user","content":"\\ud83d\\ude00 \\ufffd \\\\ud83d \\\\\\ufffd"}]}',
      ["replaced"],
    ],
  ])("%s", (_, wire, before, after, actions) => {
    const { body, repairs } = repairRequest(Buffer.from(before), { wire });
    expect(Buffer.from(body).toString()).toBe(after);
    expect(repairs.map(({ action }) => action)).toEqual(actions);
    for (const { path, message } of repairs) expect([typeof path, message.length > 10]).toEqual(["string", true]);
  });

  it("leaves orphans if asked", () => {
    const body = Buffer.from('{"messages":[{"role":"tool","tool_call_id":"x","content":"r"}]}');
    expect(repairRequest(body, { wire: "openai-chat", orphans: "keep" })).toEqual({ body, repairs: [] });
    expect(() => repairRequest(body, { orphans: "answer" as "keep" })).toThrow("options.orphans");
  });

  it.skipIf(allRecordings === undefined)("repairs every recording that it can", () => {
    for (const recording of allRecordings ?? []) {
      const body = readRecording(recording);
      const repaired = repairRequest(body);
      const left = validateRequest(repaired.body).map(({ rule }) => rule);
      deepStrictEqual(
        left.filter((rule) => REPAIRED.has(rule)),
        [],
        recording.file,
      );
      const before = validateRequest(body).map(({ rule }) => rule);
      deepStrictEqual(
        left.filter((rule) => !before.includes(rule)),
        [],
        `${recording.file}: nothing new`,
      );
    }
  });
});

import { describe, expect, it } from "vitest";
import type { SkipReason, Wire } from "../../ts/contract/report.js";
import { resolvePolicy, type SettingsInput } from "../../ts/policy/policy.js";
import { laterTurns, plainText, type Subject, turn, user } from "./build.js";

const MESSAGES = [...turn("a", plainText(1000)), ...laterTurns(9)];
const bytes = (...values: number[]) => Buffer.from(values);
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

type UnreadCase = [title: string, body: Buffer, skipped: SkipReason, wire?: Wire | undefined];

const UNREAD: UnreadCase[] = [
  ["no bytes", bytes(), "empty"],
  ["white space", Buffer.from(" \n"), "invalid_json"],
  ["a bad byte", Buffer.concat([Buffer.from('{"a":"'), bytes(0xff), Buffer.from('"}')]), "invalid_utf8"],
  [
    "a surrogate in UTF-8",
    Buffer.concat([Buffer.from('"'), bytes(0xed, 0xa0, 0x80), Buffer.from('"')]),
    "invalid_utf8",
  ],
  ["an overlong form", Buffer.concat([Buffer.from('"'), bytes(0xc0, 0x80), Buffer.from('"')]), "invalid_utf8"],
  ["a cut sequence", Buffer.concat([Buffer.from('"é'), bytes(0xc3)]), "invalid_utf8"],
  ["a byte order mark", Buffer.from('\ufeff{"messages":[]}'), "invalid_json"],
  ["a cut body", Buffer.from('{"messages":['), "invalid_json"],
  ["something after the body", Buffer.from('{"messages":[]}x'), "invalid_json"],
  ["a trailing comma", Buffer.from('{"messages":[],}'), "invalid_json"],
  ["single quotes", Buffer.from("{'messages':[]}"), "invalid_json"],
  ["a raw control char", Buffer.from('{"messages":["\t"]}'), "invalid_json"],
  ["NaN", Buffer.from('{"messages":[NaN]}'), "invalid_json"],
  ["a list", json(MESSAGES), "no_conversation"],
  ["a string", json("messages"), "no_conversation"],
  ["null", json(null), "no_conversation"],
  ["an empty object", json({}), "no_conversation"],
  ["messages that are no list", json({ messages: {} }), "no_conversation"],
  ["messages deeper down", json({ body: { messages: MESSAGES } }), "no_conversation"],
  ["contents that are no list", json({ contents: {} }), "no_conversation"],
  ["an input that is a number", json({ input: 5 }), "no_conversation"],
  ["a mix", json({ messages: [...MESSAGES, user([{ type: "tool_result", tool_use_id: "a" }])] }), "unsupported_wire"],
  ["two conversations", json({ messages: MESSAGES, input: [user()] }), "unsupported_wire"],
  [
    "Bedrock's Converse API",
    json({ system: [{ text: "x" }], messages: [user([{ text: "x" }]), user([{ toolResult: { toolUseId: "a" } }])] }),
    "unsupported_wire",
  ],
];

const block = (type: string) => ({ messages: [user([{ type }])] });

const note = { role: "system", content: "note" };

const WIRES: [request: unknown, wire: Wire | undefined][] = [
  [{ messages: [] }, "openai-chat"],
  [{ messages: [user()] }, "openai-chat"],
  [{ messages: [5, null] }, "openai-chat"],
  [{ messages: [{ role: "system" }] }, "openai-chat"],
  [block("text"), "openai-chat"],
  [block("image_url"), "openai-chat"],
  [{ system: "x", messages: [] }, "anthropic"],
  [{ anthropic_version: "x", messages: [] }, "anthropic"],
  [block("tool_use"), "anthropic"],
  [block("tool_result"), "anthropic"],
  [block("thinking"), "anthropic"],
  [block("redacted_thinking"), "anthropic"],
  [block("server_tool_use"), "anthropic"],
  [{ messages: [user([{ type: "tool_use" }]), { role: "tool" }] }, undefined],
  [{ messages: [user([{ type: "tool_result" }]), { role: "assistant", tool_calls: [] }] }, undefined],
  [{ messages: [user([{ type: "tool_use" }]), { role: "developer" }] }, undefined],
  [{ messages: [user([{ type: "thinking" }]), { role: "tool" }] }, "openai-chat"],
  [{ messages: [user(), note, user([{ type: "tool_use" }])] }, "anthropic"],
  [{ messages: [user([{ type: "thinking" }]), note] }, "anthropic"],
  [{ messages: [user(), { ...note, clear_at: "next_user_message" }] }, "anthropic"],
  [{ messages: [user([{ type: "compaction" }]), note] }, "anthropic"],
  [{ messages: [note, user([{ type: "tool_reference" }])] }, "anthropic"],
  [
    { messages: [user([{ type: "tool_result" }]), { role: "system", content: [{ type: "tool_removal" }] }] },
    "anthropic",
  ],
  [{ system: "x", messages: [user(), note] }, "anthropic"],
  [{ system: "x", messages: [note, user([{ type: "tool_result" }])] }, "anthropic"],
  [{ thread: { id: "t" }, messages: [user()] }, "anthropic"],
  [{ context_management: { edits: [] }, messages: [user()] }, "anthropic"],
  [{ messages: [user(), note] }, "openai-chat"],
  [{ messages: [note, user(), note] }, "openai-chat"],
  [{ messages: [note, user([{ type: "thinking", thinking: [] }])] }, "openai-chat"],
  [{ messages: [user(), note, { role: "tool", content: "x" }] }, "openai-chat"],
  [{ messages: [user(), note, { role: "assistant", tool_calls: [] }] }, "openai-chat"],
  [{ thinking: { type: "enabled" }, messages: [note, user()] }, "openai-chat"],
  [{ messages: [note, user([{ type: "tool_result" }])] }, undefined],
  [{ system: "x", messages: [user(), note, { role: "assistant", tool_calls: [] }] }, "openai-chat"],
  [block("web_search_tool_result"), "anthropic"],
  [block("mcp_tool_use"), "anthropic"],
  [block("document"), "anthropic"],
  [block("image"), "openai-chat"],
  [{ messages: [user([{ type: "image", source: {} }])] }, "anthropic"],
  [{ messages: [user([{ type: "document" }, { type: "file" }])] }, "openai-chat"],
  [{ messages: [user([{ type: "tool_use" }, { type: "image_url" }])] }, undefined],
  [{ messages: [user([{ type: "tool_result" }, { type: "refusal" }])] }, undefined],
  [{ system: "x", messages: [user([{ type: "file" }])] }, "openai-chat"],
  [{ system: "x", messages: [user([{ type: "input_audio" }])] }, "openai-chat"],
  [{ messages: [user([{ toolUse: {} }])] }, undefined],
  [{ messages: [user([{ toolResult: {} }])] }, undefined],
  [{ messages: [user([{ type: "x", toolUse: {} }])] }, "openai-chat"],
  [{ contents: [], messages: [] }, "openai-chat"],
  [{ contents: {}, messages: [] }, "openai-chat"],
  [{ input: "x" }, "openai-responses"],
  [{ input: [] }, "openai-responses"],
  [{ input: 5 }, undefined],
  [{ input: [], messages: [] }, "openai-chat"],
  [{ input: [], messages: null }, "openai-responses"],
  [{ contents: [], input: [] }, "gemini"],
  [{ contents: [{}], messages: [] }, "openai-chat"],
  [{ contents: [{}], messages: [user()] }, undefined],
  [{ contents: [{}], input: [{}] }, undefined],
  [{ messages: [user()], input: [{}] }, undefined],
  [{ messages: [user()], input: "x" }, "openai-chat"],
  [{ system: "x", messages: [{ role: "tool" }] }, "openai-chat"],
  [{ anthropic_version: "x", messages: [{ role: "assistant", tool_calls: null }] }, "openai-chat"],
  [[], undefined],
  ["messages", undefined],
];

export function skipCases(subject: Subject): void {
  describe("requests that pass through", () => {
    it.each(UNREAD)("%s", (_, body, skipped, wire) => {
      const copy = Buffer.from(body);
      const reduction = subject.reduce(body);
      expect(reduction.report).toMatchObject({ skipped, changed: false, messageCount: 0, decisions: [] });
      expect(reduction.report.wire).toBe(wire);
      expect(reduction.report.skippedDetail).toMatch(/\S+ \S+/);
      expect(reduction.report.bytes).toEqual({ before: body.length, after: body.length });
      expect(reduction.body).toBe(body);
      expect(Buffer.compare(body, copy)).toBe(0);
    });

    it.each<SettingsInput>([
      { mode: "off" },
      { mask: { windowTurns: 0 } },
      { mask: { windowTurns: -1 } },
      { cache: { strategy: "off" } },
    ])("reads nothing with %j", (policy) => {
      for (const body of [json({ messages: MESSAGES }), bytes(0xff)]) {
        const reduction = subject.reduce(body, policy);
        expect(reduction.report).toMatchObject({ skipped: "disabled", messageCount: 0 });
        expect(reduction.body).toBe(body);
      }
    });

    it("trusts the caller's wire", () => {
      const mixed = { system: "x", messages: [...MESSAGES, user([{ type: "tool_result" }])] };
      expect(subject.reduce(mixed, undefined, { wire: "openai-chat" }).report).toMatchObject({
        wire: "openai-chat",
        maskedCount: 2,
      });
      const read = subject.reduce({ messages: MESSAGES }, undefined, { wire: "anthropic" }).report;
      expect(read).toMatchObject({ wire: "anthropic", toolResultCount: 0 });
      expect(read.skipped).toBeUndefined();
      const two = { messages: MESSAGES, input: [user()] };
      expect(subject.reduce(two, undefined, { wire: "openai-responses" }).report).toMatchObject({ messageCount: 1 });
    });

    it.each<Wire>(["openai-chat", "anthropic", "openai-responses", "gemini"])("needs the list of %s", (wire) => {
      for (const body of [{}, { messages: 5, contents: {}, input: null }]) {
        const { report } = subject.reduce(body, undefined, { wire });
        expect(report).toMatchObject({ skipped: "no_conversation", wire });
      }
    });

    it("never reads a wire that it does not know as another", async () => {
      const wire = "relay" as Wire;
      const body = json({ messages: MESSAGES });
      const backend = subject.getBackend();
      const reports = [
        subject.reduce(body, undefined, { wire }).report,
        subject.plan(body, undefined, { wire }).report,
        (await backend.reduceBodyAsync(body, resolvePolicy({}), { wire }, undefined)).report,
      ];
      for (const report of reports) {
        expect(report).toMatchObject({ skipped: "unsupported_wire", wire: undefined, changed: false });
        expect(report.skippedDetail).toMatch(/^options\.wire: expected one of openai-chat, .* got "relay"$/);
      }
      expect(backend.validateBody(body, { wire })).toMatchObject([{ rule: "unsupported_wire", path: "" }]);
      expect(backend.locateSession(body, { wire }, 1)).toBeUndefined();
    });

    it("says what to do with Bedrock's Converse API", () => {
      const { report } = subject.reduce({ messages: [user([{ toolUse: {} }])] });
      expect(report.skippedDetail).toMatch(/Bedrock's Converse API.*InvokeModel/);
    });

    it("reads nesting of any depth", () => {
      const deep = Buffer.from(`{"messages":[],"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
      const { report, body } = subject.reduce(deep);
      expect(report.skipped).toBeUndefined();
      expect(body).toBe(deep);
      expect(subject.reduce(Buffer.from("[".repeat(100_000))).report.skipped).toBe("invalid_json");
    });

    it("reads a million messages, and not one more", () => {
      const million = (more: string) => Buffer.from(`{"messages":[${"1,".repeat(999_999)}1${more}]}`);
      expect(subject.reduce(million("")).report).toMatchObject({ messageCount: 1_000_000 });
      expect(subject.reduce(million(",1")).report).toMatchObject({ skipped: "too_many_messages" });
    });
  });

  describe("describe", () => {
    it.each(UNREAD)("finds nothing in %s", (_title, body) => {
      expect(subject.getBackend().describe(body, {})).toBeUndefined();
    });

    it.each([
      [
        "a body that asks the provider to clear results",
        { context_management: { edits: [{ type: "clear_tool_uses_1" }] } },
      ],
    ])("finds nothing in %s", (_title, more) => {
      const body = json({ system: "x", model: "m", messages: [], ...more });
      expect(subject.getBackend().describe(body, {})).toBeUndefined();
    });

    it("reads a model's name with escapes, and none that is no string", () => {
      const head = (body: string) => subject.getBackend().describe(Buffer.from(body), {});
      expect(head('{"model":"a\\u0062\\n","messages":[]}')).toMatchObject({ model: "ab\n", messages: 0 });
      expect(head('{"model":5,"messages":[1,2]}')).toMatchObject({ model: undefined, messages: 2 });
      expect(head('{"messages":[]}')).toMatchObject({ wire: "openai-chat", model: undefined });
    });
  });

  detectCases(subject);
}

/** Which wire a request shows. */
export function detectCases(subject: Subject): void {
  describe("detectWire", () => {
    it.each(WIRES)("%j is %s", (request, wire) => {
      expect(subject.getBackend().detectWire(json(request))).toBe(wire);
    });

    it("is undefined for an unreadable body", () => {
      expect(subject.getBackend().detectWire(bytes())).toBeUndefined();
      expect(subject.getBackend().detectWire(bytes(0xff))).toBeUndefined();
      expect(subject.getBackend().detectWire(Buffer.from("{"))).toBeUndefined();
    });
  });
}

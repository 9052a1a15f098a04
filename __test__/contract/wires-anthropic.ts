import { describe, expect, it } from "vitest";
import { EAGER, type Subject } from "./build.js";
import { anthropic, type Json, LONG, later, pair, placeholder, run, runRequest } from "./wires-build.js";

const text = (value: string, more: Json = {}) => ({ type: "text", text: value, ...more });
const result = (content: unknown, more: Json = {}) => ({ type: "tool_result", tool_use_id: "a", content, ...more });

/** One turn whose result is this block, and a later one. */
const around = (...blocks: unknown[]) => [
  ...anthropic.calls(pair("a")),
  { role: "user", content: blocks },
  ...later(anthropic),
];

type Case = [title: string, block: Json, mask: object, expected: string];

const CASES: Case[] = [
  ["an empty list", result([]), {}, "keep/content"],
  ["no content", { type: "tool_result", tool_use_id: "a" }, {}, "keep/content"],
  ["null", result(null), {}, "keep/content"],
  ["an unknown block", result([text(LONG), { type: "search_result", title: "t" }]), {}, "keep/content"],
  ["a tool reference", result([{ type: "tool_reference", tool_name: "t" }]), {}, "keep/content"],
  ["a number as id", { type: "tool_result", tool_use_id: 7, content: LONG }, {}, "keep/orphan"],
  ["an empty id", { type: "tool_result", tool_use_id: "", content: LONG }, {}, "keep/orphan"],
  ["an error", result(LONG, { is_error: true }), {}, "keep/error"],
  ["a marked error that no word shows", result([text(LONG)], { is_error: true }), {}, "keep/error"],
  ["an error under the seed's rule", result(LONG, { is_error: true }), { keepErrors: "seed" }, "keep/error"],
  ["an error under a policy that keeps none", result(LONG, { is_error: true }), { keepErrors: false }, "mask/window"],
  ["words of an error without the marker", result(`Error: no\n${LONG}`), {}, "mask/window"],
  ["words of an error, marked as none", result(`Error: no\n${LONG}`, { is_error: false }), {}, "mask/window"],
  ["a marker that is no boolean", result(LONG, { is_error: "true" }), {}, "mask/window"],
  ["seed's words without the marker", result(`timeout ${LONG}`), { keepErrors: "seed" }, "keep/error"],
  ["a long error", result(LONG, { is_error: true }), { keepErrorsMaxChars: 200 }, "clip/error"],
];

/** Results that keep their bytes: they belong to a call that the provider made itself. */
const SERVER_BLOCKS = [
  { type: "server_tool_use", id: "a", name: "web_search", input: { query: "q" } },
  { type: "web_search_tool_result", tool_use_id: "a", content: [{ type: "web_search_result", url: LONG }] },
];

export function anthropicCases(subject: Subject): void {
  describe("anthropic", () => {
    it.each(CASES)("%s", (_, block, mask, expected) => {
      expect(run(subject, anthropic, around(block), mask).reasons[0]?.split(":")[1]).toBe(expected);
    });

    it("keeps all keys of a masked block, including its cache marker", () => {
      const block = result(LONG, { cache_control: { type: "ephemeral" }, is_error: false });
      const { messages } = run(subject, anthropic, around(block));
      expect(messages[1]?.content).toEqual([{ ...block, content: placeholder() }]);
    });

    it("puts the placeholder into the last text with a cache marker, else the first", () => {
      const marked = text("b", { cache_control: { type: "ephemeral" } });
      const masked = (...parts: object[]) => run(subject, anthropic, around(result(parts))).messages[1]?.content;
      const put = (part: object, chars: number) => [result([{ ...part, text: placeholder(chars) }])];
      expect(masked(text(LONG), text("x"))).toEqual(put(text(LONG), 1001));
      expect(masked(text(LONG), marked, text("c"))).toEqual(put(marked, 1002));
      // A marker of another wire is an unknown field here.
      expect(masked(text(LONG), text("x", { prompt_cache_breakpoint: {} }))).toEqual(put(text(LONG), 1001));
    });

    it.each([
      ["en", "[old error left out: 1000 chars]"],
      ["fr", "[erreur omise : 1000 chars]"],
    ] as const)("says that a masked result was an error: %s", (locale, expected) => {
      const mask = { keepErrors: false, placeholder: { locale } };
      const once = run(subject, anthropic, around(result(LONG, { is_error: true })), mask);
      expect(once.messages[1]?.content).toEqual([result(expected, { is_error: true })]);
      expect(run(subject, anthropic, once.messages, mask).reasons[0]).toBe("a:keep/placeholder");
      const template = { ...mask, placeholder: { template: "masked: {original_chars}" } };
      expect(run(subject, anthropic, around(result(LONG, { is_error: true })), template).messages[1]?.content).toEqual([
        result("masked: 1000", { is_error: true }),
      ]);
    });

    it("leaves calls and results of the provider's own tools, and counts no turn for them", () => {
      const messages = [{ role: "assistant", content: SERVER_BLOCKS }, ...later(anthropic)];
      const { report, changed } = run(subject, anthropic, messages);
      expect([changed, report.toolTurnCount, report.toolResultCount]).toEqual([false, 1, 1]);
    });

    it("reads results in user messages only", () => {
      const messages = [
        ...anthropic.calls(pair("a")),
        { role: "assistant", content: [result(LONG)] },
        ...later(anthropic),
      ];
      expect(run(subject, anthropic, messages).reasons).toEqual(["later:keep/window"]);
    });

    it("measures the system prompt, texts, thinking and inputs", () => {
      const messages = [
        { role: "user", content: "12" },
        {
          role: "assistant",
          content: [{ type: "thinking", thinking: "345", signature: "long signature" }, text("67")],
        },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "a", name: "n", input: { x: "8", y: [{ z: "90" }, 5] } }],
        },
        { role: "user", content: [result([text("abc"), { type: "image", source: {} }])] },
      ];
      expect(run(subject, anthropic, messages).report.chars?.before).toBe(8 + 2 + 3 + 2 + 3 + 3);
    });

    managementCases(subject);
  });
}

function managementCases(subject: Subject): void {
  const request = (context_management: unknown) => ({ ...anthropic.request(around(result(LONG))), context_management });

  it.each([
    { edits: [{ type: "clear_tool_uses_20250919" }] },
    { edits: [{ type: "clear_thinking_20251015" }, { type: "clear_tool_uses_20990101", keep: {} }] },
  ])("leaves clearing to a provider that is asked for it: %j", (management) => {
    const { report, changed } = runRequest(subject, anthropic, request(management));
    expect(changed).toBe(false);
    expect(report).toMatchObject({
      skipped: "server_side_editing",
      wire: "anthropic",
      cache: { serverSideEditing: true },
    });
    expect(report.skippedDetail).toMatch(/context_management/);
  });

  it.each([
    null,
    [],
    {},
    { edits: {} },
    { edits: [{ type: "clear_thinking_20251015" }] },
    { edits: ["clear_tool_uses", { type: 5 }, [{ type: "clear_tool_uses" }]] },
    { other: [{ type: "clear_tool_uses" }] },
  ])("masks nevertheless with %j", (management) => {
    const { report } = runRequest(subject, anthropic, request(management));
    expect(report).toMatchObject({ maskedCount: 1, cache: { strategy: "every-turn" } });
    expect(report.cache).not.toHaveProperty("serverSideEditing");
  });

  it("ignores context_management on another wire", () => {
    const chat = { messages: around(), context_management: { edits: [{ type: "clear_tool_uses" }] } };
    expect(subject.reduce(chat, { mask: EAGER }, { wire: "openai-chat" }).report.skipped).toBeUndefined();
  });
}
